#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "models/host/fio/requests.hpp"
#include "models/host/trace/replay/placement.hpp"
#include "models/host/trace/replay/stream.hpp"

namespace rainier::trace {

/// Plays a trace to a drive, once or several times, in constant memory. The next pass begins where the trace
/// ended: its first request at the time of the last.
class Replay final : public fio::Requests {
 public:
  /// Throws fio::JobError where the trace can't be opened, or is standard input and has to be read twice.
  Replay(const ReplayOptions& options, std::uint64_t drive_bytes);

  bool next(fio::Io& io);
  std::size_t next(std::span<fio::Io> out) override;

  const Stream& stream() const { return *stream_; }
  const PlacementCounts& counts() const { return placement_.counts(); }
  std::uint64_t passes() const { return passes_; }  ///< begun
  std::uint64_t requests() const { return requests_; }
  std::uint64_t written() const { return written_; }  ///< bytes
  /// The length of the trace, as far as it was read, at the speed it is played.
  Time span() const { return last_; }

 private:
  bool next_pass();
  Time scaled(const Record& record);

  ReplayOptions options_;
  std::uint64_t drive_bytes_;
  Placement placement_;
  std::unique_ptr<Stream> stream_;
  std::uint64_t passes_ = 1, requests_ = 0, written_ = 0, write_goal_ = 0;
  std::uint64_t requests_of_pass_ = 0, written_before_ = 0;
  bool has_first_ = false;
  Time first_;       ///< time of the pass's first request in the trace
  Time pass_start_;  ///< in the replay
  Time last_;
};

}  // namespace rainier::trace
