#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/archive/archive.hpp"

namespace rainier {

/// Writes one frame of Zstandard with a checksum over its content. About 400 MB/s.
class Compressor final : public Archive {
 public:
  using Sink = std::function<void(std::string_view)>;
  explicit Compressor(Sink sink);
  ~Compressor() override;
  bool reading() const override { return false; }
  void bytes(void* data, std::size_t size) override;
  /// Ends the frame; nothing may be written afterwards.
  void finish();

 private:
  struct State;
  void pass_on();

  std::unique_ptr<State> state_;
  Sink sink_;
};

/// Reads such a frame from where the file stands.
class Decompressor final : public Archive {
 public:
  explicit Decompressor(std::FILE* file);
  ~Decompressor() override;
  bool reading() const override { return true; }
  void bytes(void* data, std::size_t size) override;
  /// @throws BadArchive unless the frame, its checksum and the file end here
  void finish();
  /// Reads what is left for nothing but finish().
  void skip_rest();

 private:
  struct State;
  void step(void* data, std::size_t size, std::size_t& done);

  std::unique_ptr<State> state_;
  std::FILE* file_;
};

}  // namespace rainier
