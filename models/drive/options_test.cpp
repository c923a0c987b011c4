#include <fmt/format.h>

#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;

namespace {

using Change = void (*)(DriveConfig&);

struct Option {
  const char* name;
  Change apply;
};

const std::vector<Option>& options() {
  static const std::vector<Option> all{
      {"as it is", [](DriveConfig&) {}},
      {"hot and cold separated", [](DriveConfig& c) { c.ftl.separation = ftl::Separation::regions; }},
      {"acknowledged from the buffer",
       [](DriveConfig& c) { c.controller.acknowledge = controller::Acknowledge::buffer; }},
      {"a buffer of one page", [](DriveConfig& c) { c.dram.write_buffer_bytes = c.nand.page_bytes; }},
      {"acknowledged from a buffer of one page",
       [](DriveConfig& c) {
         c.controller.acknowledge = controller::Acknowledge::buffer;
         c.dram.write_buffer_bytes = c.nand.page_bytes;
       }},
      {"no cache operations", [](DriveConfig& c) { c.channel.cache = false; }},
      {"first in, first out", [](DriveConfig& c) { c.channel.scheduler = channel::Scheduler::fifo; }},
      {"first in, first out, no cache",
       [](DriveConfig& c) {
         c.channel.scheduler = channel::Scheduler::fifo;
         c.channel.cache = false;
       }},
      {"a governor that bites",
       [](DriveConfig& c) {
         c.power.governor = true;
         c.power.cap_watts = 10.2;
         c.power.burst_joules = 1e-5;
       }},
      {"oldest free superblock first",
       [](DriveConfig& c) { c.ftl.wear.allocation = ftl::Allocation::oldest_free; }},
      {"no static levelling", [](DriveConfig& c) { c.ftl.wear.static_levelling = false; }},
      {"one copy at a time", [](DriveConfig& c) { c.ftl.gc.in_flight = 1; }},
      {"many copies at a time", [](DriveConfig& c) { c.ftl.gc.in_flight = 1000; }},
      {"reserve next to the target",
       [](DriveConfig& c) {
         c.ftl.gc.free_target = 4;
         c.ftl.gc.free_reserve = 3;
       }},
      {"the least reserve and target",
       [](DriveConfig& c) {
         c.ftl.gc.free_target = 2;
         c.ftl.gc.free_reserve = 1;
       }},
      {"the least reserve, many copies at a time",
       [](DriveConfig& c) {
         c.ftl.gc.free_target = 8;
         c.ftl.gc.free_reserve = 1;
         c.ftl.gc.in_flight = 1000;
       }},
      {"no urgency", [](DriveConfig& c) { c.ftl.gc.urgency = 0; }},
      {"much urgency", [](DriveConfig& c) { c.ftl.gc.urgency = 100; }},
      {"one slot", [](DriveConfig& c) { c.controller.slots = 1; }},
      {"slots in groups of one", [](DriveConfig& c) { c.controller.slot_group = 1; }},
      {"no coalescing", [](DriveConfig& c) { c.controller.coalesce_count = 1; }},
  };
  return all;
}

}  // namespace

TEST_CASE("every option serves every request while GC is at work") {
  for (const Option& option : options())
    for (const double over_provisioning : {0.10, 0.30}) {
      INFO(option.name << ", over-provisioning " << over_provisioning);
      DriveConfig config = small_drive(over_provisioning);
      option.apply(config);
      Simulation simulation(config, host::Params{}, 1);
      REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1,rand:4KiB:1")));
      const auto before = simulation.usage();
      run(simulation,
          jobs("[global]\nbs=4k\nnorandommap\nio_size=6M\n[deep]\nrw=randrw\niodepth=300\n"
               "[shallow]\nrw=randwrite\nbs=6k\niodepth=1\nio_size=1M\n[hot]\nrw=randwrite\nsize=10%\n"
               "iodepth=16\n"));
      const auto used = simulation.usage() - before;
      CHECK(used.ftl.erases > 0);
      CHECK(used.controller.commands[0] + used.controller.commands[1] == used.commands);
    }
}

TEST_CASE("a single writer is served whenever the last page of a superblock is the one it waits for") {
  // At queue depth 1 nothing but the ends of programs and erases can set GC in motion again.
  for (const Option& option : options()) {
    INFO(option.name);
    DriveConfig config = small_drive(0.10);
    option.apply(config);
    Simulation simulation(config, host::Params{}, 1);
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
    run(simulation, job("rw=randwrite\nbs=4k\nio_size=8M\nnorandommap"));
    CHECK(ios(simulation, 1) == 2048);
  }
}

TEST_CASE("large writes into a small drive wait for GC, page by page") {
  for (const Option& option : options()) {
    INFO(option.name);
    DriveConfig config = small_drive(0.07);
    option.apply(config);
    if (config.ftl.gc.free_target + 4 > 8) continue;  // more than the spare at 7 %
    if (config.ftl.separation != ftl::Separation::none) continue;
    Simulation simulation(config, host::Params{}, 1);
    REQUIRE(simulation.precondition(parse_recipe("rand:4KiB:2")));
    run(simulation, job("rw=randwrite\nbs=1m\niodepth=8\nio_size=24M\nnorandommap"));
    CHECK(ios(simulation, 1) == 24);
  }
}

TEST_CASE("a drive without room for GC says so before it runs, with the numbers") {
  DriveConfig config = small_drive(0.03);
  CHECK_THROWS_WITH(Simulation(config, host::Params{}, 1),
                    Catch::Contains("could not make progress") && Catch::Contains("128 superblocks"));
}
