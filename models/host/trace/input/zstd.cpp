#include <zstd.h>

#include <memory>
#include <new>
#include <utility>

#include "models/host/trace/input/decoders.hpp"

namespace rainier::trace {
namespace {

class Zstd final : public ByteSource {
 public:
  explicit Zstd(std::unique_ptr<RawFile> file) : file_(std::move(file)), stream_(ZSTD_createDStream()) {
    if (!stream_) throw std::bad_alloc();
  }

  const char* compression() const override { return "zstd"; }

  std::size_t read(std::span<char> to) override {
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    while (out.pos == 0) {
      const std::string_view from = file_->peek();
      ZSTD_inBuffer in{from.data(), from.size(), 0};
      if (from.empty() && expects_ == 0) return 0;
      const std::size_t before = in.pos;
      const std::size_t result = ZSTD_decompressStream(stream_.get(), &out, &in);
      if (ZSTD_isError(result) != 0) file_->fail(damaged);
      file_->consume(in.pos - before);
      expects_ = result;
      if (from.empty() && out.pos == 0 && expects_ != 0) file_->fail(cut_off);
    }
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };
  std::unique_ptr<RawFile> file_;
  std::unique_ptr<ZSTD_DStream, Free> stream_;
  std::size_t expects_ = 1;  ///< 0: a frame has ended
};

}  // namespace

std::unique_ptr<ByteSource> decode_zstd(std::unique_ptr<RawFile> file) {
  return std::make_unique<Zstd>(std::move(file));
}

}  // namespace rainier::trace
