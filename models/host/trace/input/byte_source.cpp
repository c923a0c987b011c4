#include "models/host/trace/input/byte_source.hpp"

#include <string_view>

#include "models/host/trace/input/decoders.hpp"

namespace rainier::trace {

std::unique_ptr<ByteSource> open_bytes(const std::string& path) {
  auto file = std::make_unique<RawFile>(path);
  const std::string_view first = file->peek(6);
  using namespace std::string_view_literals;
  if (first.starts_with("\x1f\x8b"sv)) return decode_gzip(std::move(file));
  if (first.starts_with("BZh"sv)) return decode_bzip2(std::move(file));
  if (first.starts_with("\xfd"
                        "7zXZ\0"sv))
    return decode_xz(std::move(file));
  if (first.starts_with("\x28\xb5\x2f\xfd"sv)) return decode_zstd(std::move(file));
  return decode_nothing(std::move(file));
}

}  // namespace rainier::trace
