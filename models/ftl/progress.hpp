#pragma once

#include <cstdint>

namespace rainier::ftl {

class Layout;
struct Params;

/// Units for data of so many superblocks, those that are open or kept free aside.
std::uint64_t usable_units(const Layout& layout, const Params& params, std::uint32_t superblocks);
/// @throws std::invalid_argument if GC could not make progress in such a drive, with the numbers
void require_progress(const Layout& layout, const Params& params, std::uint32_t logical_pages);

}  // namespace rainier::ftl
