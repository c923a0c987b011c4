#include <algorithm>
#include <cstring>
#include <utility>

#include "models/host/trace/input/decoders.hpp"

namespace rainier::trace {
namespace {

class Plain final : public ByteSource {
 public:
  explicit Plain(std::unique_ptr<RawFile> file) : file_(std::move(file)) {}
  const char* compression() const override { return ""; }
  std::size_t read(std::span<char> to) override {
    const std::string_view from = file_->peek();
    const std::size_t taken = std::min(from.size(), to.size());
    std::memcpy(to.data(), from.data(), taken);
    file_->consume(taken);
    return taken;
  }

 private:
  std::unique_ptr<RawFile> file_;
};

}  // namespace

std::unique_ptr<ByteSource> decode_nothing(std::unique_ptr<RawFile> file) {
  return std::make_unique<Plain>(std::move(file));
}

}  // namespace rainier::trace
