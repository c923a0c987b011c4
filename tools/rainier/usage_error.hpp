#pragma once

#include <stdexcept>

namespace rainier::tool {

/// What the user typed can't be done: one clear line, exit status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rainier::tool
