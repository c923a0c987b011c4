#include "tools/rainier/serve/arrival_log.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>

#include "models/host/report/atomic_file.hpp"

namespace rainier::live {

ArrivalLog::ArrivalLog(const std::filesystem::path& path, const nlohmann::ordered_json& made_from)
    : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (file_ == nullptr) throw host::FileError(path, std::strerror(errno));
  buffer_ = std::string(log_magic) + made_from.dump() + "\n";
  flush();
}

ArrivalLog::~ArrivalLog() {
  write();
  std::fclose(file_);
}

void ArrivalLog::add(std::uint64_t events, Time at, std::string_view what, std::uint64_t offset,
                     std::uint64_t length) {
  fmt::format_to(std::back_inserter(buffer_), "{},{},{}", events, at.ps(), what);
  if (length > 0) fmt::format_to(std::back_inserter(buffer_), ",{},{}", offset, length);
  buffer_ += '\n';
  if (buffer_.size() > (1 << 20)) write();
}

void ArrivalLog::write() {
  errno = 0;
  if (error_ == 0 && !buffer_.empty() &&
      (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size() || std::fflush(file_) != 0))
    error_ = errno == 0 ? EIO : errno;
  buffer_.clear();
}

void ArrivalLog::flush() {
  write();
  if (error_ != 0) throw host::FileError(path_, std::strerror(error_));
}

}  // namespace rainier::live
