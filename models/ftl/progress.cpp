#include "models/ftl/progress.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "models/ftl/ftl.hpp"

namespace rainier::ftl {
namespace {

constexpr std::uint32_t streams_of(const Params& params) {
  return params.separation == Separation::none ? 2 : 3;
}

}  // namespace

std::uint64_t usable_units(const Layout& layout, const Params& params, std::uint32_t superblocks) {
  const std::uint64_t set_aside = params.gc.free_target + streams_of(params);
  // A victim gains at least a page's units, or padding the last page of its copies could eat up what it
  // gains.
  const std::uint64_t user = layout.user_units() - (layout.units_per_page() - 1);
  return superblocks > set_aside ? (superblocks - set_aside) * user : 0;
}

void require_progress(const Layout& layout, const Params& params, std::uint32_t logical_pages) {
  const std::uint64_t usable = usable_units(layout, params, layout.superblocks());
  if (usable > logical_pages) return;
  throw std::invalid_argument(fmt::format(
      "garbage collection could not make progress: {} logical pages need more than the {} user pages of {} "
      "superblocks less {} open or kept free; give more spare, a smaller ftl.gc.free_target or smaller "
      "superblocks",
      logical_pages, usable, layout.superblocks(), params.gc.free_target + streams_of(params)));
}

}  // namespace rainier::ftl
