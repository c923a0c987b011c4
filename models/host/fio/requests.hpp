#pragma once

#include <cstddef>
#include <span>

#include "models/host/fio/io.hpp"

namespace rainier::fio {

/// Requests that come from elsewhere than a job's options: a trace. The clones of a job share it, each taking
/// the next one.
class Requests {
 public:
  virtual ~Requests() = default;
  /// As many as there are and `out` holds; 0 at the end. One virtual call for all of them.
  virtual std::size_t next(std::span<Io> out) = 0;
};

}  // namespace rainier::fio
