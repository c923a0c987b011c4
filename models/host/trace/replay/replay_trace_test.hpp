#pragma once

#include <string>
#include <vector>

#include "models/host/trace/input/trace_file_test.hpp"
#include "models/host/trace/replay/replay.hpp"

namespace rainier::trace {

inline std::vector<Record> stream_of(const StreamOptions& options) {
  Stream stream(options);
  std::vector<Record> all;
  for (Record record; stream.next(record);) all.push_back(record);
  return all;
}

inline std::vector<fio::Io> replay_of(const ReplayOptions& options, std::uint64_t drive_bytes) {
  Replay replay(options, drive_bytes);
  std::vector<fio::Io> all;
  for (fio::Io io; replay.next(io);) all.push_back(io);
  return all;
}

}  // namespace rainier::trace
