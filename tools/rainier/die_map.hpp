#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "models/controller/controller.hpp"

namespace rainier::tool {

/// The busy time of each die's array and of each channel since the drive was made.
struct FlashBusy {
  std::vector<Time> dies, channels;
};
FlashBusy busy_of(const channel::FlashArray& flash);

/// How often the blocks of each die were erased, on average. Costs a step for each superblock.
std::vector<double> mean_erases(const controller::Controller& drive);

/// How evenly dies and channels were used over `span`, and how often the blocks of each die were erased: what
/// heat maps are drawn from. Costs a step for each die of each superblock.
nlohmann::ordered_json dies_json(const controller::Controller& drive, const FlashBusy& before, Time span);

/// Superblocks by erases: [erases, superblocks] of at most 32 classes of equal width, from the least.
nlohmann::ordered_json erase_classes(const ftl::Superblocks& superblocks);

}  // namespace rainier::tool
