#include <fmt/format.h>

#include <algorithm>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

using channel::FlashOp;
using channel::Kind;
using channel::Source;

std::uint32_t Guard::column_key(ftl::Ppn ppn) const {
  return layout_.superblock(ppn) * layout_.row() + layout_.column(ppn);
}

/// Of a unit's column, the first unit.
ftl::Ppn Guard::first_of(ftl::Ppn ppn) const {
  return layout_.first_of_column(layout_.superblock(ppn), layout_.column(ppn));
}

/// The block that holds the unit, or will.
media::Block Guard::physical(ftl::Ppn ppn) const {
  ftl::Place place = layout_.place(ppn);
  place.at.page = 0;
  const media::Block block = spares_.physical({place.die, place.at});
  if (block.die != place.die || block.at.plane != place.at.plane || block.at.block != place.at.block)
    return block;
  place.at.block = drive_.bad_blocks_.physical(place.die, place.at);
  return {place.die, place.at};
}

void Guard::route(FlashOp& op) const {
  media::Block block = physical(op.ppn);
  if (op.kind == Kind::read && !jobs_.empty()) {
    const auto job = jobs_.find(column_key(op.ppn));
    if (job != jobs_.end() && layout_.place(op.ppn).at.page >= job->second.next) block = job->second.old;
  }
  op.die = block.die;
  op.at.plane = block.at.plane;
  op.at.block = block.at.block;
}

/// Whether the page that holds the unit is whole in the flash.
bool Guard::is_programmed(ftl::Ppn ppn) const {
  FlashOp at;
  at.ppn = ppn;
  at.kind = Kind::read;
  drive_.address(at);
  if (!drive_.flash_.is_programmed(at.die, at.at)) return false;
  // A program that failed has taken its page and left nothing there.
  const auto job = jobs_.find(column_key(ppn));
  if (job != jobs_.end() && at.at.page >= job->second.pages) return false;
  const ftl::Ppn page = ppn & ~in_page_;
  for (std::uint32_t unit = 0; unit <= in_page_; ++unit)
    if (buffer_.contains(page + unit)) return false;
  return true;
}

bool Guard::is_in_flash(ftl::Ppn ppn) const {
  FlashOp at;
  at.ppn = ppn;
  at.kind = Kind::read;
  drive_.address(at);
  return is_programmed(ppn) && !failures_.is_dead(at.die, at.at);
}

/// Puts a spare block in place of the column's, to move there what the old one holds. False if there is none.
bool Guard::retire(ftl::Ppn first) {
  Job job;
  job.first = first;
  job.old = physical(first);
  const std::uint32_t row_units = layout_.row() << shift_;
  while (job.pages < layout_.pages_per_block() && is_programmed(first + job.pages * row_units)) ++job.pages;
  if (!replace(first)) return false;
  job.contents.assign(in_page_ + 1, media::no_content);
  ++drive_.pins_[layout_.superblock(first)];
  jobs_.emplace(column_key(first), std::move(job));
  return true;
}

/// The next step of a job that has nothing under way.
void Guard::advance(std::uint32_t key) {
  Job& job = jobs_.at(key);
  if (job.busy) return;
  if (job.next == job.pages) {
    if (programs_out_[key] == 0) finish(key);
    return;
  }
  job.busy = true;
  const ftl::Ppn page = job.first + (job.next * layout_.row() << shift_);
  const std::uint32_t op = drive_.new_op(Kind::read, Source::rain, page, key, drive_.page_channel_bytes_);
  info(op) = {ftl::none, in_page_ + 1, nobody, true};
  const FlashOp& o = drive_.flash_[op];
  if (failures_.is_dead(o.die, o.at))
    reconstruct(op, 0, in_page_);
  else
    drive_.flash_.submit(op);
}

void Guard::page_read(std::uint32_t op, const Reconstruction* by_stripe) {
  const FlashOp o = drive_.flash_[op];
  Job& job = jobs_.at(o.owner);
  for (std::uint32_t unit = 0; unit <= in_page_; ++unit) {
    const std::optional<std::uint32_t> content = unit_of(op, unit, by_stripe);
    if (!content) job.page_lost = true;
    if (real()) job.contents[unit] = content ? contents_.copy(*content) : media::no_content;
  }
  drive_.flash_.give(op);
  const std::uint32_t program =
      drive_.new_op(Kind::program, Source::rain, o.ppn, o.owner, drive_.page_channel_bytes_);
  info(program) = {ftl::none, in_page_ + 1, nobody, true};
  drive_.flash_.submit(program);
}

