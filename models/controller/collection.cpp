#include "models/controller/controller.hpp"

namespace rainier::controller {

using channel::Kind;
using channel::Source;

void Controller::pump_collection() {
  while (copies_in_flight_ < config_.ftl.gc.in_flight && ftl_.collection_due()) {
    const ftl::Ppn source = ftl_.next_copy();
    if (source == ftl::none) break;
    ++copies_in_flight_;
    flash_.submit(new_op(Kind::read, Source::gc, source, source, full_page_channel_bytes_));
  }
  erase_ready();
  if (stalled_head_ < stalled_.size()) resume_stalled();
}

void Controller::copy_read(ftl::Ppn source) {
  dram_.transfer(calendar_.now(), write_crossings_ * page_bytes_);
  const ftl::Placement placement = ftl_.place_copy(source);
  if (placement.ppn != ftl::none) {
    submit_program(placement, Source::gc, source);
    return;
  }
  --copies_in_flight_;
  ftl_.end_copy(source);
  pump_collection();
}

void Controller::erase_ready() {
  for (std::uint32_t sb = ftl_.take_erasable(); sb != ftl::none; sb = ftl_.take_erasable()) {
    if (pins_[sb] == 0)
      start_erase(sb);
    else
      erase_pending_[sb] = true;
  }
}

void Controller::unpin(ftl::Ppn ppn) {
  const std::uint32_t sb = ftl_.layout().superblock(ppn);
  if (--pins_[sb] > 0 || !erase_pending_[sb]) return;
  erase_pending_[sb] = false;
  start_erase(sb);
}

void Controller::start_erase(std::uint32_t superblock) {
  const ftl::Layout& layout = ftl_.layout();
  erases_left_[superblock] = layout.row();
  for (std::uint32_t column = 0; column < layout.row(); ++column)
    flash_.submit(new_op(Kind::erase, Source::gc, layout.ppn(superblock, column), superblock, 0));
}

void Controller::erase_done(std::uint32_t op) {
  const std::uint32_t superblock = flash_[op].owner;
  flash_.give(op);
  if (--erases_left_[superblock] > 0) return;
  ftl_.end_erase(superblock);
  resume_stalled();
  pump_collection();
}

}  // namespace rainier::controller
