#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

/// The records of the kernel's block trace (include/uapi/linux/blktrace_api.h): 48 bytes each, followed by as
/// many bytes as its last field says, in the byte order of the machine that wrote them.
namespace rainier::trace::blktrace {

inline constexpr std::uint32_t magic = 0x65617400, version = 7;
inline constexpr std::size_t record_bytes = 48;

/// The low half of `action`.
inline constexpr std::uint32_t queue = 1, get_request = 3, issue = 7, complete = 8, insert = 11;
/// The high half: what kind of request it is.
inline constexpr std::uint32_t read = 1U << 16, write = 1U << 17, flush = 1U << 18, sync = 1U << 19,
                               queued = 1U << 20, issued = 1U << 22, completed = 1U << 23,
                               file_system = 1U << 24, pass_through = 1U << 25, notify = 1U << 26,
                               discard = 1U << 29;

struct Event {
  std::uint32_t sequence = 0;
  std::uint64_t time_ns = 0;
  std::uint64_t sector = 0;
  std::uint32_t bytes = 0;
  std::uint32_t action = 0;
  std::uint32_t pid = 0;
  std::uint32_t device = 0;  ///< major << 20 | minor
  std::uint32_t cpu = 0;
  std::uint16_t error = 0;
  std::uint16_t more_bytes = 0;  ///< that follow
};

enum class Order : std::uint8_t { little, big };

/// Whether these bytes begin with a record's magic number; which order it is in.
bool begins_with_magic(std::string_view bytes, Order& order);
/// `bytes` has at least `record_bytes`.
Event decode(std::string_view bytes, Order order);
/// Little-endian.
std::array<char, record_bytes> encode(const Event& event);
/// The note that names the process, its name included: without it blkparse prints none.
std::string process_note(std::uint32_t sequence, std::uint32_t pid);

}  // namespace rainier::trace::blktrace
