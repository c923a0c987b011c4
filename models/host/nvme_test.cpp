#include <fmt/format.h>

#include "models/host/host_test.hpp"

using namespace rainier;
using namespace rainier::host;
using namespace rainier::literals;

namespace {

controller::DriveConfig nvme_drive(std::uint32_t queues, std::uint32_t depth) {
  controller::DriveConfig config = controller::small_drive();
  config.controller.front_end = controller::FrontEnd::nvme;
  config.controller.coalesce_count = 1;
  config.controller.nvme.queues = queues;
  config.controller.nvme.depth = depth;
  return config;
}

const char* const four_jobs =
    "[job]\nrw=randread\nbs=4k\niodepth=64\nnumjobs=4\nnumber_ios=500\nnorandommap\n";

}  // namespace

TEST_CASE("a full queue of NVMe holds one command less than it has entries, and requests wait for it") {
  Bench bench(four_jobs, Params{}, nvme_drive(2, 9));
  for (const JobResult& result : bench.finish()) CHECK(ios(result) == 500);
  CHECK(bench.most_slots() == 2 * 8);
  CHECK(bench.driver().slot_waits() > 0);
}

TEST_CASE("cores share the queues in turn, and a queue whose cores have no work stays empty") {
  Bench bench(four_jobs, Params{}, nvme_drive(6, 1024));
  bench.finish();
  for (std::uint32_t queue = 0; queue < 6; ++queue)
    CHECK(bench.drive().nvme()->counters(queue).commands == (queue < 4 ? 500 : 0));
  Params two_cores;
  two_cores.cores = 2;
  Bench shared(four_jobs, two_cores, nvme_drive(6, 1024));
  shared.finish();
  CHECK(shared.drive().nvme()->counters(0).commands == 1000);
  CHECK(shared.drive().nvme()->counters(1).commands == 1000);
}

TEST_CASE("requests submitted as a batch ring one doorbell") {
  const auto doorbells = [](int batch) {
    Bench bench(fmt::format("[job]\nrw=randread\nbs=4k\niodepth=16\niodepth_batch={0}\n"
                            "iodepth_batch_complete_min={0}\nnumber_ios=800\nnorandommap\n",
                            batch),
                Params{}, nvme_drive(1, 1024));
    const JobResult result = bench.finish()[0];
    std::uint64_t batches = 0;
    for (const std::uint64_t n : result.submit_batch) batches += n;
    CHECK(bench.drive().nvme()->counters(0).doorbells == batches);
    return batches;
  };
  CHECK(doorbells(1) == 800);
  CHECK(doorbells(8) == 100);
}

TEST_CASE("no slot group delays a completion over NVMe, and each takes the driver its time") {
  Params params;
  params.group_time = 50_us;
  const auto latency = [&](const controller::DriveConfig& config) {
    Bench bench("[job]\nrw=randread\nbs=4k\nnumber_ios=100\nnorandommap\nnumjobs=2\n", params, config);
    return bench.finish()[1].direction[0].lat.mean();
  };
  const double before = latency(nvme_drive(2, 64));
  CHECK(before < 40'000);
  params.completion_time += 7_us;
  CHECK(latency(nvme_drive(2, 64)) - before == Approx(7'000).epsilon(0.02));
}
