#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"
#include "sim/config/plural.hpp"

namespace rainier::controller {

/// A spare block for a column: on no die of another unit of a stripe of this one, and on none of their
/// channels as long as there is such a one. Where few dies are left of wide stripes there may be no such die:
/// then one that fewest of the stripes have a unit on.
std::optional<media::Block> Guard::spare_for(ftl::Ppn first) {
  const std::uint32_t row = layout_.row(), column = layout_.column(first);
  const std::uint32_t superblock = layout_.superblock(first), channels = drive_.config_.channel.channels;
  const std::uint32_t width = layout_.stripes().enabled() ? layout_.stripes().width() : 1;
  std::vector<std::uint32_t> shared(shape_.dies, 0);  // stripes of so many that have a unit there
  std::vector<bool> busy(channels, false);
  // Stripes begin at multiples of this column, so that few of those near the column have a unit in it.
  const std::uint32_t apart = std::gcd(row, width);
  for (std::uint32_t before = column % apart; before < width; before += apart)
    for (std::uint32_t unit = 0; unit < width; ++unit) {
      if (unit == before) continue;
      const std::uint32_t other = (column + row + unit - before) % row;
      const std::uint32_t die = physical(layout_.first_of_column(superblock, other)).die;
      ++shared[die];
      busy[die % channels] = true;
    }
  ftl::Place place = layout_.place(first);
  const media::Block named{place.die, {place.at.block, 0, place.at.plane}};
  const auto found = [&](std::uint32_t most, bool channel_apart) {
    return spares_.replace(named, [&](const media::Block& b) {
      return !failures_.is_dead(b.die, b.at) && shared[b.die] <= most &&
             !(channel_apart && busy[b.die % channels]);
    });
  };
  if (const auto well = found(0, true)) return well;
  // Safety goes before over-provisioning, as long as there is a die that it could give a block of. A drive
  // that begins worn has yet to give any.
  std::uint32_t apart_from_all = 0;
  for (std::uint32_t die = 0; die < shape_.dies; ++die)
    apart_from_all += shared[die] == 0 && !failures_.is_lost(die);
  for (int draws = drive_.guard_ && apart_from_all > 0 ? 2 : 0;; --draws) {
    if (const auto narrow = found(0, false)) {
      ++counters_.narrow_blocks;
      return narrow;
    }
    if (draws == 0 || !draw_on_space()) break;
  }
  std::vector<std::uint32_t> steps = shared;
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  for (const std::uint32_t most : steps)
    if (const auto block = found(most, false)) {
      ++counters_.narrow_blocks;
      if (counters_.shared_blocks++ == 0)
        log_.add(drive_.calendar_.now(),
                 "spare blocks share dies with others of their stripes from here on: the loss of such a die "
                 "loses data");
      return block;
    }
  return std::nullopt;
}

bool Guard::replace_system_block(const media::Block& block) {
  if (spares_are_short()) return false;
  return spares_.replace(block, [this](const media::Block& b) { return !failures_.is_dead(b.die, b.at); })
      .has_value();
}

bool Guard::spares_are_short() const {
  const double least = drive_.config_.media.write_protect * static_cast<double>(spares_.made());
  return static_cast<double>(spares_.left()) < std::max(least, 1.0);
}

/// Whether over-provisioning is left to take blocks from: the same share of it stays as of the spare blocks.
bool Guard::may_draw_on_space() const {
  const double stays = drive_.config_.media.write_protect * static_cast<double>(surplus_);
  return static_cast<double>(drive_.ftl_.surplus()) >= stays + layout_.user_units();
}

/// The blocks of a free superblock become spare ones. False if there are none to be had.
bool Guard::draw_on_space() {
  const std::uint32_t superblock = may_draw_on_space() ? drive_.ftl_.give_up() : ftl::none;
  if (superblock == ftl::none) return false;
  const std::uint64_t before = spares_.left();
  for (std::uint32_t column = 0; column < layout_.row(); ++column) {
    const media::Block block = physical(layout_.first_of_column(superblock, column));
    if (failures_.takes_programs(block.die, block.at)) spares_.give(block);
  }
  if (counters_.given_up++ == 0)
    log_.add(drive_.calendar_.now(),
             "spare blocks run short: from here on over-provisioning gives up its own");
  return spares_.left() > before;
}

bool Guard::replace(ftl::Ppn first) {
  while (spares_are_short() && draw_on_space()) {
  }
  bool found = spare_for(first).has_value();
  while (!found && draw_on_space()) found = spare_for(first).has_value();
  if (!found || (spares_are_short() && !may_draw_on_space())) protect(found);
  return found;
}

/// Too few spare blocks: no more writes. None at all: not even those under way.
void Guard::protect(bool finishes_writes) {
  drive_.refusing_ |= Controller::writes;
  if (!std::exchange(read_only_, true))
    log_.add(drive_.calendar_.now(),
             fmt::format("write protect: {} of {} spare blocks left", spares_.left(), spares_.made()));
  if (finishes_writes || std::exchange(stuck_, true)) return;
  lost_blocks_.clear();
  for (const std::uint32_t unit : drive_.take_stalled()) abandon(unit);
}

/// The blocks of a drive that begins worn have failed as their law says, and spare ones stand in for them, as
/// long as there are such: what comes after takes of the over-provisioning, and has yet to happen.
void Guard::begin_worn(double cycles) {
  if (!correction_) return;
  for (std::uint32_t sb = 0; sb < layout_.superblocks(); ++sb)
    for (std::uint32_t column = 0; column < layout_.row(); ++column) {
      const ftl::Ppn first = layout_.first_of_column(sb, column);
      for (std::uint64_t failed = correction_->worn_out_by(cycles, spares_.left()); failed > 0; --failed) {
        const media::Block block = physical(first);
        if (!spare_for(first)) break;
        failures_.wear_out(block.die, block.at);
        ++counters_.erase_failures;
        ++correction_->counters().worn_out;
      }
    }
  if (counters_.erase_failures > 0)
    log_.add(drive_.calendar_.now(), fmt::format("{} {} had failed to erase before", counters_.erase_failures,
                                                 config::plural(counters_.erase_failures, "block")));
}

}  // namespace rainier::controller
