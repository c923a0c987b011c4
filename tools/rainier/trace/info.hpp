#pragma once

#include <string>

#include "tools/rainier/trace/options.hpp"

namespace rainier::tool {

/// The arguments of `rainier trace info`.
struct InfoCommand {
  TraceOptions trace;
  std::string json;     ///< file; "-": standard output
  std::string picture;  ///< file; its name's end says the kind
  bool quiet = false;
};

/// Says what is in a trace: volumes, mixes, sizes, gaps, footprint, order.
int trace_info(const InfoCommand& command);
/// Lists the formats with their columns.
int trace_formats();

}  // namespace rainier::tool
