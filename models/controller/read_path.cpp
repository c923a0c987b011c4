#include "models/controller/checkpoint.hpp"
#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

using channel::FlashOp;
using channel::Kind;
using channel::Source;

void Controller::address(FlashOp& o) const {
  const ftl::Place place = with_good_block(ftl_.layout().place(o.ppn));
  o.die = place.die;
  o.at = place.at;
  if (guard_) [[unlikely]]
    guard_->route(o);
}

std::uint32_t Controller::new_op(Kind kind, Source source, ftl::Ppn ppn, const ftl::Place& place,
                                 std::uint32_t owner, std::uint32_t channel_bytes) {
  const std::uint32_t op = flash_.take();
  FlashOp& o = flash_[op];
  o.die = place.die;
  o.at = place.at;
  o.ppn = ppn;
  o.kind = kind;
  if (guard_) [[unlikely]]
    guard_->route(o);
  o.source = source;
  o.owner = owner;
  o.codeword = 0;
  o.bytes = channel_bytes;
  return op;
}

// Units that follow each other in one page are read together.
void Controller::read(std::uint32_t command) {
  const Command& c = commands_[command];
  const std::uint32_t in_page = ftl_.layout().units_per_page() - 1;
  for (std::uint32_t i = 0; i < c.pages;) {
    const Slice part = slice(c, i++);
    const ftl::Ppn ppn = guard_ ? guard_->mutated(ftl_.lookup(part.lpn)) : ftl_.lookup(part.lpn);
    if (ppn == ftl::none) {
      ++counters_.unmapped_pages;
      if (guard_) [[unlikely]]
        guard_->read_nothing(command, part.lpn);
      deliver(command, 1, part.bytes);
      continue;
    }
    std::uint32_t units = 1, bytes = part.bytes, last = (part.first_byte + part.bytes - 1) >> codeword_shift_;
    const std::uint32_t first = part.first_byte >> codeword_shift_;
    while (i < c.pages && ((ppn + units) & in_page) != 0) {
      const Slice more = slice(c, i);
      if (ftl_.lookup(more.lpn) != ppn + units) break;
      bytes += more.bytes;
      last += ((more.bytes - 1) >> codeword_shift_) + 1;
      ++units;
      ++i;
    }
    const ftl::Place place =
        with_good_block(ppn == c.ppn ? ftl::Place{c.die, c.at} : ftl_.layout().place(ppn));
    if (guard_ ? guard_->is_buffered(ppn) : !flash_.is_programmed(place.die, place.at)) {
      counters_.buffer_hits += units;
      if (guard_) [[unlikely]]
        guard_->read_buffered(command, part.lpn, ppn, units);
      deliver(command, units, bytes);
      continue;
    }
    ++pins_[ftl_.layout().superblock(ppn)];
    const std::uint32_t op =
        new_op(Kind::read, Source::host, ppn, place, command, channel_bytes_[last - first + 1]);
    flash_[op].issued_bytes = bytes;
    flash_[op].units = static_cast<std::uint8_t>(units);
    flash_[op].codeword = static_cast<std::uint8_t>(first);
    submit_read(op, part.lpn, units);
  }
}

// A byte read crosses the DRAM bus twice, then the link.
void Controller::deliver(std::uint32_t command, std::uint32_t units, std::uint32_t bytes) {
  const Time now = calendar_.now();
  if ((refusing_ & queued) != 0) [[unlikely]] {
    counters_.refused_bytes += bytes;
    return finish_units(command, units, now);
  }
  const std::int64_t energy = link_byte_energy_ * bytes;
  if (energy != 0) {
    governor_.spend(now, energy);
    meter_.add(now, power::Use::link, energy);
  }
  const Time sent = link_.send(dram_.transfer(now, 2.0 * bytes), bytes, [&] { lose_data(command); });
  finish_units(command, units, sent);
}

/// The command's data did not come over the link: it will be sent again, unless it has failed anyway.
void Controller::lose_data(std::uint32_t command) {
  Error& error = commands_[command].error;
  if (error == Error::none) error = Error::link_crc;
}

void Controller::keep_times(Command& c, const FlashOp& op) const {
  if (op.kind == Kind::read) {
    c.die_wait = op.array_start - op.queued;
    c.array = op.array_end - op.array_start;
    c.channel_wait = op.bus_start - op.array_end;
    c.transfer = op.bus_end - op.bus_start;
    return;
  }
  c.data_in = op.queued;
  const Time granted = std::clamp(op.grant, op.queued, op.bus_start);
  c.power_wait = granted - op.queued;
  c.die_wait = op.bus_start - granted + (op.array_start - op.bus_end);
  c.transfer = op.bus_end - op.bus_start;
  c.array = op.array_end - op.array_start;
}

void Controller::submit_read(std::uint32_t op, ftl::Lpn lpn, std::uint32_t units) {
  if (guard_)
    guard_->submit_read(op, lpn, units);
  else
    flash_.submit(op);
}

void Controller::read_done(std::uint32_t op) {
  if (!guard_ || guard_->read_ended(op)) finish_read(op);
}

void Controller::finish_read(std::uint32_t op) {
  const FlashOp& o = flash_[op];
  const std::uint32_t owner = o.owner, units = o.units, bytes = o.issued_bytes;
  const ftl::Ppn ppn = o.ppn;
  const Source source = o.source;
  if (source == Source::host) keep_times(commands_[owner], o);
  flash_.give(op);
  switch (source) {
    case Source::host:
      deliver(owner, units, bytes);
      unpin(ppn);
      return;
    case Source::gc:
      copy_read(owner);
      return;
    case Source::merge:
      unpin(ppn);
      merge_read(owner);
      return;
    default:
      return;
  }
}

void Controller::flash_done(std::uint32_t op) {
  const FlashOp& first = flash_[op];
  const std::uint32_t pair = first.pair;
  if (pair == channel::no_op) return one_done(op);
  FlashOp& other = flash_[pair];
  other.array_start = first.array_start;
  other.array_end = first.array_end;
  other.bus_start = first.bus_start;
  other.bus_end = first.bus_end;
  other.grant = first.grant;
  one_done(op);
  one_done(pair);
}

inline void Controller::one_done(std::uint32_t op) {
  switch (flash_[op].kind) {
    case Kind::read:
      return read_done(op);
    case Kind::program:
      if (flash_[op].source == Source::map) [[unlikely]]
        return checkpoint_->ended(op);
      return program_done(op);
    case Kind::erase:
      if (flash_[op].source == Source::map) return checkpoint_->ended(op);
      return erase_done(op);
  }
}

}  // namespace rainier::controller
