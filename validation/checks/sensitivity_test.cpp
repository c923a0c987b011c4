#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "validation/checks/test_drive_test.hpp"
#include "validation/oracles/write_amplification.hpp"

using namespace rainier;
using namespace rainier::checks;
using namespace rainier::literals;

namespace {

enum Row { seq_read, seq_write, rand_read, rand_read_512, rand_write, read_latency, write_latency };
constexpr const char* names[] = {"sequential read",   "sequential write",   "random read 4 KiB",
                                 "random read 512 B", "random write 4 KiB", "read latency",
                                 "write latency"};
using Rows = std::map<Row, double>;

/// Random writes a second at the amplification of the long run, which the functional tier gives. In a window
/// this short GC is ahead or behind by a superblock of 16,384 pages or two, which alone is several per cent.
double long_run_iops(TestDrive& drive) {
  const ftl::Ftl& ftl = drive->controller().ftl();
  const ftl::Counters before = ftl.counters();
  drive->precondition(drive::parse_recipe("rand:4KiB:0.5"));
  const double long_run = (ftl.counters() - before).write_amplification();
  const Window window =
      drive.measure({"rw=randwrite", "bs=4k", "norandommap", "iodepth=32", "numjobs=8"}, 100_ms, 300_ms);
  return window.iops() * window.usage.ftl.write_amplification() / long_run;
}

Rows measure(const Overrides& set) {
  const controller::DriveConfig config = drive_config("p320h-700", 1.0 / 16, set);
  const host::Params host = host_params("linux-fio");
  Rows rows;
  {
    TestDrive drive(config, host, "seq:128KiB:1");
    rows[seq_read] = drive.measure({"rw=read", "bs=128k", "iodepth=256"}, 20_ms, 500_ms).throughput();
    rows[seq_write] = drive.measure({"rw=write", "bs=128k", "iodepth=256"}, 50_ms, 200_ms).throughput();
  }
  TestDrive drive(config, host, "seq:128KiB:1,rand:4KiB:1.2");
  rows[rand_write] = long_run_iops(drive);
  drive->settle(1_s);
  const auto random = [&](const char* rw, const char* block, bool deep, Time warm_up, Time window) {
    std::vector<std::string> job{rw, block, "norandommap"};
    if (deep) job.insert(job.end(), {"iodepth=32", "numjobs=8"});
    return drive.measure(job, warm_up, window);
  };
  rows[rand_read] = random("rw=randread", "bs=4k", true, 10_ms, 50_ms).iops();
  rows[rand_read_512] = random("rw=randread", "bs=512", true, 10_ms, 50_ms).iops();
  rows[read_latency] = random("rw=randread", "bs=512", false, 1_ms, 30_ms).latency;
  rows[write_latency] = random("rw=randwrite", "bs=4k", false, 1_ms, 100_ms).latency;
  CHECK(drive->broken_laws().empty());
  return rows;
}

struct Moved {
  double ratio, margin;
};

// Closed forms (physics, sections 1 to 3), in bytes a second.
double frontier(double program) { return 128 * 4096 * 7.0 / 8 / program; }
constexpr double power_bound = 1.9e9;  ///< sequential writes at 15 W over idle: published, calibrated on
constexpr double channels_bound = 32 * 4096 / 26.4e-6;
constexpr double link_bound = 3.30e9;
/// Commands come in one by one. Of each, a read of memory and the pipeline take their time on any link; a
/// request and the completions of header, FIS and a descriptor take the wire.
double small_reads_ratio(double lanes) {
  const auto way_in = [](double l) { return 550e-9 + 66e-9 + (4 * 24 + 80) / (l * 0.5e9 * (1 - 0.0208)); };
  return way_in(8) / way_in(lanes);
}
/// Random writes at another capacity: power buys programs, amplification says how many a host page takes.
double spare_ratio(double gigabytes) {
  const auto amplification = [](double gb) {
    return oracle::fifo(1099.5 * 7 / 8 * 127 / 128 * 1007 / 1016 / gb - 1);
  };
  return amplification(700) / amplification(gigabytes);
}

}  // namespace

// Both writes are bound by power, sequential ones nearly by the frontier too. Up to 3 % over the frontier's
// bound come from the moments in which a superblock ends and the next one, on other dies, has begun.
TEST_CASE("program time, power cap, spare and link width move the rows they should and no others (heavy)") {
  const Rows base = measure({});
  const double latency = base.at(write_latency);
  struct Change {
    std::string set;
    std::map<Row, Moved> moves;
  };
  const std::vector<Change> changes{
      {"nand.program_time=276us",
       {{seq_write, {frontier(276e-6) / power_bound, 0.03}},
        {write_latency, {(latency + 46e-6) / latency, 0.01}}}},
      {"nand.program_time=184us", {{write_latency, {(latency - 46e-6) / latency, 0.01}}}},
      {"power.cap=28W",
       // 18 W would buy 1.2 times the random writes, but dies begin to wait for each other
       {{seq_write, {frontier(230e-6) / power_bound, 0.03}}, {rand_write, {1.17, 0.03}}}},
      {"power.cap=22W", {{seq_write, {12.0 / 15, 0.01}}, {rand_write, {12.0 / 15, 0.02}}}},
      {"capacity=665GB", {{rand_write, {spare_ratio(665), 0.03}}}},
      {"capacity=735GB", {{rand_write, {spare_ratio(735), 0.04}}}},
      {"link.lanes=4",
       {{seq_read, {0.5, 0.015}},
        {rand_read, {0.5, 0.01}},
        {rand_read_512, {small_reads_ratio(4), 0.02}},
        {seq_write, {link_bound / 2 / power_bound, 0.02}}}},
      {"link.lanes=16",
       {{seq_read, {channels_bound / link_bound, 0.03}},
        {rand_read, {1.36, 0.1}},
        {rand_read_512, {small_reads_ratio(16), 0.02}}}},
  };
  for (const Change& change : changes) {
    const Rows rows = measure({change.set});
    for (const auto& [row, value] : rows) {
      CAPTURE(change.set, names[row]);
      const double ratio = value / base.at(row);
      const auto moved = change.moves.find(row);
      if (moved == change.moves.end())
        CHECK(ratio == Approx(1).margin(0.012));
      else
        CHECK(ratio == Approx(moved->second.ratio).margin(moved->second.margin));
    }
  }
}
