#include <fmt/format.h>

#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;
using ftl::VictimPolicy;

namespace {

struct Mix {
  const char* rw;
  int read_percent;
};

}  // namespace

TEST_CASE("requests in are requests out at every victim policy, over-provisioning, fill, size and mix") {
  const auto victim =
      GENERATE(VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::d_choices,
               VictimPolicy::cost_benefit, VictimPolicy::windowed_greedy);
  const auto over_provisioning = GENERATE(0.07, 0.10, 0.25, 0.37);
  const auto fill = GENERATE(50, 90, 100);
  DriveConfig config = small_drive(over_provisioning);
  config.ftl.gc.victim = victim;
  for (const int kib : {4, 8, 128})
    for (const Mix mix : {Mix{"randwrite", 0}, Mix{"randrw", 70}, Mix{"write", 0}}) {
      INFO(fmt::format("victim {} op {} fill {} % {} KiB {}", static_cast<int>(victim), over_provisioning,
                       fill, kib, mix.rw));
      Simulation simulation(config, host::Params{}, 1);
      REQUIRE(simulation.precondition(parse_recipe(fmt::format("seq:4KiB:{}", fill / 100.0))));
      const std::uint64_t bytes = std::uint64_t{3} << 20;
      run(simulation,
          job(fmt::format("rw={}\nrwmixread={}\nbs={}k\niodepth=32\nsize={}%\nio_size={}\nnorandommap",
                          mix.rw, mix.read_percent, kib, fill, bytes)));
      REQUIRE(ios(simulation, 0) + ios(simulation, 1) == bytes / 1024 / static_cast<unsigned>(kib));
    }
}

TEST_CASE("cold data that fill whole superblocks do not stop the collection") {
  // The oldest superblocks hold nothing but valid pages: a policy that insists on one of them gains nothing.
  const auto victim =
      GENERATE(VictimPolicy::greedy, VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::d_choices,
               VictimPolicy::cost_benefit, VictimPolicy::windowed_greedy);
  DriveConfig config = small_drive(0.10);
  config.ftl.gc.victim = victim;
  config.ftl.gc.choices = 2;
  config.ftl.gc.window = 4;
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=32\noffset=90%\nio_size=16M\nnorandommap"));
  CHECK(ios(simulation, 1) == 4096);
}

TEST_CASE("the functional tier passes over superblocks that hold nothing but valid pages") {
  const auto victim = GENERATE(VictimPolicy::fifo, VictimPolicy::random, VictimPolicy::windowed_greedy);
  DriveConfig config = small_drive(0.10);
  config.ftl.gc.victim = victim;
  config.ftl.gc.window = 4;
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(
      parse_recipe("seq:4KiB:1,seq:4KiB:0.1,seq:4KiB:0.1,seq:4KiB:0.1,seq:4KiB:0.1")));
  CHECK(simulation.controller().ftl().consistent());
}

TEST_CASE("trims among writes and reads come to an end, and free what they name") {
  Simulation simulation(small_drive(0.07), host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  const std::uint64_t mapped = simulation.controller().ftl().mapped();
  run(simulation,
      jobs("[global]\niodepth=8\nbs=4k\nio_size=4M\nnorandommap\n[w]\nrw=randwrite\n[t]\nrw=randtrim\n"
           "[r]\nrw=randread\n[tw]\nrw=randtrimwrite\n"));
  CHECK(simulation.controller().ftl().mapped() < mapped);
  CHECK(simulation.controller().ftl().counters().trimmed > 0);
  CHECK(simulation.usage().controller.unmapped_pages > 0);
}

TEST_CASE("a victim all of whose pages went stale while they were copied is erased all the same") {
  // One superblock's worth of pages is overwritten again and again: copies are overtaken by the host.
  DriveConfig config = small_drive(0.07);
  config.ftl.gc.victim = VictimPolicy::fifo;
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("rand:4KiB:2")));
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=64\nsize=96k\nio_size=8M\nnorandommap"));
  CHECK(simulation.controller().ftl().counters().erases > 0);
}

TEST_CASE("static levelling at its most eager still lets the host write") {
  DriveConfig config = small_drive(0.07);
  config.ftl.wear.spread = 1;
  config.ftl.wear.interval = 1;
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=32\nsize=10%\nio_size=16M\nnorandommap"));
  CHECK(simulation.controller().ftl().counters().levelling > 0);
}
