#include <bzlib.h>

#include <new>
#include <utility>

#include "models/host/trace/input/decoders.hpp"

namespace rainier::trace {
namespace {

class Bzip2 final : public ByteSource {
 public:
  explicit Bzip2(std::unique_ptr<RawFile> file) : file_(std::move(file)) { begin(); }
  ~Bzip2() override { BZ2_bzDecompressEnd(&stream_); }
  Bzip2(const Bzip2&) = delete;
  Bzip2& operator=(const Bzip2&) = delete;

  const char* compression() const override { return "bzip2"; }

  std::size_t read(std::span<char> to) override {
    stream_.next_out = to.data();
    stream_.avail_out = static_cast<unsigned>(to.size());
    while (stream_.avail_out == to.size()) {
      const std::string_view from = file_->peek();
      if (from.empty() && between_) return 0;
      if (from.empty()) file_->fail(cut_off);
      if (between_) again();
      stream_.next_in = const_cast<char*>(from.data());
      stream_.avail_in = static_cast<unsigned>(from.size());
      const int result = BZ2_bzDecompress(&stream_);
      file_->consume(from.size() - stream_.avail_in);
      if (result == BZ_STREAM_END)
        between_ = true;
      else if (result != BZ_OK)
        file_->fail(damaged);
    }
    return to.size() - stream_.avail_out;
  }

 private:
  void begin() {
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
    between_ = false;
  }
  void again() {
    char* const out = stream_.next_out;
    const unsigned room = stream_.avail_out;
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    begin();
    stream_.next_out = out;
    stream_.avail_out = room;
  }

  std::unique_ptr<RawFile> file_;
  bz_stream stream_{};
  bool between_ = false;  ///< two pieces, or after the last
};

}  // namespace

std::unique_ptr<ByteSource> decode_bzip2(std::unique_ptr<RawFile> file) {
  return std::make_unique<Bzip2>(std::move(file));
}

}  // namespace rainier::trace
