#include <utility>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

using channel::Kind;
using channel::Source;

// Units of waiting commands are fetched in order, as far as the write buffer has room.
void Controller::pump_writes() {
  while (!waiting_writes_.empty() && buffer_free_ > 0) {
    const std::uint32_t command = waiting_writes_.head;
    Command& c = commands_[command];
    const Slice part = slice(c, c.issued);
    --buffer_free_;
    const std::uint32_t unit = units_.take({command, part.lpn, part.bytes, no_unit, ftl::none, 0});
    std::uint32_t then = event::data_in;
    const Time fetched =
        link_.fetch(calendar_.now(), part.bytes, c.fetched, [&then] { then = event::data_lost; });
    c.fetched += part.bytes;
    calendar_.at(dram_.transfer(fetched, write_crossings_ * part.bytes), then, unit);
    ftl_.prefetch(part.lpn);
    if (++c.issued == c.pages) waiting_writes_.pop(commands_);
  }
  if (!waiting_writes_.empty()) release_held();  // the buffer is full: nothing else may ever come
}

// What came with a wrong CRC is dropped: the command is sent again as a whole.
void Controller::data_lost(std::uint32_t unit) {
  const std::uint32_t command = units_[unit].command;
  units_.give(unit);
  ++buffer_free_;
  lose_data(command);
  finish_units(command, 1, calendar_.now());
  pump_writes();
}

// A unit that is written in part keeps the rest of what it held: read, merge, write.
void Controller::data_in(std::uint32_t unit) {
  const UnitWrite& u = units_[unit];
  const std::int64_t energy = link_byte_energy_ * u.bytes;
  if (energy != 0) {
    governor_.spend(calendar_.now(), energy);
    meter_.add(calendar_.now(), power::Use::link, energy);
  }
  commands_[u.command].data_in = calendar_.now();
  if (guard_) [[unlikely]]
    guard_->data_in(unit);
  if (u.bytes == unit_bytes_ || merge(unit)) place(unit);
}

/// Completes a unit that is written in part: what is not in the flash, or not yet, is merged in the buffer.
/// False if it has to be read first, or to wait for its turn: place() follows.
bool Controller::merge(std::uint32_t unit) {
  if (merging_ && config_.controller.serial_merges) {
    waiting_merges_.push(units_, unit);
    return false;
  }
  UnitWrite& u = units_[unit];
  const ftl::Ppn old = ftl_.lookup(u.lpn);
  u.source = old;
  if (old == ftl::none) {
    if (guard_) [[unlikely]]
      guard_->merge_nothing(unit);
    return true;
  }
  u.source_erases = ftl_.superblocks().erases[ftl_.layout().superblock(old)];
  const std::uint32_t op = new_op(Kind::read, Source::merge, old, unit, unit_channel_bytes_);
  if (guard_ ? guard_->is_buffered(old) : !flash_.is_programmed(flash_[op].die, flash_[op].at)) {
    flash_.give(op);
    if (guard_) [[unlikely]]
      guard_->merge_buffered(unit, old);
    return true;
  }
  merging_ = true;
  ++counters_.merges;
  ++pins_[ftl_.layout().superblock(old)];
  submit_read(op, u.lpn, 1);
  return false;
}

// Whoever wrote to the same unit since it was merged is to be kept too; its place may even be the same,
// erased and written again. False if it is to be merged again, which takes a while.
bool Controller::is_complete(std::uint32_t unit) {
  const UnitWrite& u = units_[unit];
  const bool same = ftl_.lookup(u.lpn) == u.source &&
                    (u.source == ftl::none ||
                     ftl_.superblocks().erases[ftl_.layout().superblock(u.source)] == u.source_erases);
  return same || merge(unit);
}

std::vector<std::uint32_t> Controller::take_stalled() {
  std::vector<std::uint32_t> units(stalled_.begin() + static_cast<std::ptrdiff_t>(stalled_head_),
                                   stalled_.end());
  stalled_.clear();
  stalled_head_ = 0;
  return units;
}

void Controller::merge_read(std::uint32_t unit) {
  merging_ = false;
  place(unit);
  next_merge();
}

void Controller::next_merge() {
  while (!merging_ && !waiting_merges_.empty()) {
    const std::uint32_t next = waiting_merges_.pop(units_);
    if (merge(next)) place(next);
  }
}

void Controller::place(std::uint32_t unit) {
  if (guard_ && guard_->stuck()) [[unlikely]]
    return guard_->abandon(unit);
  if (stalled_head_ < stalled_.size() || !try_place(unit)) {
    stalled_.push_back(unit);
    ++counters_.stalls;
  }
  pump_collection();
}

bool Controller::try_place(std::uint32_t unit) {
  if (units_[unit].bytes != unit_bytes_ && !is_complete(unit)) [[unlikely]]
    return true;
  const UnitWrite& u = units_[unit];
  const ftl::Placement placement = ftl_.write(u.lpn);
  if (placement.ppn == ftl::none) return false;
  if (guard_) [[unlikely]]
    guard_->placed(unit, placement);
  if (config_.controller.acknowledge == Acknowledge::buffer) {
    commands_[u.command].data_in = calendar_.now();
    finish_units(u.command, 1, calendar_.now());
  }
  program(placement, Source::host, unit);
  return true;
}

