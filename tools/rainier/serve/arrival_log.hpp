#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "sim/kernel/time.hpp"

namespace rainier::live {

/// How the file of a live run's arrivals begins.
inline constexpr std::string_view log_magic = "rainier-live 1 ";

/// The file of a live run's arrivals: a line `rainier-live 1 {JSON}` with what the drive was made from, then
/// a line an arrival, `events,picoseconds,what[,offset,length]`, where `what` is an operation or a fault.
/// Lines come in order; a file that ends within a line has lost what came last. Buffered: what was written
/// survives the process from the next flush() on. A disk that is full ends the log, not the run: the next
/// flush() says so.
class ArrivalLog {
 public:
  /// @throws host::FileError
  ArrivalLog(const std::filesystem::path& path, const nlohmann::ordered_json& made_from);
  ~ArrivalLog();
  ArrivalLog(const ArrivalLog&) = delete;
  ArrivalLog& operator=(const ArrivalLog&) = delete;

  void add(std::uint64_t events, Time at, std::string_view what, std::uint64_t offset, std::uint64_t length);
  /// @throws host::FileError
  void flush();

 private:
  void write();

  std::filesystem::path path_;
  std::FILE* file_;
  std::string buffer_;
  int error_ = 0;  ///< after which nothing is written
};

}  // namespace rainier::live
