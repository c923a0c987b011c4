#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

using channel::Kind;
using channel::Source;

void Controller::pump_collection() {
  // There are no blocks for copies, and the host writes nothing more.
  if (guard_ && guard_->stuck()) [[unlikely]]
    return;
  // What is collected first waits for nobody to pay: the host may be waiting for it.
  if (guard_ && (ftl_.collects_first() || guard_->waits_for_blocks())) [[unlikely]]
    ftl_.pay();
  while (copies_in_flight_ - copies_waiting_ < config_.ftl.gc.in_flight && ftl_.collection_due()) {
    const ftl::Ppn source = ftl_.next_copy();
    if (source == ftl::none) break;
    ++copies_in_flight_;
    submit_read(new_op(Kind::read, Source::gc, source, source, unit_channel_bytes_), ftl_.owner(source), 1);
  }
  if (ftl_.copies_rest()) {
    // A victim is erased only when its last copy is in the flash: it must not wait for the next victim's.
    while (ftl_.copies_wait_for_page()) {
      const ftl::Placement pad = ftl_.pad();
      if (guard_) [[unlikely]]
        guard_->padded(pad);
      program(pad, Source::gc, no_unit);
    }
    release_held(ftl::Ftl::copy_stream);
  }
  erase_ready();
  if (stalled_head_ < stalled_.size()) resume_stalled();
}

// Firmware looks a copy up and enters its new place: two map operations.
void Controller::copy_read(ftl::Ppn source) {
  dram_.transfer(calendar_.now(), write_crossings_ * unit_bytes_);
  if (config_.controller.map_time == Time()) return place_copy(source);
  calendar_.at(cores_.map(calendar_.now(), 2 * config_.controller.map_time), event::copied, source);
}

void Controller::place_copy(ftl::Ppn source) {
  if (guard_ && guard_->stuck()) [[unlikely]] {
    guard_->drop_copy(source);
    --copies_in_flight_;
    return;
  }
  const ftl::Placement placement = ftl_.place_copy(source);
  if (guard_) [[unlikely]]
    guard_->copied(source, placement);
  if (placement.ppn == ftl::none)
    end_copy(source);
  else
    program(placement, Source::gc, units_.take({no_command, source, unit_bytes_, no_unit, ftl::none, 0}));
  const bool program_follows = placement.page_full && held_[ftl::Ftl::copy_stream].empty();
  if (placement.ppn == ftl::none || !program_follows) pump_collection();
}

void Controller::end_copy(ftl::Ppn source) {
  --copies_in_flight_;
  ftl_.end_copy(source);
}

void Controller::erase_ready() {
  for (std::uint32_t sb = ftl_.take_erasable(); sb != ftl::none; sb = ftl_.take_erasable()) {
    if (pins_[sb] == 0)
      start_erase(sb);
    else
      pins_[sb] |= erase_pending;
  }
}

void Controller::unpin(ftl::Ppn ppn) {
  const std::uint32_t sb = ftl_.layout().superblock(ppn);
  if (--pins_[sb] != erase_pending) return;
  pins_[sb] = 0;
  start_erase(sb);
}

void Controller::start_erase(std::uint32_t superblock) {
  const ftl::Layout& layout = ftl_.layout();
  erases_left_[superblock] = layout.row();
  for (std::uint32_t column = 0; column < layout.row(); ++column) {
    const std::uint32_t op =
        new_op(Kind::erase, Source::gc, layout.first_of_column(superblock, column), superblock, 0);
    if (guard_)
      guard_->submit_erase(op);
    else
      flash_.submit(op);
  }
}

void Controller::erase_done(std::uint32_t op) {
  const std::uint32_t superblock = flash_[op].owner;
  const bool good = !guard_ || guard_->erased(op);
  flash_.give(op);
  if (!good) return;  // the superblock lacks a block for good
  if (--erases_left_[superblock] > 0) return;
  ftl_.end_erase(superblock);
  if (guard_ && guard_->waits_for_blocks()) [[unlikely]]
    guard_->pump_rebuild();
  resume_stalled();
  pump_collection();
}

}  // namespace rainier::controller
