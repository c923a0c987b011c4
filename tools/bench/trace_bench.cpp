/// How many requests a second each format's parser reads on one core, from a file in the page cache, through
/// to Record: what `rainier trace info` and `replay` are fed with.

#include <benchmark/benchmark.h>

#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "models/host/trace/formats/blktrace.hpp"
#include "models/host/trace/formats/reader.hpp"
#include "models/host/trace/replay/replay.hpp"
#include "sim/random/philox.hpp"

namespace {

using namespace rainier;

constexpr int lines = 200'000;

struct Request {
  std::uint64_t us, sector, sectors;
  bool write;
};

/// A file of requests at random places, a line each.
class File {
 public:
  File(const std::string& header, const std::function<std::string(const Request&)>& line) {
    path_ = fmt::format("/tmp/rainier-trace-bench-{}-{}", ::getpid(), count_++);
    std::ofstream out(path_, std::ios::binary);
    out << header;
    Philox random(1, "bench");
    std::uint64_t us = 0;
    for (int i = 0; i < lines; ++i) {
      us += random.below(1000);
      out << line({us, random.below(1'000'000'000), 1 + random.below(256), random.chance(0.5)});
    }
  }
  ~File() { std::remove(path_.c_str()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::string& path() const { return path_; }

 private:
  static inline int count_ = 0;
  std::string path_;
};

using Line = std::function<std::string(const Request&)>;

void parse(benchmark::State& state, const std::string& header, const Line& line) {
  const File file(header, line);
  std::array<trace::Record, 256> batch;
  std::uint64_t requests = 0;
  for (auto _ : state) {
    const auto reader = trace::open_trace({file.path(), "", {}, trace::BadLines::error});
    while (const std::size_t count = reader->next(batch)) requests += count;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}

/// The whole way to the requests that a drive gets.
void replay(benchmark::State& state, const std::string& header, const Line& line) {
  const File file(header, line);
  trace::ReplayOptions options;
  options.stream.read.path = file.path();
  std::array<fio::Io, 16> batch;
  std::uint64_t requests = 0;
  for (auto _ : state) {
    trace::Replay from(options, std::uint64_t{1} << 40);
    while (const std::size_t count = from.next(batch)) requests += count;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}

std::string binary(const Request& r) {
  namespace b = trace::blktrace;
  const auto bytes = b::encode({1, r.us * 1000, r.sector, static_cast<std::uint32_t>(r.sectors * 512),
                                b::issue | b::issued | (r.write ? b::write : b::read), 1, 8U << 20, 0, 0, 0});
  return {bytes.data(), bytes.size()};
}

const std::string no_header;
const Line msr = [](const Request& r) {
  return fmt::format("{},hm,0,{},{},{},{}\n", 128166372003061629 + r.us * 10, r.write ? "Write" : "Read",
                     r.sector * 512, r.sectors * 512, 1000 + r.us % 1000);
};
const Line spc = [](const Request& r) {
  return fmt::format("0,{},{},{},{:.6f}\n", r.sector, r.sectors * 512, r.write ? 'W' : 'R',
                     static_cast<double>(r.us) / 1e6);
};
const Line alibaba = [](const Request& r) {
  return fmt::format("{},{},{},{},{}\n", r.us % 100, r.write ? 'W' : 'R', r.sector * 512, r.sectors * 512,
                     1577808000000046 + r.us);
};
const Line tencent = [](const Request& r) {
  return fmt::format("{},{},{},{},{}\n", 1538323200 + r.us / 1'000'000, r.sector, r.sectors, r.write ? 1 : 0,
                     1000 + r.us % 1000);
};
const Line systor = [](const Request& r) {
  return fmt::format("{}.{:06}000,0.000806000,{},0,{},{}\n", 1456095145 + r.us / 1'000'000, r.us % 1'000'000,
                     r.write ? 'W' : 'R', r.sector * 512, r.sectors * 512);
};
const Line mqsim = [](const Request& r) {
  return fmt::format("{} 0 {} {} {}\n", r.us * 1000, r.sector, r.sectors, r.write ? 0 : 1);
};
const Line disksim = [](const Request& r) {
  return fmt::format("{:.6f} 0 {} {} {}\n", static_cast<double>(r.us) / 1e3, r.sector, r.sectors,
                     r.write ? 0 : 1);
};
const Line fiu = [](const Request& r) {
  return fmt::format("{} 4892 syslogd {} {} {} 6 0 531e779eb0b1e9c1e3f84a1be6f9e7ba\n", r.us * 1000, r.sector,
                     r.sectors, r.write ? 'W' : 'R');
};
const Line blkparse = [](const Request& r) {
  return fmt::format("  8,0    3 {:8} {:5}.{:09}   697  D   {} {} + {} [fio]\n", r.us, r.us / 1'000'000,
                     r.us % 1'000'000 * 1000, r.write ? 'W' : 'R', r.sector, r.sectors);
};
const Line iolog = [](const Request& r) {
  return fmt::format("{} /dev/sda {} {} {}\n", r.us, r.write ? "write" : "read", r.sector * 512,
                     r.sectors * 512);
};
const Line csv = [](const Request& r) {
  return fmt::format("{},sda,{},{},{}\n", r.us * 1000, r.write ? "write" : "read", r.sector * 512,
                     r.sectors * 512);
};

BENCHMARK_CAPTURE(parse, msr, no_header, msr)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, spc, no_header, spc)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, alibaba, no_header, alibaba)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, tencent, no_header, tencent)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, systor, "Timestamp,Response,IOType,LUN,Offset,Size\n", systor)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, csv, "time_ns,volume,op,offset,length\n", csv)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, mqsim, no_header, mqsim)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, disksim, no_header, disksim)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, fiu, no_header, fiu)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, blkparse, no_header, blkparse)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, iolog, "fio version 3 iolog\n0 /dev/sda add\n0 /dev/sda open\n", iolog)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(parse, blktrace, no_header, Line(binary))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, msr, no_header, msr)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
