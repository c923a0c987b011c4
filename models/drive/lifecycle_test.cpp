#include <fmt/format.h>

#include <cmath>

#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;

TEST_CASE("one request, and fewer requests than the queue is deep") {
  const auto count = GENERATE(1, 2, 31, 33);
  Simulation simulation(small_drive(), host::Params{}, 1);
  run(simulation, job(fmt::format("rw=randwrite\nbs=4k\niodepth=32\nnumber_ios={}", count)));
  CHECK(ios(simulation, 1) == static_cast<std::uint64_t>(count));
}

TEST_CASE("a queue deeper than the slots never has more commands under way than slots") {
  DriveConfig config = small_drive();
  config.controller.slots = 7;
  Simulation simulation(config, host::Params{}, 1);
  simulation.load(job("rw=randwrite\nbs=4k\niodepth=512\nio_size=8M\nnorandommap"));
  std::uint32_t most = 0;
  while (!simulation.done()) {
    simulation.advance(3_us);
    most = std::max(most, simulation.driver().slots_used());
  }
  require_sound(simulation);
  CHECK(most == 7);
  CHECK(simulation.usage().slot_waits > 0);
}

TEST_CASE("a run that ends while GC is at work comes to rest afterwards") {
  Simulation simulation(small_drive(0.10), host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("rand:4KiB:2")));
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=64\nnumber_ios=1000\nnorandommap"));
  CHECK(simulation.usage().flash.operations[0][static_cast<std::size_t>(channel::Source::gc)] > 0);
  simulation.settle(10_s);
  CHECK(simulation.controller().idle());
  CHECK(simulation.controller().buffer_used() == 0);
  require_sound(simulation);
}

TEST_CASE("jobs that are stopped midway leave valid results of what they did") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  simulation.load(
      jobs("[global]\nrw=randrw\nbs=4k\niodepth=16\ntime_based\nruntime=1h\n[now]\n[later]\nstartdelay=30m\n"
           "[never]\nstonewall\n"));
  simulation.advance(20_ms);
  simulation.drain();
  CHECK(simulation.done());
  CHECK(simulation.now() < 30_ms);
  require_sound(simulation);
  const auto results = simulation.workers().results();
  REQUIRE(results.size() == 3);
  CHECK(results[0].direction[0].ios + results[0].direction[1].ios == simulation.workers().finished());
  CHECK(results[0].runtime >= 20_ms);
  for (const std::size_t untouched : {1, 2}) {
    CHECK(results[untouched].direction[0].ios == 0);
    CHECK(results[untouched].runtime == Time());
  }
}

TEST_CASE("jobs loaded one after another count each on their own") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  for (int round = 1; round <= 3; ++round) {
    run(simulation, job("rw=randrw\nbs=4k\niodepth=8\nnumber_ios=200\nnorandommap"));
    CHECK(ios(simulation, 0) + ios(simulation, 1) == 200);
    CHECK(simulation.usage().requests == 200u * static_cast<unsigned>(round));
    CHECK(simulation.usage().request_bytes == 200u * 4096 * static_cast<unsigned>(round));
  }
  CHECK_THROWS_WITH(
      (simulation.load(job("rw=read\nbs=4k\nnumber_ios=1")), simulation.load(job("rw=read\nbs=4k"))),
      Catch::Contains("still running"));
}

TEST_CASE("another host may take over between jobs") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  const auto mean = [&] {
    run(simulation, job("rw=randread\nbs=4k\nnumber_ios=100"));
    return simulation.workers().results()[0].direction[0].lat.mean();
  };
  const double with_first = mean();
  host::Params slow;
  slow.submit_time = slow.submit_time + 10_us;
  simulation.use(slow);
  CHECK(mean() - with_first == Approx(10'000).margin(1'500));
}

TEST_CASE("a run of one millisecond has a finite rate, from its exact length") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=4\ntime_based\nruntime=1ms"));
  const host::JobResult result = simulation.workers().results()[0];
  const auto& writes = result.direction[1];
  CHECK(writes.ios > 4);
  CHECK(writes.runtime >= 1_ms);
  CHECK(writes.runtime < 2_ms);
  CHECK(std::isfinite(static_cast<double>(writes.ios) / writes.runtime.seconds()));
}

