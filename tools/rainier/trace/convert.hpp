#pragma once

#include "tools/rainier/trace/options.hpp"

namespace rainier::tool {

/// The arguments of `rainier trace convert`.
struct ConvertCommand {
  TraceOptions trace;
  std::string output;  ///< file; "-": standard output
  std::string to;      ///< format
  std::string unaligned = "error", empty = "error";
  std::string speed = "1", requests;
  bool quiet = false;
};

/// Writes a trace in another format, put in order, with its volumes as they are.
int trace_convert(const ConvertCommand& command);

}  // namespace rainier::tool
