#include "models/controller/controller_test.hpp"

using namespace rainier;
using namespace rainier::controller;
using namespace rainier::literals;

namespace {

DriveConfig nvme_drive(std::uint32_t queues = 4) {
  DriveConfig config = small_drive();
  config.controller.front_end = FrontEnd::nvme;
  config.controller.coalesce_count = 1;
  config.controller.nvme.queues = queues;
  return config;
}

/// Gives each queue `count` reads of 4 KiB at once; how many of each the drive fetches while all have more.
std::vector<double> fetched_by_queue(const DriveConfig& config, std::uint32_t count) {
  Bench bench(config);
  const std::uint32_t queues = config.controller.nvme.queues;
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::uint32_t queue = 0; queue < queues; ++queue)
      bench.send(Operation::read, std::uint64_t{8} * ((i * 7 + queue) % 512), 8,
                 static_cast<std::uint8_t>(queue));
  std::vector<double> fetched(queues, 0);
  const auto add = [&](double sign) {
    for (std::uint32_t queue = 0; queue < queues; ++queue)
      fetched[queue] += sign * static_cast<double>(bench.drive().nvme()->counters(queue).commands);
  };
  while (bench.ended() < count / 4) bench.run(bench.now() + 1_us);
  add(-1);
  while (bench.ended() < count + count / 2) bench.run(bench.now() + 1_us);
  add(1);
  return fetched;
}

}  // namespace

TEST_CASE("a read over NVMe fetches 64 B, and posts its data, 16 B and an interrupt of 4 B") {
  Bench bench(nvme_drive());
  const link::Link& link = bench.drive().link();
  const auto posted = link.posted_bytes(), fetched = link.fetched_bytes();
  for (std::uint8_t queue = 0; queue < 4; ++queue)
    for (std::uint64_t i = 0; i < 10; ++i) {
      bench.send(Operation::read, 8 * i, 8, queue);
      bench.run();
    }
  CHECK(bench.interrupts() == 40);
  CHECK(link.posted_bytes() - posted == 40 * (4096 + 16 + 4));
  CHECK(link.fetched_bytes() - fetched == 40 * 64);
}

TEST_CASE("a command of n pages fetches a PRP list of n - 1 entries, from three pages on") {
  const auto list_of = [](std::uint32_t kib) {
    Bench bench(nvme_drive());
    bench.alone(Operation::read, 0, 2 * kib);
    CHECK(bench.drive().link().fetched_bytes() == 64 + bench.drive().nvme()->list_bytes());
    return bench.drive().nvme()->list_bytes();
  };
  CHECK(list_of(4) == 0);
  CHECK(list_of(8) == 0);
  CHECK(list_of(12) == 2 * 8);
  CHECK(list_of(128) == 31 * 8);
  CHECK(list_of(513 * 4) == 512 * 8);
  CHECK(list_of(514 * 4) == 512 * 8 + 2 * 8);  // the last entry of the first page leads to the second
}

TEST_CASE("commands placed at one moment share a doorbell and a fetch, the head has one an interrupt") {
  DriveConfig config = nvme_drive(1);
  config.controller.nvme.burst = 8;
  Bench bench(config);
  const Time idle_down = bench.drive().link().down().busy();
  for (std::uint64_t i = 0; i < 8; ++i) bench.send(Operation::read, 8 * i, 8);
  bench.run();
  const SubmissionQueues& nvme = *bench.drive().nvme();
  CHECK(nvme.counters(0).doorbells == 1);
  CHECK(nvme.doorbells() == 1 + bench.interrupts());
  CHECK(nvme.fetched() == 8);
  // On the wire: the doorbells, and 512 B of commands as completions of one read.
  const double ps = 1e12 / config.link.bytes_per_second() / (1 - config.link.dllp_share);
  const double tlps = static_cast<double>(1 + bench.interrupts()) * (4 + 24) + 512 + 24 * (512.0 / 128);
  CHECK(static_cast<double>((bench.drive().link().down().busy() - idle_down).ps()) ==
        Approx(tlps * ps).epsilon(0.001));
  for (std::uint64_t i = 0; i < 8; ++i) {
    bench.send(Operation::read, 8 * i, 8);
    bench.run(bench.now() + 1_us);
  }
  bench.run();
  CHECK(nvme.counters(0).doorbells == 9);
}

TEST_CASE("in turn every queue gets the same share of a drive that holds few commands") {
  DriveConfig config = nvme_drive();
  config.controller.slots = 4;
  config.controller.nvme.depth = 4096;
  config.controller.nvme.burst = 1;
  const auto fetched = fetched_by_queue(config, 1600);
  for (const double n : fetched) CHECK(n == Approx(fetched[0]).epsilon(0.01));
}

TEST_CASE("by weights every class gets its share of a drive that holds few commands") {
  DriveConfig config = nvme_drive(3);
  config.controller.slots = 4;
  config.controller.nvme.depth = 4096;
  NvmeParams& nvme = config.controller.nvme;
  nvme.arbitration = Arbitration::weighted;
  nvme.priorities = {1, 2, 3};
  nvme.high_weight = 5;
  nvme.medium_weight = 3;
  nvme.low_weight = 2;
  nvme.burst = 2;
  const auto fetched = fetched_by_queue(config, 1600);
  const double all = fetched[0] + fetched[1] + fetched[2];
  CHECK(fetched[0] / all == Approx(0.5).epsilon(0.01));
  CHECK(fetched[1] / all == Approx(0.3).epsilon(0.01));
  CHECK(fetched[2] / all == Approx(0.2).epsilon(0.01));
}

TEST_CASE("every queue counts completions for an interrupt of its own") {
  DriveConfig config = nvme_drive();
  config.controller.coalesce_count = 8;
  config.controller.coalesce_time = 10_ms;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 8; ++i)
    for (std::uint8_t queue = 0; queue < 3; ++queue) bench.send(Operation::read, 8 * i, 8, queue);
  bench.run();
  for (std::uint32_t queue = 0; queue < 3; ++queue) CHECK(bench.drive().coalescer(queue).raised() == 1);
  CHECK(bench.drive().coalescer(3).raised() == 0);
  CHECK(bench.now() < 10_ms + 5_ms);
  // Fewer wait for the time, even where nothing else is outstanding.
  const Command last = bench.alone(Operation::read, 0, 8);
  CHECK(Bench::latency(last) > 10_ms);
  CHECK(Bench::latency(last) < 10_ms + 100_us);
  CHECK(bench.interrupts() == 4);
}

TEST_CASE("a drive holds as many commands as its slots, others wait in their queues") {
  DriveConfig config = nvme_drive(1);
  config.controller.slots = 2;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 8; ++i) bench.send(Operation::write, 8 * i, 8);
  bench.run(bench.now() + 20_us);
  CHECK(bench.drive().nvme()->fetched() == 2);
  bench.run();
  CHECK(bench.ended() == 8);
}

TEST_CASE("a ring of few entries is used over and over, in order") {
  DriveConfig config = nvme_drive(1);
  config.controller.nvme.depth = 4;
  config.controller.nvme.burst = 3;
  Bench bench(config);
  for (int round = 0; round < 50; ++round) {
    for (std::uint64_t i = 0; i < 3; ++i) bench.send(Operation::read, 8 * i, 8);
    bench.run();
  }
  CHECK(bench.ended() == 150);
  CHECK(bench.drive().nvme()->fetched() == 150);
}
