#include "sim/archive/archive.hpp"

#include <algorithm>

#include "models/controller/checkpoint.hpp"
#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

// What of a drive outlasts its power: the map, wear, what has failed and what stands in for it, what was
// counted, the log. What its memory held, and how warm it was, does not.
namespace rainier::controller {

bool Controller::at_rest() const {
  const bool none_held =
      std::all_of(held_pages_.begin(), held_pages_.end(), [](std::uint32_t pages) { return pages == 0; });
  return idle() && none_held && copies_in_flight_ == copies_waiting_ && stalled_head_ == stalled_.size() &&
         !(guard_ && guard_->rebuilding() && !guard_->waits_for_blocks());
}

void Controller::archive(Archive& a) {
  if (guard_) guard_->archive_blocks(a);
  ftl_.archive(a);
  if (a.reading()) restore_dies();
  if (guard_) guard_->archive(a);
  if (checkpoint_) checkpoint_->archive(a);
  thermal_.archive(a, calendar_.now());
  link_.archive(a);
}

void Guard::archive_blocks(Archive& a) {
  failures_.archive(a);
  spares_.archive(a);
}

void Guard::archive(Archive& a) {
  log_.archive(a, drive_.calendar_.now());
  a.value(counters_);
  a.value(sequence_);
  random_.archive(a);
  std::vector<ftl::Ppn> poisoned(poisoned_.begin(), poisoned_.end());
  a.list(poisoned, static_cast<ftl::Ppn>(layout_.pages()));
  poisoned_ = {poisoned.begin(), poisoned.end()};
  std::vector<ftl::Ppn> lost(lost_blocks_.begin(), lost_blocks_.end());
  a.list(lost, static_cast<ftl::Ppn>(layout_.pages()));
  lost_blocks_ = {lost.begin(), lost.end()};
  a.value(waits_for_blocks_);
  a.value(read_only_);
  a.value(stuck_);
  if (read_only_) drive_.refusing_ |= Controller::writes;
  if (correction_) correction_->archive(a);
  if (power_) power_->archive(a);
}

void PowerLoss::archive(Archive& a) {
  const Time now = drive_.calendar_.now();
  a.value(counters_);
  a.items(torn_);
  a.items(half_erased_);
  for (Time& changed : changed_at_) a.moment(changed, now);
  torn_superblocks_ = static_cast<std::uint32_t>(std::count(torn_.begin(), torn_.end(), true));
}

void Correction::archive(Archive& a) {
  const double years = clock_.years(drive_.calendar_.now());
  random_.archive(a);
  for (Block& block : blocks_) {
    double since = block.erased_at - years;
    a.value(since);
    if (a.reading()) block.erased_at = years + since;
    a.value(block.reads);
    a.value(block.version);
    a.value(block.held);
    a.value(block.old_pages);
    a.value(block.steps);
  }
  for (Superblock& s : superblocks_) {
    a.value(s.wear);
    a.value(s.erases);
  }
  for (std::uint64_t* count : {&counters_.reads, &counters_.codewords, &counters_.failed, &counters_.retries,
                               &counters_.exhausted, &counters_.tuned, &counters_.refreshes,
                               &counters_.patrol_reads, &counters_.samples, &counters_.worn_out})
    a.value(*count);
  a.items(counters_.by_step);
  a.items(counters_.corrected);
  upkeep_.archive(a);
}

void Upkeep::archive(Archive& a) {
  a.value(next_page_);
  a.value(next_block_);
  if (next_page_ >= correction_.layout_.pages()) next_page_ = 0;
  if (next_block_ >= correction_.blocks_.size()) next_block_ = 0;
}

}  // namespace rainier::controller