TEST_CASE("recipes write the capacities they say, fractions among them") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  const auto& ftl = simulation.controller().ftl();
  const auto logical = static_cast<double>(ftl.logical_pages());
  const auto written = [&](const char* recipe) {
    const auto before = ftl.counters().host_writes;
    REQUIRE(simulation.precondition(parse_recipe(recipe)));
    return static_cast<double>(ftl.counters().host_writes - before) / logical;
  };
  CHECK(written("none") == 0);
  CHECK(written("seq:4KiB:0.5") == Approx(0.5).epsilon(0.001));
  CHECK(ftl.mapped() == Approx(0.5 * logical).epsilon(0.001));
  CHECK(written("seq:128KiB:1.25") == Approx(1.25).epsilon(0.01));
  CHECK(ftl.mapped() >= ftl.logical_pages() - 32);
  CHECK(written("rand:4KiB:0.1,rand:512B:0.2") == Approx(0.3).epsilon(0.01));
  CHECK(written("rand:1GiB:1") == Approx(1).epsilon(0.001));  // a block larger than the drive is the drive
  CHECK(written("seq:4KiB:0") == 0);
  require_sound(simulation);
}

TEST_CASE("preconditioning takes no time, can be stopped, and needs a drive at rest") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  double last = 0;
  CHECK(simulation.precondition(parse_recipe("seq:4KiB:1"), [&last](double part) {
    CHECK(part >= last);
    last = part;
    return true;
  }));
  CHECK(last == Approx(1).epsilon(0.001));
  CHECK(simulation.now() == Time());
  CHECK_FALSE(simulation.precondition(parse_recipe("rand:4KiB:100"), [](double) { return false; }));
  run(simulation, job("rw=randread\nbs=4k\nnumber_ios=100"));
  simulation.load(job("rw=randread\nbs=4k\niodepth=4\ntime_based\nruntime=1"));
  simulation.advance(1_ms);
  CHECK_THROWS_WITH(simulation.precondition(parse_recipe("seq:4KiB:1")), Catch::Contains("at rest"));
  simulation.drain();
}

TEST_CASE("more than 2^32 bytes and a drive above 4 GiB are counted in full") {
  DriveConfig config = small_drive();
  config.nand.page_bytes = 65536;
  config.nand.blocks_per_plane = 1024;
  config.nand.pages_per_block = 32;
  config.dram.write_buffer_bytes = std::uint64_t{64} << 20;
  provision(config, 0.25);
  REQUIRE(config.capacity_bytes > std::uint64_t{8} << 30);
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:1MiB:1")));
  const std::uint64_t last = config.capacity_bytes - (1 << 20);
  run(simulation, job(fmt::format("rw=write\nbs=1m\noffset={}\nsize=1m", last)));
  const auto& ftl = simulation.controller().ftl();
  CHECK(ftl.lookup(ftl.logical_pages() - 1) != ftl::none);
  run(simulation, job("rw=read\nbs=4m\niodepth=8\nio_size=4100M\nsize=5G"));
  CHECK(simulation.workers().results()[0].direction[0].bytes == std::uint64_t{4100} << 20);
  CHECK(simulation.usage().request_bytes == std::uint64_t{4101} << 20);
}

TEST_CASE("a drive at rest lets time pass") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  run(simulation, job("rw=randwrite\nbs=4k\nnumber_ios=10"));
  const Time end = simulation.now();
  simulation.rest(5_s);
  CHECK(simulation.now() == end + 5_s);
}

TEST_CASE("functional writes between jobs go on from the state the jobs left, and jobs from theirs") {
  const bool posted = GENERATE(false, true);
  DriveConfig config = small_drive(0.20);
  if (posted) config.controller.acknowledge = controller::Acknowledge::buffer;
  Simulation simulation(config, host::Params{}, 1);
  const std::uint64_t pages = simulation.controller().ftl().logical_pages();
  for (int round = 0; round < 4; ++round) {
    run(simulation, job("rw=randwrite\nbs=4k\niodepth=32\nnumber_ios=1000\nnorandommap"));
    simulation.settle(10_s);
    REQUIRE(simulation.controller().idle());
    const std::uint64_t before = simulation.usage().ftl.host_writes;
    REQUIRE(simulation.write_untimed({Pass::Kind::random, 16'384, 500, 0}));
    CHECK(simulation.usage().ftl.host_writes - before == 2'000);
    REQUIRE(simulation.write_untimed({Pass::Kind::sequential, 512, pages / 2, 4096 * (pages - 10)}));
    CHECK(simulation.usage().ftl.host_writes - before == 2'000 + pages / 2);
    require_sound(simulation);
  }
  CHECK(simulation.controller().ftl().lookup(static_cast<ftl::Lpn>(pages - 1)) != ftl::none);
}

TEST_CASE("functional writes wait for the drive to come to rest") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  simulation.load(job("rw=randwrite\nbs=4k\niodepth=4\nnumber_ios=100"));
  simulation.advance(100_us);
  CHECK_THROWS_WITH(simulation.write_untimed({}), Catch::Contains("at rest"));
}
