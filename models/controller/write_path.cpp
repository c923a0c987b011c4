#include "models/controller/controller.hpp"

namespace rainier::controller {

using channel::Kind;
using channel::Source;

// Pages of waiting commands are fetched in order, as far as the write buffer has room.
void Controller::pump_writes() {
  while (!waiting_writes_.empty() && buffer_free_ > 0) {
    const std::uint32_t command = waiting_writes_.head;
    Command& c = commands_[command];
    const Slice part = slice(c, c.issued);
    --buffer_free_;
    const std::uint32_t page = pages_.take({command, part.lpn, part.bytes});
    const Time fetched = link_.fetch(calendar_.now(), part.bytes);
    calendar_.in_lane(event::lane_data_in, dram_.transfer(fetched, write_crossings_ * part.bytes),
                      event::data_in, page);
    ftl_.prefetch(part.lpn);
    if (++c.issued == c.pages) waiting_writes_.pop(commands_);
  }
}

// A page that is written in part keeps the rest of what it held: read, merge, write.
void Controller::data_in(std::uint32_t page) {
  const PageWrite& p = pages_[page];
  const std::int64_t energy = link_byte_energy_ * p.bytes;
  if (energy != 0) {
    governor_.spend(calendar_.now(), energy);
    meter_.add(calendar_.now(), power::Use::link, energy);
  }
  commands_[p.command].data_in = calendar_.now();
  const ftl::Ppn old = ftl_.lookup(p.lpn);
  if (p.bytes == page_bytes_ || old == ftl::none) {
    place(page);
    return;
  }
  const std::uint32_t op = new_op(Kind::read, Source::merge, old, page, full_page_channel_bytes_);
  if (!flash_.is_programmed(flash_[op].die, flash_[op].at)) {
    flash_.give(op);
    place(page);
    return;
  }
  ++counters_.merges;
  ++pins_[ftl_.layout().superblock(old)];
  flash_.submit(op);
}

void Controller::place(std::uint32_t page) {
  if (stalled_head_ < stalled_.size() || !try_place(page)) {
    stalled_.push_back(page);
    ++counters_.stalls;
  }
  pump_collection();
}

bool Controller::try_place(std::uint32_t page) {
  const PageWrite& p = pages_[page];
  const ftl::Placement placement = ftl_.write(p.lpn);
  if (placement.ppn == ftl::none) return false;
  if (config_.controller.acknowledge == Acknowledge::buffer) finish_page(p.command, calendar_.now());
  submit_program(placement, Source::host, page);
  return true;
}

void Controller::resume_stalled() {
  while (stalled_head_ < stalled_.size() && try_place(stalled_[stalled_head_])) ++stalled_head_;
  if (2 * stalled_head_ >= stalled_.size()) {  // it may never be empty
    stalled_.erase(stalled_.begin(), stalled_.begin() + static_cast<std::ptrdiff_t>(stalled_head_));
    stalled_head_ = 0;
  }
}

void Controller::submit_program(const ftl::Placement& placement, Source source, std::uint32_t owner) {
  ftl_.begin_program(placement.ppn);
  flash_.submit(new_op(Kind::program, source, placement.ppn, owner, full_page_channel_bytes_));
  if (placement.parity == ftl::none) return;
  ftl_.begin_program(placement.parity);
  flash_.submit(new_op(Kind::program, Source::parity, placement.parity, 0, full_page_channel_bytes_));
}

void Controller::program_done(std::uint32_t op) {
  const channel::FlashOp o = flash_[op];
  flash_.give(op);
  ftl_.end_program(o.ppn);
  if (o.source == Source::host) {
    const PageWrite p = pages_[o.owner];
    pages_.give(o.owner);
    ++buffer_free_;
    if (config_.controller.acknowledge == Acknowledge::program) {
      keep_times(commands_[p.command], o);
      finish_page(p.command, calendar_.now());
    }
    pump_writes();
  } else if (o.source == Source::gc) {
    --copies_in_flight_;
    ftl_.end_copy(o.owner);
    pump_collection();
    return;
  }
  if (stalled_head_ < stalled_.size()) pump_collection();  // only now may the page's superblock be a victim
}

}  // namespace rainier::controller
