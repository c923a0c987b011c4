#pragma once

#include <cstdint>
#include <fstream>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/fio/io.hpp"
#include "models/host/fio/job.hpp"

namespace rainier::fio {

/// Replays a trace in fio's iolog format, version 2 or 3, line by line in constant memory (but for the names
/// of its open files). All its files are this drive. `wait N` of version 2 delays what follows by N us, less
/// than 100 being nothing; version 3 has the time of each line in us. Both become Io::not_before, scaled by
/// replay_time_scale, or 0 with replay_no_stall. loops and time_based begin again, later by the trace's
/// length.
///
/// Throws JobError with file and line: not an iolog, times out of order, an unknown action, a file that is
/// not open, a number that is none, what is not a whole number of 512 B sectors, a request of length 0 or
/// past the end.
class Iolog {
 public:
  /// read_iolog may name several files, separated by `:`; clones take one each in turn.
  Iolog(const Job& job, std::uint64_t drive_bytes, std::uint32_t clone = 0);

  /// The next request; false at the end.
  bool next(Io& out);
  /// As many as there are and `out` holds; how many these are.
  std::size_t next(std::span<Io> out) {
    std::size_t taken = 0;
    while (taken < out.size() && next(out[taken])) ++taken;
    return taken;
  }

 private:
  using Words = std::vector<std::string_view>;

  void rewind();
  void read_version();
  bool read_line();
  bool read_request(Io& out);
  bool take(Words words, Io& out);
  void take_time(std::string_view word);
  void take_wait(const Words& words);
  bool manage_file(const Words& words);
  Io request(const Words& words) const;
  Time time() const;
  std::uint64_t number(std::string_view word, std::string_view what) const;
  [[noreturn]] void fail(const std::string& key, const std::string& message) const;

  std::string path_;
  Origin wanted_by_;
  std::uint64_t drive_bytes_;
  bool stalls_;
  double scale_;  ///< of times
  std::uint64_t passes_left_;
  std::uint64_t ios_left_;

  std::ifstream stream_;
  std::vector<char> buffer_;
  std::string_view line_;
  std::uint32_t line_number_ = 0;
  int version_ = 0;
  std::set<std::string, std::less<>> added_, open_;
  std::uint64_t clock_us_ = 0;  ///< within this pass
  std::uint64_t ios_ = 0;       ///< of this pass
  Time pass_start_;
};

}  // namespace rainier::fio
