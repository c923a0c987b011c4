#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace rainier::drive {

/// Text that goes on to wherever it is written, a quarter of a MiB at a time.
class Sink {
 public:
  using Write = std::function<void(std::string_view)>;
  explicit Sink(Write write) : write_(std::move(write)) {}

  std::string& text() { return text_; }
  void pass_on() {
    if (text_.size() >= std::size_t{1} << 18) flush();
  }
  void flush() {
    write_(text_);
    text_.clear();
  }

 private:
  Write write_;
  std::string text_;
};

}  // namespace rainier::drive
