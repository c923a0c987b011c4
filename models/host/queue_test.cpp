#include <fmt/format.h>

#include "models/host/host_test.hpp"

using namespace rainier;
using namespace rainier::host;
using namespace rainier::literals;

TEST_CASE("no more than the slots are under way, however deep the queues") {
  Bench bench("[job]\nrw=randread\nbs=4k\niodepth=256\nnumjobs=4\nnumber_ios=2000\nnorandommap\n");
  for (const JobResult& result : bench.finish()) CHECK(ios(result) == 2'000);
  CHECK(bench.most_slots() == 255);
  CHECK(bench.driver().slot_waits() > 0);
}

TEST_CASE("a queue is as deep as iodepth and no deeper") {
  Bench bench("[job]\nrw=randwrite\nbs=4k\niodepth=6\nnumber_ios=500\nnorandommap\n");
  const JobResult result = bench.finish()[0];
  CHECK(bench.most_slots() == 6);
  std::uint64_t seen = 0;
  for (const std::uint64_t n : result.depth_level) seen += n;
  CHECK(seen == 500);
  CHECK(result.depth_level[3] == 0);  // 8 and more
}

TEST_CASE("a request larger than a command is split at whole segments and at 65,535 sectors") {
  Params params;
  const auto commands = [&params](std::uint64_t bytes) {
    controller::DriveConfig config = controller::small_drive();
    config.nand.blocks_per_plane = 1024;
    config.dram.write_buffer_bytes = 4096 * 64;
    controller::provision(config, 0.25);
    Bench bench(fmt::format("[job]\nrw=write\nbs={}\nnumber_ios=1\n", bytes), params, config);
    const JobResult result = bench.finish()[0];
    CHECK(result.direction[1].ios == 1);
    CHECK(result.direction[1].bytes == bytes);
    CHECK(bench.drive().counters().write_bytes == bytes);
    CHECK(bench.drive().counters().commands[1] == bench.driver().commands());
    return bench.driver().commands();
  };
  // 504 segments of 4 KiB.
  CHECK(commands(504 * 4096) == 1);
  CHECK(commands(504 * 4096 + 512) == 2);
  CHECK(commands(std::uint64_t{64} << 20) == (16384 + 503) / 504);
  // 65,535 sectors, less what does not fill a segment: 8191 x 4 KiB.
  params.max_segments = 65'535;
  CHECK(commands(8191 * 4096) == 1);
  CHECK(commands(std::uint64_t{32} << 20) == 2);
}

TEST_CASE("a request of more commands than there are slots ends all the same") {
  controller::DriveConfig config = controller::small_drive();
  config.controller.slots = 2;
  Bench bench(
      "[a]\nrw=write\nbs=8m\nio_size=16M\niodepth=2\n[b]\nrw=randread\nbs=4k\niodepth=8\nnumber_ios=200\n",
      Params{}, config);
  const auto results = bench.finish();
  CHECK(ios(results[0]) == 2);
  CHECK(ios(results[1]) == 200);
}

TEST_CASE("iodepth_batch submits so many at once") {
  const JobResult result = result_of(
      "rw=randread\nbs=4k\niodepth=16\niodepth_batch=8\niodepth_batch_complete_min=8\nnumber_ios="
      "800\nnorandommap");
  CHECK(result.submit_batch[2] > 90);  // 5 to 8
  CHECK(result.submit_batch[1] < 10);
}

TEST_CASE("iodepth_batch_complete_min waits until so many have come back") {
  const JobResult one = result_of("rw=randread\nbs=4k\niodepth=16\nnumber_ios=800\nnorandommap");
  const JobResult eight =
      result_of("rw=randread\nbs=4k\niodepth=16\niodepth_batch_complete_min=8\nnumber_ios=800\nnorandommap");
  const auto sum = [](const auto& shares) {
    std::uint64_t all = 0;
    for (std::size_t i = 1; i < shares.size(); ++i) all += shares[i];
    return all;
  };
  CHECK(sum(eight.complete_batch) < sum(one.complete_batch));
  CHECK(eight.complete_batch[2] > 80);
}

TEST_CASE("iodepth_low lets a full queue drain to it before it is filled again") {
  Bench bench("[job]\nrw=randread\nbs=4k\niodepth=16\niodepth_low=4\nnumber_ios=1600\nnorandommap\n");
  bench.finish();
  bool refilled = false;
  Bench watched("[job]\nrw=randread\nbs=4k\niodepth=16\niodepth_low=4\nnumber_ios=1600\nnorandommap\n");
  std::uint64_t issued = 0;
  while (!watched.workers().done()) {
    watched.run(500_ns);
    const std::uint64_t in_flight_before = issued - watched.workers().finished();
    if (issued > 100 && watched.workers().issued() > issued && in_flight_before > 16)
      FAIL("deeper than iodepth");
    refilled = refilled || (issued > 16 && watched.workers().issued() > issued + 4);
    issued = watched.workers().issued();
  }
  CHECK(ios(watched.finish()[0]) == 1'600);
  const JobResult low = watched.finish()[0];
  const JobResult full = result_of("rw=randread\nbs=4k\niodepth=16\nnumber_ios=1600\nnorandommap");
  // By Little's law: draining to four leaves fewer outstanding than topping up at once.
  const auto outstanding = [](const JobResult& result) {
    const DirectionResult& reads = result.direction[0];
    return reads.lat.mean() * static_cast<double>(reads.lat.count()) * 1e-9 / result.runtime.seconds();
  };
  CHECK(outstanding(low) < 0.9 * outstanding(full));
}

TEST_CASE("fsync and fdatasync come after so many writes, and have latencies of their own") {
  const auto option = GENERATE("fsync", "fdatasync");
  Bench bench(fmt::format("[job]\nrw=randwrite\nbs=4k\nnumber_ios=100\n{}=8\n", option));
  const JobResult result = bench.finish()[0];
  CHECK(ios(result) == 100);
  CHECK(result.sync_lat.count() == 12);  // 96 writes have one behind them
  CHECK(result.sync_lat.min() > 0);
  CHECK(result.sync_lat.max() < result.direction[1].lat.min());  // the trip, without a program
  CHECK(bench.drive().counters().commands[3] == 12);
}

TEST_CASE("end_fsync issues one sync when the last write is back") {
  Bench bench("[job]\nrw=randwrite\nbs=4k\nnumber_ios=100\niodepth=8\nend_fsync=1\n");
  const JobResult result = bench.finish()[0];
  CHECK(ios(result) == 100);
  CHECK(result.sync_lat.count() == 1);
  CHECK(bench.drive().counters().commands[3] == 1);
  CHECK(result_of("rw=randread\nbs=4k\nnumber_ios=100\nend_fsync=1").sync_lat.count() == 0);
}

TEST_CASE("a sync at a deep queue holds back what comes after it") {
  const JobResult result =
      result_of("rw=randwrite\nbs=4k\niodepth=32\nnumber_ios=640\nfsync=32\nnorandommap");
  CHECK(ios(result) == 640);
  CHECK(result.sync_lat.count() == 19);  // fio ends with the last write, and does not sync it
}

TEST_CASE("fsync and fdatasync count the writes of a mixed job, not its reads") {
  const auto result = [](const std::string& options) {
    return result_of("rw=randrw\nbs=4k\nnorandommap\nnumber_ios=1000\n" + options);
  };
  const auto syncs = [](const JobResult& r, std::uint64_t every) {
    const std::uint64_t writes = r.direction[1].ios;
    const bool ends_with_one = writes % every == 0;
    CHECK(writes > 200);
    CHECK(r.sync_lat.count() >= writes / every - ends_with_one);
    CHECK(r.sync_lat.count() <= writes / every);
  };
  syncs(result("fsync=4\nrwmixread=70"), 4);
  syncs(result("fdatasync=7\nrwmixread=30\niodepth=8"), 7);
  syncs(result("fsync=4\nfdatasync=4\nrate_iops=100000,50000"), 4);  // one stands for both
  CHECK(result_of("rw=randread\nbs=4k\nnumber_ios=100\nfsync=1").sync_lat.count() == 0);
}

TEST_CASE(
    "a drive whose driver limits unaligned writes has no more of them under way, and no other request "
    "waits") {
  controller::DriveConfig config = controller::small_drive();
  config.controller.unaligned_writes = 2;
  const auto most = [&config](const char* options) {
    Bench bench(fmt::format("[job]\n{}\niodepth=16\nnumber_ios=200\nnorandommap\n", options), Params{},
                config);
    CHECK(ios(bench.finish()[0]) == 200);
    return bench.most_slots();
  };
  CHECK(most("rw=randwrite\nbs=512") == 2);
  CHECK(most("rw=randwrite\nbs=3k") == 2);
  CHECK(most("rw=randwrite\nbs=4k") == 16);
  CHECK(most("rw=randread\nbs=512") == 16);
  CHECK(most("rw=randwrite\nbs=36k\nblockalign=512") == 16);  // more than 64 sectors
}
