#include <fmt/format.h>

#include <algorithm>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"
#include "models/controller/power_loss.hpp"
#include "sim/config/plural.hpp"

namespace rainier::controller {

using channel::FlashOp;
using ftl::Recovery;

/// Pages programmed in each block of the superblock, as the drive finds them.
std::vector<std::uint32_t> PowerLoss::pages_of(std::uint32_t superblock) const {
  const ftl::Layout& layout = guard_.layout_;
  std::vector<std::uint32_t> pages(layout.row());
  if (drive_.ftl_.superblocks().state[superblock] == ftl::State::retired) return pages;
  for (std::uint32_t column = 0; column < layout.row(); ++column) {
    const ftl::Ppn first = layout.first_of_column(superblock, column);
    const auto job = guard_.jobs_.find(guard_.column_key(first));
    const media::Block block = guard_.physical(first);
    pages[column] =
        job != guard_.jobs_.end() ? job->second.pages : drive_.flash_.die(block.die).programmed(block.at);
  }
  return pages;
}

Recovery::Kind PowerLoss::kind_of(std::uint32_t superblock, const std::vector<std::uint32_t>& pages) const {
  if (half_erased_[superblock]) return Recovery::Kind::being_erased;
  if (std::all_of(pages.begin(), pages.end(), [](std::uint32_t n) { return n == 0; }))
    return Recovery::Kind::blank;
  const ftl::Layout& layout = guard_.layout_;
  const std::uint32_t all = layout.row() * layout.pages_per_block();
  // A last stripe of one page would be the parity of no data: it is never written.
  const bool lone = layout.stripes().enabled() && all % layout.stripes().width() == 1;
  std::uint32_t written = 0;
  for (const std::uint32_t of_column : pages) written += of_column;
  const bool full = written == all || (lone && written == all - 1 && pages.back() < layout.pages_per_block());
  return full && !torn_[superblock] ? Recovery::Kind::whole : Recovery::Kind::torn;
}

bool PowerLoss::is_unreadable(std::uint32_t die, nand::PageAddress at, ftl::Ppn ppn) const {
  return guard_.failures_.is_unreadable(die, at, ppn & guard_.in_page_) || uncorrected_.contains(ppn);
}

/// Whether the unit's stripe gives it, all of it being in the flash.
bool PowerLoss::stripe_gives(ftl::Ppn lost) const {
  const ftl::Layout& layout = guard_.layout_;
  const rain::Stripes& stripes = layout.stripes();
  if (!stripes.enabled()) return false;
  const std::uint32_t page = layout.unit(lost) >> guard_.shift_, begin = stripes.first(page);
  for (std::uint32_t other = begin; other < stripes.last(begin); ++other) {
    if (other == page) continue;
    FlashOp at;
    at.kind = channel::Kind::read;
    at.ppn = layout.ppn(layout.superblock(lost), other << guard_.shift_ | (lost & guard_.in_page_));
    if (!guard_.is_programmed(at.ppn)) return false;
    drive_.address(at);
    if (is_unreadable(at.die, at.at, at.ppn)) return false;
  }
  return true;
}

/// Tells the recovery of all that the superblock's pages say of themselves.
void PowerLoss::search(std::uint32_t superblock, const std::vector<std::uint32_t>& pages,
                       Recovery& recovery) {
  const ftl::Layout& layout = guard_.layout_;
  const ftl::Ftl& map = drive_.ftl_;
  struct Column {
    media::Block block, old;
    std::uint32_t moved;  ///< pages in the new block
  };
  std::vector<Column> columns;
  for (std::uint32_t column = 0; column < layout.row(); ++column) {
    const ftl::Ppn first = layout.first_of_column(superblock, column);
    const media::Block block = guard_.physical(first);
    const auto job = guard_.jobs_.find(guard_.column_key(first));
    columns.push_back(job == guard_.jobs_.end() ? Column{block, block, 0}
                                                : Column{block, job->second.old, job->second.next});
  }
  ftl::Ppn ppn = layout.ppn(superblock, 0);
  for (std::uint32_t row = 0; row < layout.pages_per_block(); ++row)
    for (std::uint32_t column = 0; column < layout.row(); ++column) {
      media::Block at = row < columns[column].moved ? columns[column].block : columns[column].old;
      at.at.page = static_cast<std::uint16_t>(row);
      for (std::uint32_t unit = 0; unit <= guard_.in_page_; ++unit, ++ppn) {
        if (row >= pages[column]) continue;
        ftl::Lpn lpn = map.owner(ppn);
        std::uint32_t write = writes_[ppn];
        if (is_unreadable(at.die, at.at, ppn) && !stripe_gives(ppn)) {
          const bool acknowledged = lpn < map.logical_pages() && write != 0 && write <= acknowledged_[lpn];
          if (acknowledged && drive_.config_.startup.hold_up > Time())
            unreadable_.push_back({lpn, write, 0, ppn});
          continue;
        }
        if (guard_.real())
          if (const std::uint32_t content = (*guard_.store_)[guard_.shape_.unit(at.die, at.at, unit)]) {
            const media::Spare spare = guard_.contents_.spare(content);
            if (spare.sequence != 0 && lpn < map.logical_pages()) {
              lpn = ~spare.lpn;
              write = static_cast<std::uint32_t>(spare.sequence);
            }
          }
        if (lpn >= map.logical_pages() || write == 0) continue;
        recovery.unit(ppn, lpn, write);
        guard_.sequence_ = std::max<std::uint64_t>(guard_.sequence_, write);
      }
    }
}

void PowerLoss::recover(Time held) {
  const std::uint32_t superblocks = guard_.layout_.superblocks();
  Recovery recovery(drive_.ftl_);
  if (guard_.mutation_ == Mutation::stale_recovery) recovery.prefer_stale();
  std::vector<std::vector<std::uint32_t>> pages(superblocks);
  torn_superblocks_ = 0;
  std::vector<bool> keeps(superblocks, false);
  if (guard_.stuck())
    for (const Saved& unit : saved_) keeps[guard_.layout_.superblock(unit.ppn)] = true;
  for (std::uint32_t sb = 0; sb < superblocks; ++sb) {
    pages[sb] = pages_of(sb);
    Recovery::Kind kind = kind_of(sb, pages[sb]);
    if (keeps[sb] && kind == Recovery::Kind::blank) kind = Recovery::Kind::torn;
    recovery.superblock(sb, kind);
    torn_[sb] = kind == Recovery::Kind::torn || kind == Recovery::Kind::being_erased;
    torn_superblocks_ += torn_[sb];
  }
  const Time span = search_flash(pages);
  guard_.sequence_ = 0;
  for (std::uint32_t sb = 0; sb < superblocks; ++sb) search(sb, pages[sb], recovery);
  for (const auto& [lpn, write] : saved_trims_) {
    recovery.trimmed(lpn, write);
    guard_.sequence_ = std::max<std::uint64_t>(guard_.sequence_, write);
  }
  // Of what was saved, now or before, whatever is newer than all that is in the flash.
  std::unordered_map<ftl::Lpn, std::uint32_t> newest;
  for (const Saved& unit : saved_) {
    guard_.sequence_ = std::max<std::uint64_t>(guard_.sequence_, unit.write);
    newest[unit.lpn] = std::max(newest[unit.lpn], unit.write);
  }
  std::erase_if(saved_, [&](const Saved& unit) {
    const bool wins = unit.write == newest[unit.lpn] && unit.write > recovery.write_of(unit.lpn);
    if (!wins) guard_.contents_.give(unit.content);
    return !wins;
  });
  if (guard_.stuck())
    keep_buffered(recovery);
  else
    for (const Saved& unit : saved_) recovery.saved(unit.lpn, unit.write);
  name_unreadable(recovery);
  count_lost(recovery);
  recovery.finish();
  restart_rebuilds();
  const Time start = drive_.calendar_.now() + held;
  for (std::uint32_t tenth = 1; tenth <= ready_slot; ++tenth)
    drive_.calendar_.at(start + Time(span.ps() / 10 * tenth), event::power, tenth);
}

/// There is no block that what was saved could be written to: it stays in the buffer, where it was.
void PowerLoss::keep_buffered(Recovery& recovery) {
  for (const Saved& unit : saved_) {
    recovery.unit(unit.ppn, unit.lpn, unit.write);
    guard_.buffer_[unit.ppn] = unit.content;
  }
  saved_.clear();
}

/// What the hold-up has saved says too what was in the flash, so that the newest of a unit, where nothing
/// gives it any more, is an error of the read and not what was there before.
void PowerLoss::name_unreadable(Recovery& recovery) {
  for (const Saved& unit : std::exchange(unreadable_, {})) {
    if (unit.write <= recovery.write_of(unit.lpn)) continue;
    recovery.unit(unit.ppn, unit.lpn, unit.write);
    ++counters_.lost_units;
    guard_.log_.add(drive_.calendar_.now(), fmt::format("unit {} is lost: reading it is an error", unit.lpn));
  }
}

void PowerLoss::count_lost(const Recovery& recovery) {
  std::uint64_t lost = 0;
  for (ftl::Lpn lpn = 0; lpn < drive_.ftl_.logical_pages(); ++lpn) {
    if (acknowledged_[lpn] <= recovery.write_of(lpn)) continue;
    ++lost;
    acknowledged_[lpn] = recovery.write_of(lpn);
  }
  counters_.lost_units += lost;
  if (lost > 0)
    guard_.log_.add(drive_.calendar_.now(),
                    fmt::format("{} acknowledged {} lost", lost, config::plural(lost, "unit")));
  for (const auto& [lpn, write] : trims_)
    counters_.undone_trims += recovery.write_of(lpn) != 0 && recovery.write_of(lpn) < write;
  trims_.clear();
  for (const auto& [lpn, write] : saved_trims_)
    if (recovery.write_of(lpn) == write) trims_.emplace(lpn, write);
}

/// The rebuild of each lost block goes on; blocks that are lost are found anew.
void PowerLoss::restart_rebuilds() {
  Guard& g = guard_;
  g.lost_blocks_.clear();
  for (auto& [key, job] : g.jobs_) {
    for (std::uint32_t& content : job.contents) g.contents_.give(std::exchange(content, media::no_content));
    job.waiting.clear();
    job.page_lost = false;
    // A program that failed has taken a page of its block, and there was no other block to begin anew in.
    const media::Block into = g.physical(job.first);
    job.busy = drive_.flash_.die(into.die).programmed(into.at) != job.next;
    ++drive_.pins_[g.layout_.superblock(job.first)];
  }
  for (std::uint32_t sb = 0; sb < g.layout_.superblocks(); ++sb)
    for (std::uint32_t column = 0; column < g.layout_.row(); ++column) {
      const ftl::Ppn first = g.layout_.first_of_column(sb, column);
      const media::Block block = g.physical(first);
      if (g.failures_.is_dead(block.die, block.at)) g.lost_blocks_.push_back(first);
    }
}

/// The map is there: what was saved is written, then the host may come.
void PowerLoss::ready() {
  state_ = State::writing_back;
  std::vector<std::uint32_t> jobs;
  for (const auto& [key, job] : guard_.jobs_) jobs.push_back(key);
  for (const std::uint32_t key : jobs)
    if (guard_.jobs_.contains(key)) guard_.advance(key);
  guard_.pump_rebuild();
  if (drive_.ftl_.collects_first()) drive_.ftl_.pay();
  drive_.pump_collection();
  write_back();
}

void PowerLoss::write_back() {
  if (saved_.empty()) return resume();
  writer_ = drive_.take();
  Command& c = drive_.commands_[writer_];
  c.operation = Operation::write;
  c.sector = c.sectors = 0;
  c.pages = static_cast<std::uint32_t>(saved_.size());
  c.remaining = c.pages + 1;  // it never ends, so that nobody is told
  writing_back_ = saved_.size();
  for (const Saved& s : saved_) {
    const std::uint32_t unit =
        drive_.units_.take({writer_, s.lpn, drive_.unit_bytes_, Controller::no_unit, ftl::none, 0});
    --drive_.buffer_free_;
    if (guard_.real()) guard_.content_of(unit) = guard_.contents_.copy(s.content);
    drive_.place(unit);
  }
}

void PowerLoss::ended_writing_back() {
  if (--writing_back_ == 0) drive_.calendar_.at(drive_.calendar_.now(), event::power, resume_slot);
}

void PowerLoss::resume() {
  state_ = State::on;
  drive_.refusing_ &= static_cast<std::uint8_t>(~Controller::starting);
  drive_.release_held();
  const Time now = drive_.calendar_.now();
  counters_.last_down = now - cut_at_;
  counters_.down += counters_.last_down;
  guard_.log_.add(now, fmt::format("start: complete after {:.3f} s, {} {} to be collected first",
                                   counters_.last_down.seconds(), torn_superblocks_,
                                   config::plural(torn_superblocks_, "superblock")));
  tidy();
  for (const std::uint32_t command : std::exchange(waiting_, {})) drive_.mapped(command);
}

/// The internal command is done when all it wrote is acknowledged.
void PowerLoss::tidy() {
  if (writer_ == no_command || writing_back_ > 0 || drive_.commands_[writer_].remaining > 1) return;
  drive_.commands_.give(std::exchange(writer_, no_command));
}

/// All that is mapped counts as written before whatever comes.
void PowerLoss::settled() {
  writes_.clear();
  trims_.clear();
  saved_trims_.clear();
  for (Saved& unit : saved_) guard_.contents_.give(unit.content);
  saved_.clear();
  copies_.clear();
  under_way_.clear();
  const auto write = static_cast<std::uint32_t>(++guard_.sequence_);
  for (ftl::Lpn lpn = 0; lpn < drive_.ftl_.logical_pages(); ++lpn) {
    const ftl::Ppn ppn = drive_.ftl_.lookup(lpn);
    acknowledged_[lpn] = ppn == ftl::none ? 0 : write;
    if (ppn == ftl::none) continue;
    writes_[ppn] = write;
    if (!guard_.real()) continue;
    const std::uint32_t content = (*guard_.store_)[guard_.stored_at(ppn)];
    if (content == media::no_content) continue;
    const media::Spare old = guard_.contents_.spare(content);
    if (old.sequence != 0) acknowledged_[lpn] = static_cast<std::uint32_t>(old.sequence);
  }
}

}  // namespace rainier::controller
