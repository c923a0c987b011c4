#include "tools/rainier/die_map.hpp"

#include <catch2/catch.hpp>

#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;

TEST_CASE("the mean erases of a die are those of its blocks, one by one") {
  for (const auto& [dies, frontier] : {std::pair{8U, 1U}, {12U, 2U}, {20U, 4U}}) {
    DriveConfig config = small_drive();
    config.channel.dies = dies;
    config.ftl.frontier = frontier;
    provision(config, 0.4);
    Simulation simulation(config, host::Params{}, 1);
    simulation.precondition(parse_recipe("seq:4KiB:1,rand:4KiB:3"));
    const controller::Controller& drive = simulation.controller();
    const ftl::Layout& layout = drive.ftl().layout();
    std::vector<double> erases(dies), blocks(dies);
    for (std::uint32_t sb = 0; sb < layout.superblocks(); ++sb)
      for (std::uint32_t column = 0; column < layout.row(); ++column) {
        const std::uint32_t die = layout.place(layout.first_of_column(sb, column)).die;
        erases[die] += drive.ftl().superblocks().erases[sb];
        blocks[die] += 1;
      }
    const std::vector<double> means = tool::mean_erases(drive);
    REQUIRE(means.size() == dies);
    for (std::uint32_t die = 0; die < dies; ++die)
      CHECK(means[die] == Approx(erases[die] / blocks[die]).margin(1e-4));
  }
}
