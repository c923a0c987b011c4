#include <algorithm>

#include "models/host/trace/formats/blktrace.hpp"
#include "models/host/trace/output/writers.hpp"

namespace rainier::trace {
namespace {

/// A queue and an issue event for each request, at its time. A volume is a device of major number 259 with
/// the volume's number as the minor one. What is longer than 32 bits of bytes hold is written in pieces.
class BlktraceWriter final : public Writer {
 public:
  void begin(std::string& out) override { out += blktrace::process_note(++sequence_, pid); }
  bool add(const Record& r, std::string_view, std::string& out) override {
    const bool data = static_cast<std::size_t>(r.op) < fio::data_directions;
    if (data && r.length == 0) return false;
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    std::uint64_t offset = r.offset, left = r.length;
    do {
      const std::uint64_t bytes = std::min(left, most);
      for (const std::uint32_t act : {blktrace::queue | blktrace::queued, blktrace::issue | blktrace::issued})
        put(r, offset, static_cast<std::uint32_t>(bytes), act | category(r.op), out);
      offset += bytes;
      left -= bytes;
    } while (left > 0);
    return true;
  }
  bool in_sectors() const override { return true; }

 private:
  static std::uint32_t category(fio::Op op) {
    switch (op) {
      case fio::Op::read:
        return blktrace::read;
      case fio::Op::write:
        return blktrace::write;
      case fio::Op::trim:
        return blktrace::discard | blktrace::write;
      default:
        return blktrace::flush;
    }
  }
  void put(const Record& r, std::uint64_t offset, std::uint32_t bytes, std::uint32_t action,
           std::string& out) {
    constexpr std::uint32_t major = 259U << 20;
    const auto event = blktrace::encode(
        {++sequence_, ns_of(r), offset / 512, bytes, action, pid, major | (r.volume & 0xfffff), 0, 0, 0});
    out.append(event.data(), event.size());
  }

  static constexpr std::uint32_t pid = 1;
  std::uint32_t sequence_ = 0;
};

}  // namespace

std::unique_ptr<Writer> make_blktrace_writer() { return std::make_unique<BlktraceWriter>(); }

}  // namespace rainier::trace
