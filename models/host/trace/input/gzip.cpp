#include <zlib.h>

#include <new>
#include <utility>

#include "models/host/trace/input/decoders.hpp"

namespace rainier::trace {
namespace {

class Gzip final : public ByteSource {
 public:
  explicit Gzip(std::unique_ptr<RawFile> file) : file_(std::move(file)) {
    constexpr int gzip_only = 16;
    if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  const char* compression() const override { return "gzip"; }

  std::size_t read(std::span<char> to) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = static_cast<uInt>(to.size());
    while (stream_.avail_out == to.size()) {
      const std::string_view from = file_->peek();
      if (from.empty() && between_) return 0;
      if (from.empty()) file_->fail(cut_off);
      if (between_) inflateReset(&stream_);
      between_ = false;
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
      stream_.avail_in = static_cast<uInt>(from.size());
      const int result = inflate(&stream_, Z_NO_FLUSH);
      file_->consume(from.size() - stream_.avail_in);
      if (result == Z_STREAM_END)
        between_ = true;
      else if (result != Z_OK && result != Z_BUF_ERROR)
        file_->fail(damaged);
    }
    return to.size() - stream_.avail_out;
  }

 private:
  std::unique_ptr<RawFile> file_;
  z_stream stream_{};
  bool between_ = false;  ///< two pieces, or after the last
};

}  // namespace

std::unique_ptr<ByteSource> decode_gzip(std::unique_ptr<RawFile> file) {
  return std::make_unique<Gzip>(std::move(file));
}

}  // namespace rainier::trace
