#pragma once

#include "tools/rainier/serve/live_drive.hpp"

namespace rainier::live {

/// Who asks and waits for nothing in particular, but knows whether anything failed.
class Nobody final : public Asker {
 public:
  void ended(std::uint32_t, controller::Error error) override {
    failed = failed || error != controller::Error::none;
  }
  bool failed = false;
};

}  // namespace rainier::live
