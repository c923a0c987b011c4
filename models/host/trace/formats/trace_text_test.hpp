#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/host/trace/formats/blktrace.hpp"
#include "models/host/trace/formats/reader.hpp"
#include "models/host/trace/input/trace_file_test.hpp"

namespace rainier::trace {

/// A reader of these bytes; errors call it `T`.
inline std::unique_ptr<Reader> reader_of(const std::string& bytes, const std::string& format = "",
                                         BadLines bad_lines = BadLines::error) {
  return open_trace(Input("T", std::make_unique<Memory>(bytes)), {"T", format, {}, bad_lines});
}

/// All requests of a trace with these bytes.
inline std::vector<Record> records_of(const std::string& bytes, const std::string& format = "",
                                      BadLines bad_lines = BadLines::error) {
  const auto reader = reader_of(bytes, format, bad_lines);
  std::vector<Record> all;
  std::array<Record, 7> batch;
  while (const std::size_t count = reader->next(batch))
    all.insert(all.end(), batch.begin(), batch.begin() + count);
  return all;
}

/// What is said about such a trace: `:LINE: message`.
inline std::string said_of(const std::string& bytes, const std::string& format = "") {
  return complaint("T", [&] {
    const auto reader = reader_of(bytes, format);
    std::array<Record, 7> batch;
    while (reader->next(batch) > 0) {
    }
  });
}

inline std::string bytes_of_event(const blktrace::Event& event) {
  const auto bytes = blktrace::encode(event);
  return {bytes.data(), bytes.size()};
}

/// One trace in each format: 4,096 bytes read at 8,192, and 5 ms later (5 s with whole seconds) 1,536 bytes
/// written at 512.
struct Sample {
  const char* format;
  std::string bytes;
};
inline std::vector<Sample> samples() {
  using namespace blktrace;
  const std::string binary =
      bytes_of_event({1, 1'000'000'000, 16, 4096, issue | issued | read, 7, 8U << 20, 0, 0, 0}) +
      bytes_of_event({2, 1'005'000'000, 1, 1536, issue | issued | write, 7, 8U << 20, 0, 0, 0});
  return {
      {"msr",
       "128166372003061629,hm,0,Read,8192,4096,331\n"
       "128166372003111629,hm,0,Write,512,1536,2000\n"},
      {"spc", "0,16,4096,r,1.0\n0,1,1536,W,1.005\n"},
      {"mqsim", "1000000 0 16 8 1\n6000000 0 1 3 0\n"},
      {"disksim", "10.000000 0 16 8 1\n15.0 0 1 3 0\n"},
      {"alibaba", "3,R,8192,4096,1577808000000046\n3,W,512,1536,1577808000005046\n"},
      {"tencent", "1538323200,16,8,0,1063\n1538323205,1,3,1,1063\n"},
      {"systor",
       "Timestamp,Response,IOType,LUN,Offset,Size\n"
       "1456095145.133076000,0.000806000,R,0,8192,4096\n"
       "1456095145.138076000,0.000806000,W,0,512,1536\n"},
      {"fiu",
       "89966429000000 4892 syslogd 16 8 R 6 0 531e779eb0b1e9c1\n"
       "89966434000000 4892 syslogd 1 3 W 6 0 531e779eb0b1e9c1 e3f8\n"},
      {"blkparse",
       "  8,0    3        1     0.000000000   697  D   R 16 + 8 [kjournald]\n"
       "  8,0    3        2     0.001000000   697  Q  WS 1 + 3 [kjournald]\n"
       "  8,0    3        3     0.005000000   697  D  WS 1 + 3 [kjournald]\n"
       "  8,0    3        4     0.006000000     0  C  WS 1 + 3 [0]\n"
       "CPU3 (sda):\n Reads Queued:           1,        4KiB\n"
       "Throughput (R/W): 4KiB/s / 1KiB/s\n"},
      {"blktrace", binary},
      {"iolog",
       "fio version 3 iolog\n0 /dev/sda add\n1 /dev/sda open\n10 /dev/sda read 8192 4096\n"
       "5010 /dev/sda write 512 1536\n5011 /dev/sda close\n"},
      {"csv", "time_ns,volume,op,offset,length\n0,sda,read,8192,4096\n5000000,sda,write,512,1536\n"},
  };
}

}  // namespace rainier::trace
