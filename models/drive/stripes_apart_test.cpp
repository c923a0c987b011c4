#include <set>

#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;

namespace {

struct Shape {
  std::uint32_t channels, dies, frontier, parity, planes;
};

DriveConfig drive_of(const Shape& shape) {
  DriveConfig config = small_drive();
  config.channel.channels = shape.channels;
  config.channel.dies = shape.dies;
  config.nand.planes = config.ftl.planes = shape.planes;
  config.nand.blocks_per_plane = 40;
  config.ftl.frontier = shape.frontier;
  config.ftl.parity = shape.parity;
  // The dies that may take a block of the lost one have enough of them.
  config.ftl.reserve = shape.dies > 20 ? 0.03 : 0.25;
  provision(config, 0.8);
  return config;
}

/// Dies on which stripes of the drive have more than one unit, each superblock counted, from where its
/// operations go.
std::uint64_t stripes_on_shared_dies(Simulation& simulation) {
  const controller::Controller& drive = simulation.controller();
  const ftl::Layout& layout = drive.ftl().layout();
  const rain::Stripes& stripes = layout.stripes();
  std::uint64_t shared = 0;
  for (std::uint32_t sb = 0; sb < layout.superblocks(); ++sb)
    for (std::uint32_t first = 0; first < layout.row() * layout.pages_per_block();
         first = stripes.last(first)) {
      const ftl::State state = drive.ftl().superblocks().state[sb];
      if (state != ftl::State::open && state != ftl::State::closed) continue;
      std::set<std::uint32_t> dies;
      for (std::uint32_t unit = first; unit < stripes.last(first); ++unit) {
        channel::FlashOp op;
        op.kind = channel::Kind::program;
        op.ppn = layout.ppn(sb, unit);
        drive.guard()->route(op);
        dies.insert(op.die);
      }
      shared += dies.size() < stripes.last(first) - first;
    }
  return shared;
}

}  // namespace

TEST_CASE(
    "after the loss of a die the units of each stripe are on dies of their own, or the drive says not") {
  // Like a P400m of 200 GB, one of 100 GB, a P320h and pairs. Of 20 dies a block of the 100 GB has stripes
  // with units on all others: 24 columns that begin at multiples of 8.
  struct Case {
    Shape shape;
    bool apart;
  };
  const Case one = GENERATE(Case{{8, 40, 4, 15, 2}, true}, Case{{8, 20, 3, 15, 2}, false},
                            Case{{8, 16, 1, 7, 2}, true}, Case{{4, 8, 2, 1, 1}, true});
  DriveConfig config = drive_of(one.shape);
  config.faults = {"die:1.0@1ms"};
  Simulation simulation(config, host::Params{}, 1);
  REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  run(simulation, job("rw=randwrite\nbs=4k\niodepth=32\nio_size=24m\nnorandommap"));
  simulation.rest(2_s);
  const controller::Guard& guard = *simulation.controller().guard();
  INFO(one.shape.dies << " dies, " << one.shape.parity << " + 1: " << guard.counters().shared_blocks);
  REQUIRE_FALSE(guard.rebuilding());
  CHECK(guard.counters().rebuilt_blocks > 20);
  CHECK(guard.counters().lost_pages == 0);
  CHECK((stripes_on_shared_dies(simulation) == 0) == one.apart);
  CHECK((guard.counters().shared_blocks == 0) == one.apart);
}
