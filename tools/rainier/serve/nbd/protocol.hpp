#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

/// Network block device, fixed newstyle, as the protocol's document has it: numbers, and how they stand in
/// bytes (big endian).
namespace rainier::nbd {

inline constexpr std::uint64_t server_magic = 0x4e42444d41474943;  // NBDMAGIC
inline constexpr std::uint64_t option_magic = 0x49484156454f5054;  // IHAVEOPT
inline constexpr std::uint64_t option_reply_magic = 0x0003e889045565a9;
inline constexpr std::uint32_t request_magic = 0x25609513;
inline constexpr std::uint32_t simple_reply_magic = 0x67446698;
inline constexpr std::uint32_t structured_reply_magic = 0x668e33ef;

namespace handshake {
enum : std::uint16_t { fixed_newstyle = 1, no_zeroes = 2 };
}

enum class Option : std::uint32_t {
  export_name = 1,
  abort,
  list,
  starttls = 5,
  info,
  go,
  structured_reply,
  list_meta_context,
  set_meta_context,
};

enum class OptionReply : std::uint32_t {
  ack = 1,
  server,
  info,
  meta_context,
  unsupported = 0x80000001,
  policy = 0x80000002,
  invalid = 0x80000003,
  unknown = 0x80000006,
  too_big = 0x80000009,
};

namespace transmission {
enum : std::uint16_t {
  has_flags = 1,
  read_only = 2,
  send_flush = 4,
  send_fua = 8,
  send_trim = 32,
  send_write_zeroes = 64,
  send_df = 128,
  can_multi_conn = 256,
};
}

enum class Command : std::uint16_t {
  read,
  write,
  disconnect,
  flush,
  trim,
  cache,
  write_zeroes,
  block_status
};

namespace flag {
enum : std::uint16_t { fua = 1, no_hole = 2, df = 4, req_one = 8, fast_zero = 16 };
}

enum class Error : std::uint32_t { none = 0, io = 5, invalid = 22, no_space = 28, not_supported = 95 };

struct Request {
  std::uint16_t flags = 0;
  Command command = Command::read;
  std::uint64_t cookie = 0, offset = 0;
  std::uint32_t length = 0;
};
inline constexpr std::size_t request_bytes = 28;

/// Nothing where the magic number is another: the stream has lost its step, and the connection must end.
std::optional<Request> parse_request(std::span<const std::byte, request_bytes> bytes);

/// What is wrong with a request to a device of `size` bytes, of which blocks of `least` are the smallest and
/// `most` the largest that carry data. @param context  whether base:allocation was chosen
Error check(const Request& request, std::uint64_t size, std::uint32_t least, std::uint32_t most,
            bool context);

void put16(std::string& out, std::uint16_t value);
void put32(std::string& out, std::uint32_t value);
void put64(std::string& out, std::uint64_t value);
std::uint16_t get16(const std::byte* at);
std::uint32_t get32(const std::byte* at);
std::uint64_t get64(const std::byte* at);

/// Appends a reply without data.
void put_simple_reply(std::string& out, std::uint64_t cookie, Error error);

/// One extent of base:allocation.
struct Extent {
  std::uint32_t length = 0;
  bool hole = false;
};

// Structured replies, each the whole answer to its request.
/// The head of a read's data, which follow.
void put_data_head(std::string& out, std::uint64_t cookie, std::uint64_t offset, std::uint32_t length);
void put_error(std::string& out, std::uint64_t cookie, Error error);
void put_block_status(std::string& out, std::uint64_t cookie, std::span<const Extent> extents);

}  // namespace rainier::nbd