void Controller::resume_stalled() {
  while (stalled_head_ < stalled_.size()) {
    // It is out of the queue when it is placed: placing may show that nothing can be placed any more.
    const std::uint32_t unit = stalled_[stalled_head_++];
    if (try_place(unit)) continue;
    --stalled_head_;
    break;
  }
  if (2 * stalled_head_ >= stalled_.size()) {  // it may never be empty
    stalled_.erase(stalled_.begin(), stalled_.begin() + static_cast<std::ptrdiff_t>(stalled_head_));
    stalled_head_ = 0;
  }
}

/// Programs the page once it is full; until then its units wait. `unit` may be no_unit: padding.
void Controller::program(const ftl::Placement& placement, Source source, std::uint32_t unit) {
  std::uint32_t& filling = filling_[placement.stream];
  if (unit != no_unit) {
    units_[unit].next = filling;
    filling = unit;
    copies_waiting_ += source == Source::gc;
  }
  if (!placement.page_full) return;
  ftl_.begin_program(placement.ppn);
  submit_program(new_op(Kind::program, source, placement.ppn, filling, page_channel_bytes_),
                 placement.stream);
  filling = no_unit;
  if (placement.parity == ftl::none) return;
  ftl_.begin_program(placement.parity);
  submit_program(new_op(Kind::program, Source::parity, placement.parity, no_unit, page_channel_bytes_),
                 placement.stream);
}

// A page in the protected buffer waits for its neighbour plane's, so that one program takes both.
void Controller::submit_program(std::uint32_t op, std::uint8_t stream) {
  std::vector<std::uint32_t>& held = held_[stream];
  if (held.empty()) return start_program(op);
  const ftl::Layout& layout = ftl_.layout();
  const std::uint32_t column = layout.column(flash_[op].ppn);
  if (column / layout.width() % 2 == 0) {
    // The neighbour of a superblock's last page may be the parity of no data: it never comes.
    if (const std::uint32_t before = std::exchange(held[column], op); before != channel::no_op)
      start_program(before);
    else
      ++held_pages_[stream];
    if (buffer_free_ == 0 && !waiting_writes_.empty()) release_held();
    return;
  }
  std::uint32_t& first = held[column - layout.width()];
  if (first == channel::no_op) return start_program(op);
  --held_pages_[stream];
  count_out(first);
  count_out(op);
  const std::uint32_t pair = std::exchange(first, channel::no_op);
  if (guard_)
    guard_->submit_pair(pair, op);
  else
    flash_.submit_pair(pair, op);
}

// Copies that are on their way to the flash wait no longer.
void Controller::count_out(std::uint32_t op) {
  if (flash_[op].source != Source::gc) return;
  for (std::uint32_t unit = flash_[op].owner; unit != no_unit; unit = units_[unit].next) --copies_waiting_;
}

void Controller::start_program(std::uint32_t op) {
  count_out(op);
  if (guard_ && guard_->holds(op)) [[unlikely]]
    return;
  flash_.submit(op);
}

void Controller::release_held(std::uint8_t stream) {
  if (std::exchange(held_pages_[stream], 0) == 0) return;
  for (std::uint32_t& op : held_[stream])
    if (op != channel::no_op) start_program(std::exchange(op, channel::no_op));
}

void Controller::release_held() {
  for (std::uint8_t stream = 0; stream < ftl::streams; ++stream) release_held(stream);
}

void Controller::hand_over() {
  for (std::uint32_t& filling : filling_)
    while (filling != no_unit) {
      const UnitWrite u = units_[filling];
      units_.give(std::exchange(filling, u.next));
      if (u.command == no_command) {
        --copies_waiting_;
        end_copy(u.lpn);
      } else {
        ++buffer_free_;
      }
    }
}

void Controller::program_done(std::uint32_t op) {
  if (guard_ && !guard_->programmed(op)) [[unlikely]]
    return;
  const channel::FlashOp o = flash_[op];
  flash_.give(op);
  ftl_.end_program(o.ppn);
  for (std::uint32_t unit = o.owner; unit != no_unit;) {
    const UnitWrite u = units_[unit];
    units_.give(unit);
    unit = u.next;
    if (u.command == no_command) {
      end_copy(u.lpn);
      continue;
    }
    ++buffer_free_;
    if (config_.controller.acknowledge != Acknowledge::program) continue;
    keep_times(commands_[u.command], o);
    finish_units(u.command, 1, calendar_.now());
  }
  if (o.source == Source::host) pump_writes();
  // Only now may the page's superblock be a victim, or its stream go on to the next.
  if (o.source == Source::gc || stalled_head_ < stalled_.size()) pump_collection();
}

}  // namespace rainier::controller
