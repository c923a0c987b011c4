#include "tools/rainier/serve/nbd/protocol.hpp"

namespace rainier::nbd {
namespace {

template <class T>
void put(std::string& out, T value) {
  for (int shift = 8 * (sizeof(T) - 1); shift >= 0; shift -= 8)
    out += static_cast<char>(value >> shift & 0xff);
}

template <class T>
T get(const std::byte* at) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value = static_cast<T>(value << 8 | std::to_integer<T>(at[i]));
  return value;
}

enum class Chunk : std::uint16_t { offset_data = 1, block_status = 5, error = 0x8001 };
inline constexpr std::uint16_t done = 1;

void put_chunk(std::string& out, Chunk type, std::uint64_t cookie, std::uint32_t length) {
  put32(out, structured_reply_magic);
  put16(out, done);
  put16(out, static_cast<std::uint16_t>(type));
  put64(out, cookie);
  put32(out, length);
}

}  // namespace

void put16(std::string& out, std::uint16_t value) { put(out, value); }
void put32(std::string& out, std::uint32_t value) { put(out, value); }
void put64(std::string& out, std::uint64_t value) { put(out, value); }
std::uint16_t get16(const std::byte* at) { return get<std::uint16_t>(at); }
std::uint32_t get32(const std::byte* at) { return get<std::uint32_t>(at); }
std::uint64_t get64(const std::byte* at) { return get<std::uint64_t>(at); }

std::optional<Request> parse_request(std::span<const std::byte, request_bytes> bytes) {
  const std::byte* at = bytes.data();
  if (get32(at) != request_magic) return std::nullopt;
  return Request{get16(at + 4), static_cast<Command>(get16(at + 6)), get64(at + 8), get64(at + 16),
                 get32(at + 24)};
}

Error check(const Request& r, std::uint64_t size, std::uint32_t least, std::uint32_t most, bool context) {
  std::uint16_t allowed = 0;
  switch (r.command) {
    case Command::read:
      allowed = flag::df;
      break;
    case Command::write:
    case Command::trim:
      allowed = flag::fua;
      break;
    case Command::write_zeroes:
      allowed = flag::fua | flag::no_hole;
      break;
    case Command::block_status:
      if (!context) return Error::invalid;
      allowed = flag::req_one;
      break;
    case Command::flush:
      // Offset and length are reserved, and FUA has no meaning here that does harm.
      return r.offset == 0 && r.length == 0 && (r.flags & ~flag::fua) == 0 ? Error::none : Error::invalid;
    default:
      return Error::invalid;
  }
  if ((r.flags & ~allowed) != 0 || r.length == 0) return Error::invalid;
  if (r.offset % least != 0 || r.length % least != 0) return Error::invalid;
  const bool carries_data = r.command == Command::read || r.command == Command::write;
  if (carries_data && r.length > most) return Error::invalid;
  if (r.offset > size || r.length > size - r.offset) {
    const bool writes = r.command == Command::write || r.command == Command::write_zeroes;
    return writes ? Error::no_space : Error::invalid;
  }
  return Error::none;
}

void put_simple_reply(std::string& out, std::uint64_t cookie, Error error) {
  put32(out, simple_reply_magic);
  put32(out, static_cast<std::uint32_t>(error));
  put64(out, cookie);
}

void put_data_head(std::string& out, std::uint64_t cookie, std::uint64_t offset, std::uint32_t length) {
  put_chunk(out, Chunk::offset_data, cookie, 8 + length);
  put64(out, offset);
}

void put_error(std::string& out, std::uint64_t cookie, Error error) {
  put_chunk(out, Chunk::error, cookie, 6);
  put32(out, static_cast<std::uint32_t>(error));
  put16(out, 0);  // no text
}

void put_block_status(std::string& out, std::uint64_t cookie, std::span<const Extent> extents) {
  put_chunk(out, Chunk::block_status, cookie, static_cast<std::uint32_t>(4 + 8 * extents.size()));
  put32(out, 1);  // the one context there is
  for (const Extent& extent : extents) {
    put32(out, extent.length);
    put32(out, extent.hole ? 3 : 0);  // a hole reads as zeros
  }
}

}  // namespace rainier::nbd
