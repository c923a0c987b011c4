#include "models/controller/upkeep.hpp"

#include <algorithm>

#include "models/controller/controller.hpp"
#include "models/controller/correction.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {
namespace {

enum : std::uint32_t { patrols, samples };  // owners of operations

Time interval(Time period, double turns) {
  if (period == Time()) return {};
  return std::max(Time(static_cast<std::int64_t>(static_cast<double>(period.ps()) / turns)), Time(100'000));
}

}  // namespace

Upkeep::Upkeep(Controller& drive, Correction& correction) : drive_(drive), correction_(correction) {
  const reliability::Scrub& scrub = drive.config_.reliability.scrub;
  const ftl::Layout& layout = drive.ftl_.layout();
  const double blocks = static_cast<double>(layout.superblocks()) * layout.row();
  patrol_ = interval(scrub.period, blocks * layout.pages_per_block());
  sampling_ = interval(scrub.sampling, blocks);
  again_after(Turn::patrol, patrol_);
  again_after(Turn::sample, sampling_);
}

void Upkeep::again_after(Turn turn, Time interval) {
  if (interval > Time())
    drive_.calendar_.at(drive_.calendar_.now() + interval, event::upkeep, static_cast<std::uint32_t>(turn));
}

void Upkeep::turn(Turn turn) {
  switch (turn) {
    case Turn::patrol:
      patrol();
      return again_after(turn, patrol_);
    case Turn::sample:
      sample();
      return again_after(turn, sampling_);
    case Turn::collect:
      collects_ = false;
      return drive_.pump_collection();
  }
}

void Upkeep::collect_soon() {
  if (std::exchange(collects_, true)) return;
  drive_.calendar_.at(drive_.calendar_.now(), event::upkeep, static_cast<std::uint32_t>(Turn::collect));
}

bool Upkeep::is_readable(std::uint32_t superblock) const {
  const ftl::State state = drive_.ftl_.superblocks().state[superblock];
  return state == ftl::State::closed || state == ftl::State::open;
}

/// The next page in order that can be read, one at a time, lest reads leave programs no turn; superblocks
/// without data are passed over.
void Upkeep::patrol() {
  if (patrolling_) return;
  const ftl::Layout& layout = drive_.ftl_.layout();
  for (std::uint32_t tries = 0; tries < layout.superblocks(); ++tries) {
    const std::uint32_t sb = layout.superblock(next_page_);
    const ftl::Ppn page = next_page_;
    const bool readable = is_readable(sb) && drive_.guard_->is_in_flash(page);
    next_page_ = readable ? page + layout.units_per_page() : layout.ppn(sb, 0) + layout.units();
    if (next_page_ >= layout.pages()) next_page_ = 0;
    if (!readable) continue;
    patrolling_ = true;
    ++correction_.counters().patrol_reads;
    return read(page, patrols);
  }
}

/// The next block in order with something in it, if the drive is idle.
void Upkeep::sample() {
  if (search_.busy || drive_.outstanding() != 0) return;
  const ftl::Layout& layout = drive_.ftl_.layout();
  const std::uint32_t blocks = layout.superblocks() * layout.row();
  for (std::uint32_t tries = 0; tries < blocks; ++tries) {
    const std::uint32_t block = std::exchange(next_block_, (next_block_ + 1) % blocks);
    const std::uint32_t sb = block / layout.row(), column = block % layout.row();
    if (!is_readable(sb)) continue;
    // One of its pages, another each time that the blocks have all had their turn.
    const ftl::Ppn ppn = layout.first_of_column(sb, column);
    if (!drive_.guard_->is_in_flash(ppn)) continue;
    const std::uint32_t steps = correction_.steps_of(ppn);
    search_ = {true, ppn, steps, steps, steps, ~std::uint64_t{0}};
    return read(ppn, samples);
  }
}

void Upkeep::read(ftl::Ppn ppn, std::uint32_t owner) {
  ++drive_.pins_[drive_.ftl_.layout().superblock(ppn)];
  const std::uint32_t op =
      drive_.new_op(channel::Kind::read, channel::Source::scrub, ppn, owner, drive_.page_channel_bytes_);
  drive_.flash_.submit(op);
}

void Upkeep::finish(std::uint32_t op) {
  const ftl::Ppn ppn = drive_.flash_[op].ppn;
  drive_.flash_.give(op);
  drive_.unpin(ppn);
}

bool Upkeep::patrolled(std::uint32_t op) {
  if (drive_.flash_[op].source != channel::Source::scrub) return false;
  patrolling_ = false;
  finish(op);
  return true;
}

/// A sample tells how many errors there are at these thresholds. Those beside them follow, first further up;
/// as long as they are better, those beyond.
bool Upkeep::sampled(std::uint32_t op) {
  const channel::FlashOp& o = drive_.flash_[op];
  if (o.source != channel::Source::scrub || o.owner != samples) return false;
  ++correction_.counters().samples;
  const std::uint64_t errors = correction_.count_errors(o, search_.steps);
  finish(op);
  const bool first = search_.errors == ~std::uint64_t{0}, better = errors < search_.errors;
  const bool goes_up = search_.steps >= search_.began;
  if (better) {
    search_.errors = errors;
    search_.best = search_.steps;
  }
  const std::uint32_t most = drive_.config_.reliability.retry.steps;
  if ((first || (better && goes_up)) && search_.steps < most) {
    ++search_.steps;
  } else if (goes_up && search_.best == search_.began && search_.began > 0) {
    search_.steps = search_.began - 1;
  } else if (better && !goes_up && search_.steps > 0) {
    --search_.steps;
  } else {
    end_search();
    return true;
  }
  read(search_.ppn, samples);
  return true;
}

void Upkeep::end_search() {
  correction_.tune(search_.ppn, search_.best);
  search_.busy = false;
}

}  // namespace rainier::controller
