#pragma once

#include <cstring>
#include <string>

#include "sim/archive/archive.hpp"

namespace rainier {

/// Bytes as they come, without a checksum: what a reader makes of changed ones is its own affair.
class MemoryArchive final : public Archive {
 public:
  MemoryArchive() = default;
  explicit MemoryArchive(std::string bytes) : bytes_(std::move(bytes)), reading_(true) {}
  bool reading() const override { return reading_; }
  void bytes(void* data, std::size_t size) override {
    if (!reading_) {
      bytes_.append(static_cast<const char*>(data), size);
      return;
    }
    if (bytes_.size() - at_ < size) throw BadArchive("it is cut off");
    if (size > 0) std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
  }
  const std::string& written() const { return bytes_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
  bool reading_ = false;
};

}  // namespace rainier
