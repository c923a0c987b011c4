#pragma once

#include <stdexcept>
#include <string>

#include "models/host/fio/job.hpp"

namespace rainier::fio {

/// A job file, a job option or a trace that can't be used. `what()` is one line: `FILE:LINE: key: what was
/// expected`, without the parts that do not apply.
class JobError : public std::runtime_error {
 public:
  JobError(const Origin& origin, const std::string& key, const std::string& message)
      : std::runtime_error(line(origin, key, message)), origin_(origin), key_(key) {}

  const Origin& origin() const { return origin_; }
  const std::string& key() const { return key_; }

 private:
  static std::string line(const Origin& origin, const std::string& key, const std::string& message) {
    std::string text = origin.file;
    if (origin.line != 0) text += ':' + std::to_string(origin.line);
    if (!text.empty()) text += ": ";
    if (!key.empty()) text += key + ": ";
    return text + message;
  }

  Origin origin_;
  std::string key_;
};

/// What a value should have been; the reader of the section adds where it stands and makes it a JobError.
struct ValueError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rainier::fio
