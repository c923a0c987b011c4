#include "models/host/trace/formats/blktrace.hpp"

namespace rainier::trace::blktrace {
namespace {

template <class T>
T get(std::string_view bytes, std::size_t at, Order order) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    const std::size_t place = order == Order::little ? sizeof(T) - 1 - i : i;
    value = static_cast<T>(value << 8 | static_cast<unsigned char>(bytes[at + place]));
  }
  return value;
}

template <class T>
void put(std::array<char, record_bytes>& bytes, std::size_t at, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes[at + i] = static_cast<char>(value >> (8 * i) & 0xff);
}

}  // namespace

bool begins_with_magic(std::string_view bytes, Order& order) {
  if (bytes.size() < sizeof magic) return false;
  for (const Order one : {Order::little, Order::big}) {
    if ((get<std::uint32_t>(bytes, 0, one) & 0xffffff00) != magic) continue;
    order = one;
    return true;
  }
  return false;
}

Event decode(std::string_view bytes, Order order) {
  Event e;
  e.sequence = get<std::uint32_t>(bytes, 4, order);
  e.time_ns = get<std::uint64_t>(bytes, 8, order);
  e.sector = get<std::uint64_t>(bytes, 16, order);
  e.bytes = get<std::uint32_t>(bytes, 24, order);
  e.action = get<std::uint32_t>(bytes, 28, order);
  e.pid = get<std::uint32_t>(bytes, 32, order);
  e.device = get<std::uint32_t>(bytes, 36, order);
  e.cpu = get<std::uint32_t>(bytes, 40, order);
  e.error = get<std::uint16_t>(bytes, 44, order);
  e.more_bytes = get<std::uint16_t>(bytes, 46, order);
  return e;
}

std::array<char, record_bytes> encode(const Event& e) {
  std::array<char, record_bytes> bytes{};
  put(bytes, 0, magic | version);
  put(bytes, 4, e.sequence);
  put(bytes, 8, e.time_ns);
  put(bytes, 16, e.sector);
  put(bytes, 24, e.bytes);
  put(bytes, 28, e.action);
  put(bytes, 32, e.pid);
  put(bytes, 36, e.device);
  put(bytes, 40, e.cpu);
  put(bytes, 44, e.error);
  put(bytes, 46, e.more_bytes);
  return bytes;
}

std::string process_note(std::uint32_t sequence, std::uint32_t pid) {
  std::string name = "rainier";
  name.resize(16);
  Event note;
  note.sequence = sequence;
  note.action = notify;
  note.pid = pid;
  note.more_bytes = static_cast<std::uint16_t>(name.size());
  const auto event = encode(note);
  return std::string(event.data(), event.size()) + name;
}

}  // namespace rainier::trace::blktrace
