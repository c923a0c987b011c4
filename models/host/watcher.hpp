#pragma once

#include <cstdint>

namespace rainier::host {

/// Looks on as requests go out and commands come back; it changes nothing. Where there is none, a request
/// costs one comparison more.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// A request has been made; it is submitted now or later.
  virtual void submitted(std::uint32_t request) = 0;
  /// The driver works off the completion of a command, all of whose times are set.
  virtual void worked_off(std::uint32_t command) = 0;
};

}  // namespace rainier::host
