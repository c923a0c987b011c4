#pragma once

#include <string>
#include <vector>

#include "models/host/trace/replay/options.hpp"
#include "tools/rainier/run_options.hpp"

namespace rainier::tool {

/// What a user says about a trace, as it was written.
struct TraceOptions {
  std::string path;
  std::string format;           ///< empty: told by the first lines
  std::string time_unit;        ///< of mqsim; empty: ns
  std::string event = "issue";  ///< issue or queue
  std::string bad_lines = "error";
  std::vector<std::string> volumes;
  std::string merge;  ///< empty: ask
  std::string window = "16384";
  std::string late = "error";
  std::string spread;  ///< empty: ask
};

/// The arguments of `rainier replay`.
struct ReplayCommand {
  TraceOptions trace;
  RunOptions run;
  std::string past_end = "error", unaligned = "error", empty = "error";
  std::string qd;  ///< empty: open loop, by the trace's times
  std::string outstanding = "4096";
  std::string workers = "1";
  std::string speed = "1", passes = "1", drive_writes, requests;
  bool explain = false;
};

/// @throws UsageError with the option, what was expected and the nearest name
trace::ReadOptions read_options(const TraceOptions& options);
trace::StreamOptions stream_options(const TraceOptions& options, std::uint64_t seed);
trace::ReplayOptions replay_options(const ReplayCommand& command, std::uint64_t seed);
/// A whole number of at least 1.
std::uint64_t positive(const std::string& option, const std::string& text);

}  // namespace rainier::tool
