#include <algorithm>

#include "models/controller/checkpoint.hpp"
#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"
#include "models/controller/power_loss.hpp"

namespace rainier::controller {

using channel::FlashOp;

/// The time to read `pages` pages by all dies and buses at once: the busiest bus, or the busiest die.
Time PowerLoss::read_time(const std::vector<Work>& by_die, Time transfer) const {
  const channel::Params& channel = drive_.config_.channel;
  Time longest;
  for (std::uint32_t first = 0; first < channel.channels; ++first) {
    Time bus, die;
    for (std::size_t d = first; d < by_die.size(); d += channel.channels) {
      const auto pages = static_cast<std::int64_t>(by_die[d].pages);
      bus += transfer * pages;
      // A cache register gives a page out while the next is read.
      die = std::max(die, channel.cache ? by_die[d].array : by_die[d].array + transfer * pages);
    }
    longest = std::max(longest, std::max(bus, die));
  }
  return longest;
}

/// The time to program `pages` pages, spread evenly over the dies: the bus of a channel, or its dies.
Time PowerLoss::save_time(std::uint64_t pages) const {
  if (pages == 0) return Time();
  const DriveConfig& c = drive_.config_;
  const std::uint64_t channels = std::min(c.channel.channels, c.channel.dies);
  const auto of_channel = static_cast<std::int64_t>((pages + channels - 1) / channels);
  const auto dies = static_cast<std::int64_t>(c.channel.dies / channels);
  const Time transfer = c.channel.program_overhead + Time(std::int64_t{drive_.page_channel_bytes_} *
                                                          static_cast<std::int64_t>(c.channel.ps_per_byte()));
  const Time program = c.nand.program_time;
  return std::max(transfer * of_channel + program, (transfer + program) * ((of_channel + dies - 1) / dies));
}

void PowerLoss::add_read(Work& work, std::uint32_t page) const {
  const nand::Params& nand = drive_.config_.nand;
  ++work.pages;
  work.array += nand.cells == nand::Cells::slc || nand.is_upper(page) ? nand.read_time : nand.lower_read_time;
}

/// A codeword of each mapping unit, and the first page of each block that is not programmed. With
/// checkpoints, the saved map and what has changed since. Answers how long it takes: further reads for bit
/// errors and those of stripes included, and no faster than the power allows.
Time PowerLoss::search_flash(const std::vector<std::vector<std::uint32_t>>& pages) {
  const DriveConfig& c = drive_.config_;
  const ftl::Layout& layout = guard_.layout_;
  const auto transfer = [&](std::int64_t bytes) {
    return c.channel.read_overhead + Time(bytes * static_cast<std::int64_t>(c.channel.ps_per_byte()));
  };
  Time saved_at(-1), map_time;
  std::uint64_t map_pages = 0;
  if (drive_.checkpoint_) saved_at = drive_.checkpoint_->saved_at();
  if (saved_at > Time(-1)) {
    map_pages = drive_.checkpoint_->map_pages();
    std::vector<Work> map(c.channel.dies);
    drive_.checkpoint_->for_each_saved([&](std::uint32_t die, std::uint64_t of_block) {
      map[die].pages += of_block;
      map[die].array += c.nand.mean_read_time() * static_cast<std::int64_t>(of_block);
    });
    map_time = read_time(map, transfer(drive_.page_channel_bytes_));
  }
  std::vector<Work> work(c.channel.dies);
  uncorrected_.clear();
  for (std::uint32_t sb = 0; sb < pages.size(); ++sb) {
    if (changed_at_[sb] < saved_at) continue;
    for (std::uint32_t column = 0; column < layout.row(); ++column) {
      Work& of_die = work[layout.place(layout.first_of_column(sb, column)).die];
      const std::uint32_t reads = std::min(pages[sb][column] + 1, layout.pages_per_block());
      for (std::uint32_t page = 0; page < reads; ++page) add_read(of_die, page);
      counters_.pages_searched += reads;
      if (guard_.correction_) search_column(sb, column, pages[sb][column], work);
    }
  }
  std::uint64_t reads = 0;
  for (const Work& of_die : work) reads += of_die.pages;
  const std::uint64_t bytes = c.channel_bytes(guard_.in_page_ + 1);
  return spend(map_time + read_time(work, transfer(static_cast<std::int64_t>(bytes))), map_pages + reads,
               map_pages * drive_.page_channel_bytes_ + reads * bytes);
}

/// Pages whose metadata the first read does not give are read with other thresholds; what none of them gives
/// is asked of the stripe.
void PowerLoss::search_column(std::uint32_t superblock, std::uint32_t column, std::uint32_t pages,
                              std::vector<Work>& work) {
  FlashOp o;
  o.kind = channel::Kind::read;
  o.ppn = guard_.layout_.first_of_column(superblock, column);
  drive_.address(o);
  const std::uint32_t row_units = guard_.layout_.row() << guard_.shift_;
  guard_.correction_->search(o, pages, [&](std::uint32_t page, std::uint32_t steps, std::uint64_t lost) {
    for (std::uint32_t step = 0; step < steps; ++step) {
      add_read(work[o.die], page);
      work[o.die].array += drive_.config_.reliability.retry.time;
    }
    counters_.search_retries += steps;
    for (std::uint32_t unit = 0; lost >> unit != 0; ++unit)
      if ((lost >> unit & 1) != 0) ask_stripe(o.ppn + page * row_units + unit, work);
  });
}

/// Reads the other units of the stripe; whether they are there is looked at when all have been searched.
void PowerLoss::ask_stripe(ftl::Ppn lost, std::vector<Work>& work) {
  uncorrected_.insert(lost);
  const ftl::Layout& layout = guard_.layout_;
  const rain::Stripes& stripes = layout.stripes();
  if (!stripes.enabled()) return;
  ++counters_.searched_by_stripe;
  const std::uint32_t page = layout.unit(lost) >> guard_.shift_, begin = stripes.first(page);
  for (std::uint32_t other = begin; other < stripes.last(begin); ++other) {
    if (other == page) continue;
    const ftl::Place place = layout.place(layout.ppn(layout.superblock(lost), other << guard_.shift_));
    add_read(work[place.die], place.at.page);
  }
}

/// The reads' energy flows evenly over their time, which is longer where the power would not allow that.
Time PowerLoss::spend(Time span, std::uint64_t reads, std::uint64_t bytes) {
  const power::Params& p = drive_.config_.power;
  const double read = static_cast<double>(reads) * p.read_joules;
  const double channel = static_cast<double>(bytes) * p.byte_joules;
  if (p.governor)
    span = std::max(span,
                    Time(static_cast<std::int64_t>((read + channel) / (p.cap_watts - p.idle_watts) * 1e12)));
  std::array<std::int64_t, power::uses> energy{};
  energy[static_cast<std::size_t>(power::Use::read)] = static_cast<std::int64_t>(read * 1e12);
  energy[static_cast<std::size_t>(power::Use::channel)] = static_cast<std::int64_t>(channel * 1e12);
  drive_.meter_.stream(drive_.calendar_.now(), span, energy);
  return span;
}

}  // namespace rainier::controller
