#include "models/host/trace/formats/blktrace_reader.hpp"

#include <fmt/format.h>

#include "models/host/fio/job_error.hpp"

namespace rainier::trace {

BlktraceReader::BlktraceReader(Input input, const ReadOptions& options)
    : Reader(std::move(input), name, title, tick_ns),
      act_(options.options.event == BlockEvent::issue ? blktrace::issue : blktrace::queue) {
  if (!blktrace::begins_with_magic(input_.peek(), order_))
    fail(0, "expected the magic number 0x656174 of a blktrace record");
}

std::size_t BlktraceReader::next(std::span<Record> out) {
  std::size_t taken = 0;
  blktrace::Event event;
  while (taken < out.size() && next_event(event)) {
    if (take(event, out[taken]))
      ++taken;
    else
      ++counts_.passed_over;
  }
  if (taken == 0 && counts_.requests == 0)
    fail(input_.position(), fmt::format("there is no request in it: no {} event (--event says which count)",
                                        act_ == blktrace::issue ? "issue" : "queue"));
  return taken;
}

bool BlktraceReader::next_event(blktrace::Event& event) {
  const std::uint64_t position = input_.position();
  const std::string_view bytes = input_.take(blktrace::record_bytes);
  if (bytes.empty()) return false;
  if (bytes.size() < blktrace::record_bytes) fail(position, "the file ends within a record");
  blktrace::Order order = order_;
  if (!blktrace::begins_with_magic(bytes, order) || order != order_)
    fail(position, "expected the magic number 0x656174 of a record");
  ++number_;
  event = blktrace::decode(bytes, order_);
  if (input_.take(event.more_bytes).size() < event.more_bytes)
    fail(position, fmt::format("the file ends within the {} bytes that follow a record", event.more_bytes));
  return true;
}

bool BlktraceReader::take(const blktrace::Event& event, Record& record) {
  if ((event.action & 0xffff) != act_ || (event.action & (blktrace::notify | blktrace::pass_through)) != 0)
    return false;
  Row row;
  if ((event.action & blktrace::discard) != 0)
    row.op = fio::Op::trim;
  else if ((event.action & blktrace::write) != 0)
    row.op = fio::Op::write;
  else
    row.op = fio::Op::read;
  if (event.bytes == 0) {
    if ((event.action & blktrace::flush) == 0) return false;
    row.op = fio::Op::sync;
  } else if (!bytes_of(event.sector, row.offset)) {
    fail(input_.position(), "an address beyond 2^64 bytes");
  }
  row.length = event.bytes;
  if (event.time_ns > std::uint64_t{1} << 62) fail(input_.position(), "a time beyond 146 years");
  row.ticks = static_cast<std::int64_t>(event.time_ns);
  if (event.device != device_) {
    device_ = event.device;
    device_name_ = fmt::format("{},{}", device_ >> 20, device_ & 0xfffff);
  }
  row.volume = device_name_;
  if (const char* const wrong = convert(row, record))
    fail(input_.position(), std::string("expected ") + wrong);
  record.line = number_;
  return true;
}

void BlktraceReader::fail(std::uint64_t position, const std::string& what) const {
  throw fio::JobError({input_.name(), 0}, fmt::format("byte {}", position), what);
}

}  // namespace rainier::trace
