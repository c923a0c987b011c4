#pragma once

#include "models/host/trace/formats/blktrace.hpp"
#include "models/host/trace/formats/reader.hpp"

namespace rainier::trace {

/// blktrace's binary records in either byte order: of each request the event that was asked for, issue or
/// queue. Notes, other events and pass-through commands are passed over. A record that is none can't be
/// skipped, as nothing says where the next begins.
class BlktraceReader final : public Reader {
 public:
  static constexpr const char* name = "blktrace";
  static constexpr const char* title = "blktrace binary";
  static constexpr const char* columns = "records of 48 bytes that begin with 0x65617407";

  BlktraceReader(Input input, const ReadOptions& options);
  std::size_t next(std::span<Record> out) override;

 private:
  bool next_event(blktrace::Event& event);
  bool take(const blktrace::Event& event, Record& record);
  [[noreturn]] void fail(std::uint64_t position, const std::string& what) const;

  blktrace::Order order_ = blktrace::Order::little;
  std::uint32_t act_;
  std::uint32_t number_ = 0;  ///< of the record
  std::uint32_t device_ = ~0U;
  std::string device_name_;
};

}  // namespace rainier::trace
