#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/trace/formats/record.hpp"

namespace rainier::trace {

/// A trace in another format, request by request, in the order of their times.
class Writer {
 public:
  virtual ~Writer() = default;
  /// What stands before the first request.
  virtual void begin(std::string&) {}
  /// Appends the request to `out`. False if the format has no word for it; then nothing is appended. Times
  /// below 0 are 0.
  virtual bool add(const Record& record, std::string_view volume, std::string& out) = 0;
  /// What stands behind the last.
  virtual void end(std::string&) {}
  /// Whether it counts in sectors, so that other lengths and addresses have to be expanded before.
  virtual bool in_sectors() const = 0;
};

/// csv, iolog, mqsim or blktrace; nothing for another name.
std::unique_ptr<Writer> make_writer(std::string_view format);
/// Their names.
const std::vector<std::string>& writable_formats();

}  // namespace rainier::trace
