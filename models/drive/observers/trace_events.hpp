#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/drive/observers/sink.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::drive {

/// Writes the JSON of Chrome's trace events, which ui.perfetto.dev and chrome://tracing open. A track is a
/// number within a group, and both have names. Times are written in us to the picosecond, since `start`.
class TraceEvents {
 public:
  struct Track {
    std::uint32_t group;  ///< from 1: groups are shown in this order
    std::uint32_t number;
  };

  TraceEvents(Time start, Sink::Write write);

  void name_group(std::uint32_t group, std::string_view name);
  void name_track(Track track, std::string_view name);
  /// Something that goes on from `begin` to `end`: the track's others lie within it or beside it. It stays
  /// open for arguments until the next call.
  TraceEvents& slice(Track track, std::string_view name, Time begin, Time end);
  TraceEvents& argument(std::string_view name, std::uint64_t value);
  TraceEvents& argument(std::string_view name, Time span);  ///< in us
  /// Something that may overlap others of its group: told apart by `id` until it ends.
  void begin(std::uint32_t group, std::string_view name, std::uint64_t id, Time at);
  void end(std::uint32_t group, std::string_view name, std::uint64_t id, Time at);
  /// An arrow from one slice, to as many others as there are.
  void arrow_from(Track track, std::uint64_t id, Time at) { arrow('s', track, id, at); }
  void arrow_to(Track track, std::uint64_t id, Time at) { arrow('f', track, id, at); }
  void counter(std::uint32_t group, std::string_view name, Time at, double value);
  /// Ends the file.
  void finish();

 private:
  /// The beginning of an event, up to its time.
  std::string& head(char kind, std::string_view name, Track track, Time at);
  void name(std::string_view what, Track track, std::string_view name);
  void async(char kind, std::uint32_t group, std::string_view name, std::uint64_t id, Time at);
  void arrow(char kind, Track track, std::uint64_t id, Time at);
  std::string& open_argument(std::string_view name);
  /// Closes what is open, so that another event may follow.
  std::string& separate();

  Sink sink_;
  Time start_;
  bool first_ = true, open_slice_ = false, open_arguments_ = false;
};

}  // namespace rainier::drive
