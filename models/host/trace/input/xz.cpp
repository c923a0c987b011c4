#include <lzma.h>

#include <limits>
#include <new>
#include <utility>

#include "models/host/trace/input/decoders.hpp"

namespace rainier::trace {
namespace {

class Xz final : public ByteSource {
 public:
  explicit Xz(std::unique_ptr<RawFile> file) : file_(std::move(file)) {
    constexpr std::uint64_t any_memory = std::numeric_limits<std::uint64_t>::max();
    if (lzma_stream_decoder(&stream_, any_memory, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
  }
  ~Xz() override { lzma_end(&stream_); }
  Xz(const Xz&) = delete;
  Xz& operator=(const Xz&) = delete;

  const char* compression() const override { return "xz"; }

  std::size_t read(std::span<char> to) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to.data());
    stream_.avail_out = to.size();
    while (stream_.avail_out == to.size() && !ended_) {
      const std::string_view from = file_->peek();
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(from.data());
      stream_.avail_in = from.size();
      const lzma_ret result = lzma_code(&stream_, from.empty() ? LZMA_FINISH : LZMA_RUN);
      file_->consume(from.size() - stream_.avail_in);
      ended_ = result == LZMA_STREAM_END;
      if (result == LZMA_BUF_ERROR) file_->fail(cut_off);
      if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
      if (result != LZMA_OK && !ended_) file_->fail(damaged);
    }
    return to.size() - stream_.avail_out;
  }

 private:
  std::unique_ptr<RawFile> file_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> decode_xz(std::unique_ptr<RawFile> file) {
  return std::make_unique<Xz>(std::move(file));
}

}  // namespace rainier::trace