void Guard::page_programmed(std::uint32_t op) {
  const FlashOp o = drive_.flash_[op];
  drive_.flash_.give(op);
  const std::uint32_t key = o.owner;
  Job& job = jobs_.at(key);
  job.busy = false;
  if (fails_program(o)) {
    ++counters_.program_failures;
    for (std::uint32_t& content : job.contents) contents_.give(std::exchange(content, media::no_content));
    job.page_lost = false;
    job.next = 0;  // all over again, into another block
    if (replace(job.first)) return advance(key);
    job.busy = true;
    for (const std::uint32_t waits : std::exchange(job.waiting, {})) fail_program(waits);
    return;
  }
  for (std::uint32_t unit = 0; unit <= in_page_; ++unit)
    store(o, unit, std::exchange(job.contents[unit], media::no_content));
  if (std::exchange(job.page_lost, false)) {
    // Nobody may take what stands there for data, nor count on it for its stripe.
    failures_.fail_page(o.die, o.at);
    ++counters_.lost_pages;
  }
  ++counters_.rebuilt_pages;
  ++job.next;
  advance(key);
}

void Guard::finish(std::uint32_t key) {
  Job job = std::move(jobs_.at(key));
  jobs_.erase(key);
  ++counters_.rebuilt_blocks;
  if (correction_) correction_->moved(job.first);
  std::sort(job.waiting.begin(), job.waiting.end(), [this](std::uint32_t a, std::uint32_t b) {
    return drive_.flash_[a].at.page < drive_.flash_[b].at.page;
  });
  for (const std::uint32_t op : job.waiting)
    if (!holds(op)) drive_.flash_.submit(op);
  if (lost_blocks_.empty() && jobs_.empty())
    log_.add(drive_.calendar_.now(),
             fmt::format("rebuild complete: {} blocks and {} pages so far, {} spare blocks left",
                         counters_.rebuilt_blocks, counters_.rebuilt_pages, spares_.left()));
  drive_.unpin(job.first);
  pump_rebuild();
}

/// A block that turned out to be lost: it goes first.
void Guard::lost_block(ftl::Ppn ppn) {
  const ftl::Ppn first = first_of(ppn);
  if (jobs_.contains(column_key(first)) || stuck_) return;
  if (std::find(lost_blocks_.begin(), lost_blocks_.end(), first) != lost_blocks_.end()) return;
  lost_blocks_.push_front(first);
  pump_rebuild();
}

/// Queues what lies on a plane, or on one block of it, to be rebuilt.
void Guard::find_lost(std::uint32_t die, std::uint32_t plane, std::optional<std::uint16_t> of) {
  for (std::uint32_t sb = 0; sb < layout_.superblocks(); ++sb)
    for (std::uint32_t column = 0; column < layout_.row(); ++column) {
      const ftl::Ppn first = layout_.first_of_column(sb, column);
      const media::Block block = physical(first);
      if (block.die == die && block.at.plane == plane && of.value_or(block.at.block) == block.at.block)
        lost_blocks_.push_back(first);
    }
}

void Guard::pump_rebuild() {
  waits_for_blocks_ = false;
  while (!lost_blocks_.empty() && jobs_.size() < drive_.config_.media.rebuild_blocks && !stuck_) {
    const ftl::Ppn first = lost_blocks_.front();
    lost_blocks_.pop_front();
    const ftl::State state = drive_.ftl_.superblocks().state[layout_.superblock(first)];
    const media::Block block = physical(first);
    // A block without data is replaced when it is next erased or programmed.
    if (state == ftl::State::free || state == ftl::State::erasing || state == ftl::State::retired) continue;
    if (jobs_.contains(column_key(first)) || !failures_.is_dead(block.die, block.at)) continue;
    // What is left is for programs, which can't wait; GC is to free superblocks for this.
    if (spares_are_short() && !draw_on_space() && may_draw_on_space()) {
      lost_blocks_.push_front(first);
      waits_for_blocks_ = true;
      drive_.calendar_.at(drive_.calendar_.now(), event::fault, nobody);
      return;
    }
    if (retire(first)) advance(column_key(first));
  }
}

bool Guard::fails_now(std::vector<std::uint32_t>& armed, std::uint32_t die) {
  const auto found =
      std::find_if(armed.begin(), armed.end(), [&](std::uint32_t of) { return of == nobody || of == die; });
  if (found == armed.end()) return false;
  armed.erase(found);
  return true;
}

bool Guard::fails_program(const FlashOp& o) {
  if (!failures_.takes_programs(o.die, o.at)) return true;
  if (failing_programs_.empty() || !fails_now(failing_programs_, o.die)) return false;
  failures_.wear_out(o.die, o.at);
  return true;
}

bool Guard::holds(std::uint32_t op) {
  FlashOp& o = drive_.flash_[op];
  if (mutation_ == Mutation::erase_early && o.source == Source::gc)
    for (std::uint32_t unit = std::exchange(o.owner, Controller::no_unit); unit != Controller::no_unit;) {
      const Controller::UnitWrite u = drive_.units_[unit];
      drive_.units_.give(unit);
      unit = u.next;
      drive_.end_copy(u.lpn);
    }
  drive_.address(o);
  info(op) = {ftl::none, in_page_ + 1, nobody, false};
  const std::uint32_t key = column_key(o.ppn);
  if (jobs_.contains(key) || !failures_.takes_programs(o.die, o.at)) {
    take_over(op);
    return true;
  }
  ++programs_out_[key];
  return false;
}

