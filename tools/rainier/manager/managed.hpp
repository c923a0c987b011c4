#pragma once

#include <string>

#include "tools/rainier/manager/action.hpp"
#include "tools/rainier/manager/status.hpp"

namespace rainier::manager {

/// A drive as its manager sees it. All calls come from the thread that owns the drive, and are short.
class Managed {
 public:
  virtual ~Managed() = default;

  /// Now, with rates since the call before.
  virtual Status status() = 0;
  /// Looks at what each die does at this moment; several times between two calls of status().
  virtual void look() = 0;
  /// Does it and says in one line what was done. An erase has been confirmed. @throws Refused
  virtual std::string perform(const Action& action) = 0;
};

}  // namespace rainier::manager
