#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/drive/observer.hpp"
#include "models/drive/observers/trace_events.hpp"
#include "models/drive/simulation.hpp"

namespace rainier::drive {

/// What happens within a window of a run, as Chrome's trace events: a track for each command slot with the
/// stages of its commands, for each channel its transfers, for each die its operations and on whose behalf
/// they are, for each superblock its collection; arrows from a command to its flash operations; and counters
/// of queues, link, firmware, write buffer, GC, parity, power with its governor, and temperature.
class Timeline final : public Observer {
 public:
  /// The window counts from now.
  Timeline(Simulation& simulation, Time from, Time to, Sink::Write write);

  void submitted(std::uint32_t) override {}
  void worked_off(std::uint32_t command) override;
  void before(const Event& event) override;
  /// Whether the window has passed: then there is nothing more to see.
  bool passed() const { return passed_; }
  /// Ends the file.
  void finish();
  std::uint64_t slices() const { return slices_; }

 private:
  /// Clipped to the beginning of the window.
  TraceEvents& slice(TraceEvents::Track track, std::string_view name, Time begin, Time end);
  void stages(std::uint32_t track, const controller::Command& command, Time end);
  void transfer(std::uint32_t channel);
  void array_operation(std::uint32_t die, const channel::FlashOp& op, Time end);
  void collects(const channel::FlashOp& op);
  void end_collections(Time at);
  void count();

  Simulation& simulation_;
  Time from_, to_;
  TraceEvents out_;
  bool passed_ = false;
  std::uint64_t slices_ = 0;
  std::vector<bool> named_slots_;
  std::vector<std::uint64_t> serial_;  ///< of the command that has this number now
  std::uint64_t serials_ = 0;
  std::vector<std::uint32_t> collected_;  ///< superblocks whose collection is shown and has not ended
  bool erased_ = false;                   ///< a block of one of them has just been erased
  Time count_step_, next_count_;
  Usage last_;
  Time last_waited_;
};

}  // namespace rainier::drive