void Guard::submit_pair(std::uint32_t first, std::uint32_t second) {
  const bool first_waits = holds(first), second_waits = holds(second);
  if (!first_waits && !second_waits && drive_.flash_[first].die == drive_.flash_[second].die)
    return drive_.flash_.submit_pair(first, second);
  if (!first_waits) drive_.flash_.submit(first);
  if (!second_waits) drive_.flash_.submit(second);
}

/// A program that can't go to its block waits for the block that replaces it.
void Guard::take_over(std::uint32_t op) {
  const ftl::Ppn first = first_of(drive_.flash_[op].ppn);
  const std::uint32_t key = column_key(first);
  if (stuck_ || (!jobs_.contains(key) && !retire(first))) return fail_program(op);
  jobs_.at(key).waiting.push_back(op);
  advance(key);
}

void Guard::log_failure(const char* of, const FlashOp& o) {
  const std::uint32_t channels = drive_.config_.channel.channels;
  log_.add(drive_.calendar_.now(), fmt::format("{} failure: channel {}, die {}, plane {}, block {}", of,
                                               o.die % channels, o.die / channels, o.at.plane, o.at.block));
}

bool Guard::programmed(std::uint32_t op) {
  if (info(op).rebuild) {
    page_programmed(op);
    return false;
  }
  const FlashOp o = drive_.flash_[op];
  const std::uint32_t key = column_key(o.ppn);
  --programs_out_[key];
  if (fails_program(o)) {
    ++counters_.program_failures;
    drive_.flash_[op].pair = channel::no_op;
    drive_.flash_[op].paid = 0;
    log_failure("program", o);
    take_over(op);
    return false;
  }
  const ftl::Ppn page = o.ppn & ~in_page_;
  for (std::uint32_t unit = 0; unit <= in_page_; ++unit) {
    auto node = buffer_.extract(page + unit);
    store(o, unit, node.empty() ? media::no_content : node.mapped());
  }
  if (power_) power_->programmed(o);
  if (jobs_.contains(key)) advance(key);
  if (o.source == Source::gc && drive_.ftl_.collects_first()) drive_.ftl_.pay();
  return true;
}

/// There is no block to program: a write that was not acknowledged fails; what was stays in the buffer.
void Guard::fail_program(std::uint32_t op) {
  const FlashOp o = drive_.flash_[op];
  drive_.flash_.give(op);
  failures_.fail_page(o.die, o.at);  // it may have been tried, and then says nothing that is true
  if (o.source != Source::host && o.source != Source::gc) return;
  const bool waits = drive_.config_.controller.acknowledge == Acknowledge::program;
  for (std::uint32_t unit = o.owner; unit != Controller::no_unit;) {
    const Controller::UnitWrite u = drive_.units_[unit];
    drive_.units_.give(unit);
    unit = u.next;
    if (u.command == no_command) continue;
    ++drive_.buffer_free_;
    if (!waits) continue;
    drive_.commands_[u.command].error = Error::write_protected;
    drive_.finish_units(u.command, 1, drive_.calendar_.now());
  }
  drive_.pump_writes();
}

void Guard::abandon(std::uint32_t unit) {
  if (power_) power_->abandoned(unit);
  const Controller::UnitWrite u = drive_.units_[unit];
  if (real()) contents_.give(std::exchange(content_of(unit), media::no_content));
  drive_.units_.give(unit);
  ++drive_.buffer_free_;
  Error& error = drive_.commands_[u.command].error;
  if (error == Error::none) error = Error::write_protected;
  drive_.finish_units(u.command, 1, drive_.calendar_.now());
  drive_.pump_writes();
}

void Guard::submit_erase(std::uint32_t op) {
  if (!power_ || !power_->holds_erase(op)) start_erase(op);
}

void Guard::start_erase(std::uint32_t op) {
  const FlashOp& o = drive_.flash_[op];
  if (failures_.takes_programs(o.die, o.at)) return drive_.flash_.submit(op);
  drive_.calendar_.at(drive_.calendar_.now() + drive_.config_.channel.erase_overhead, event::refused, op);
}

bool Guard::erased(std::uint32_t op) {
  const FlashOp& o = drive_.flash_[op];
  const ftl::Ppn first = layout_.ppn(layout_.superblock(o.ppn), 0);
  poisoned_.erase(poisoned_.lower_bound(first), poisoned_.lower_bound(first + layout_.units()));
  if (real()) store_->erase(o.die, o.at);
  if (power_) power_->erased(layout_.superblock(o.ppn));
  if (correction_) correction_->erased(o.ppn);
  const bool takes = failures_.takes_programs(o.die, o.at) && !(correction_ && correction_->wears_out(o.ppn));
  if (takes && (failing_erases_.empty() || !fails_now(failing_erases_, o.die))) {
    failures_.erased(o.die, o.at);
    return true;
  }
  failures_.wear_out(o.die, o.at);
  ++counters_.erase_failures;
  log_failure("erase", o);
  return replace(first_of(o.ppn));
}

}  // namespace rainier::controller
