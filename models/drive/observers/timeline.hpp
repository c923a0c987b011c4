#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/drive/observer.hpp"
#include "models/drive/observers/sink.hpp"
#include "models/drive/simulation.hpp"

namespace rainier::drive {

/// What happens within a window of a run, in the JSON of Chrome's trace events, which ui.perfetto.dev and
/// chrome://tracing open: a track for each command slot with the stages of its commands, for each channel its
/// transfers, for each die its operations and on whose behalf they are; arrows from a command to its flash
/// operations; and counters of what is outstanding, busy, free and of the power.
class Timeline final : public Observer {
 public:
  /// The window counts from now.
  Timeline(Simulation& simulation, Time from, Time to, Sink::Write write);

  void submitted(std::uint32_t request) override;
  void worked_off(std::uint32_t command) override;
  void before(const Event& event) override;
  /// Whether the window has passed: then there is nothing more to see.
  bool passed() const { return passed_; }
  /// Ends the file.
  void finish();
  std::uint64_t slices() const { return slices_; }

 private:
  enum Process : std::uint8_t { slots = 1, channels, dies, counters };

  void name_process(Process process, std::string_view name);
  void name_track(Process process, std::uint32_t track, const std::string& name);
  /// The beginning of an event, up to its time.
  std::string& head(char kind, std::string_view name, Process process, std::uint32_t track, Time at);
  /// All of it but its last brace.
  std::string& open_slice(Process process, std::uint32_t track, std::string_view name, Time begin, Time end);
  void slice(Process process, std::uint32_t track, std::string_view name, Time begin, Time end);
  void stages(std::uint32_t track, const controller::Command& command, Time end);
  void arrow(char kind, Process process, std::uint32_t track, std::uint64_t id, Time at);
  void transfer(std::uint32_t channel);
  void array_operation(std::uint32_t die, const channel::FlashOp& op, Time end);
  void count();
  void counter(std::string_view name, double value);
  void open_event();

  Simulation& simulation_;
  Sink sink_;
  Time start_, from_, to_;
  bool passed_ = false, first_ = true;
  std::uint64_t slices_ = 0;
  std::vector<bool> named_slots_;
  std::vector<std::uint64_t> serial_;  ///< of the command that has this number now
  std::uint64_t serials_ = 0;
  Time count_step_, next_count_;
  Usage last_;
};

}  // namespace rainier::drive
