#pragma once

#include <string>

namespace rainier::tool {

/// Whether the file is one that `rainier serve --log` wrote.
bool is_live_log(const std::string& path);

/// The arguments of `rainier replay` for such a file: all else stands in it.
struct RepeatOptions {
  std::string configs, log, json;
  bool quiet = false;
};

/// Repeats a live run without its clients: the same events, the same latencies. @throws UsageError
int repeat(const RepeatOptions& options);

}  // namespace rainier::tool
