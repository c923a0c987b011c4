#include <fmt/format.h>

#include <cmath>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

using faults::Fault;
using faults::Kind;

void Guard::draw_next(std::size_t number) {
  // Commands before the next one that it happens to: geometric, so that the rate is each command's own.
  const double ahead = random_.exponential() / -std::log1p(-faults_[number].rate);
  due_[number] = commands_ + 1 + static_cast<std::uint64_t>(std::min(ahead, 1e18));
}

void Guard::command_ended() {
  if (++commands_ < next_due_) return;
  next_due_ = ~std::uint64_t{0};
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    if (due_[i] <= commands_) {
      due_[i] = ~std::uint64_t{0};
      inject(faults_[i]);
      if (faults_[i].rate > 0) draw_next(i);
    }
    next_due_ = std::min(next_due_, due_[i]);
  }
}

/// A fault's address as the flash has it.
media::Block Guard::located(const std::array<std::uint32_t, faults::levels>& at) const {
  return {at[faults::die_of_channel] * drive_.config_.channel.channels + at[faults::channel],
          {static_cast<std::uint16_t>(at[faults::block]), static_cast<std::uint16_t>(at[faults::page]),
           static_cast<std::uint8_t>(at[faults::plane])}};
}

void Guard::fault(std::uint32_t number) {
  if (number != nobody) return inject(faults_[number]);
  // GC is to free superblocks for blocks that wait, though the host may write nothing.
  if (!power_ || !power_->is_down()) drive_.pump_collection();
}

/// Where it happens: as the fault says, or drawn; of a page, if there is one near the draw, one that is
/// programmed.
std::array<std::uint32_t, faults::levels> Guard::place_of(const Fault& fault) {
  if (!fault.anywhere) return fault.address;
  const faults::Bounds bounds = fault_bounds(drive_.config_);
  std::array<std::uint32_t, faults::levels> at{};
  const bool of_page = fault.kind == Kind::page || fault.kind == Kind::codeword;
  for (int tries = 0; tries < 100; ++tries) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = static_cast<std::uint32_t>(random_.below(bounds[i]));
    const auto [die, page] = located(at);
    if (die >= shape_.dies) continue;
    if (!of_page || drive_.flash_.is_programmed(die, page)) break;
  }
  return at;
}

void Guard::inject(const Fault& fault) {
  if (fault.kind == Kind::power) {
    // An event of its own: whoever asks is in the middle of something.
    ++counters_.faults;
    drive_.calendar_.at(std::max(drive_.calendar_.now(), fault.at.value_or(Time())), event::power,
                        PowerLoss::cut_slot);
    return;
  }
  const auto at = place_of(fault);
  const DriveConfig& c = drive_.config_;
  const auto [die, page] = located(at);
  ++counters_.faults;
  log_.add(drive_.calendar_.now(), fmt::format("fault: {}", fault.text));
  const auto lose_plane = [this](std::uint32_t of, std::uint32_t plane) {
    failures_.fail_plane(of, plane);
    spares_.lose_plane(of, plane);
    find_lost(of, plane);
  };
  const auto lose_die = [&](std::uint32_t of) {
    for (std::uint32_t plane = 0; plane < shape_.planes; ++plane) lose_plane(of, plane);
  };
  switch (fault.kind) {
    case Kind::codeword:
      failures_.fail_unit(die, page,
                          static_cast<std::uint32_t>(at[faults::codeword_of_page] * c.nand.codeword_bytes /
                                                     drive_.unit_bytes_));
      break;
    case Kind::page:
      failures_.fail_page(die, page);
      break;
    case Kind::block:
      failures_.fail_block(die, page);
      find_lost(die, page.plane, page.block);
      break;
    case Kind::plane:
      lose_plane(die, page.plane);
      break;
    case Kind::die:
      lose_die(die);
      break;
    case Kind::channel:
      for (std::uint32_t of = at[faults::channel]; of < shape_.dies; of += c.channel.channels) lose_die(of);
      break;
    case Kind::program:
      failing_programs_.push_back(fault.anywhere ? nobody : die);
      break;
    case Kind::erase:
      failing_erases_.push_back(fault.anywhere ? nobody : die);
      break;
    case Kind::link:
      drive_.link_.fail_next();
      break;
    case Kind::power:
      break;
  }
  pump_rebuild();
}

}  // namespace rainier::controller
