#include <catch2/catch.hpp>

#include "models/drive/survival_test.hpp"

using namespace rainier;
using namespace rainier::drive;
using faults::Kind;

namespace {

const SurvivalRun::FaultKinds no_faults;

void require_sound(const Survival& s, std::uint64_t variant) {
  INFO("variant " << variant << ": " << s.operations << " operations, " << s.wrong_sectors
                  << " wrong sectors, " << s.read_errors << " read and " << s.write_errors
                  << " write errors, " << s.faults << " faults, " << s.drives << " drives; "
                  << s.guard.reconstructed << " reconstructed, " << s.guard.mismatches << " mismatches, "
                  << s.guard.rebuilt_pages << " pages rebuilt; " << s.first_trouble);
  CHECK(s.sound());
  CHECK(s.guard.mismatches == 0);
  CHECK(s.guard.lost_pages == 0);
}

}  // namespace

TEST_CASE("what is read is what was written, whatever overlaps, under GC and wear levelling") {
  for (std::uint64_t variant = 0; variant < 6; ++variant)
    require_sound(SurvivalRun(survivor(variant), variant, no_faults).run(10'000), variant);
}

TEST_CASE("no acknowledged write is lost and no byte is wrong under every fault that RAIN survives") {
  for (std::uint64_t variant = 0; variant < 6; ++variant)
    require_sound(SurvivalRun(survivor(variant), variant, survivable_faults()).run(10'000), variant);
}

TEST_CASE("a million operations under faults lose nothing and get no byte wrong (heavy)") {
  std::uint64_t operations = 0, faults = 0;
  for (std::uint64_t variant = 0; variant < 6; ++variant) {
    const Survival s = SurvivalRun(survivor(variant), 100 + variant, survivable_faults()).run(170'000);
    require_sound(s, variant);
    operations += s.operations;
    faults += s.faults;
  }
  CHECK(operations > 1'000'000);
  CHECK(faults > 200);
}

TEST_CASE("a step left out of keeping data is noticed") {
  using controller::Mutation;
  const Mutation mutation = GENERATE(Mutation::parity_not_updated, Mutation::stale_map,
                                     Mutation::merge_forgotten, Mutation::copy_forgotten);
  INFO("mutation " << static_cast<int>(mutation));
  const bool of_parity = mutation == Mutation::parity_not_updated;
  const SurvivalRun::FaultKinds kinds = of_parity ? SurvivalRun::FaultKinds{Kind::die} : no_faults;
  const Survival s = SurvivalRun(survivor(0), 1, kinds, mutation).run(30'000);
  CHECK_FALSE((s.sound() && s.guard.mismatches == 0));
  // The embedded LBA gives a stale entry away, but for one whose old place held the same unit before.
  if (mutation == Mutation::stale_map) CHECK(s.guard.mismatches > s.wrong_sectors);
}

TEST_CASE("a second die of a stripe lost is an error, never wrong data") {
  controller::DriveConfig config = survivor(0);
  config.media.rebuild_blocks = 1;
  config.faults = {"die:0.0@3ms", "die:1.0@3ms"};
  config.media.data = media::Data::real;
  BlockDevice device(config, host::Params{}, 1);
  Reference reference(device.size() / 512);
  std::vector<std::byte> data(8 * 512);
  std::vector<Reference::Write> writes;
  const auto each = [&](auto f) {
    for (std::uint64_t sector = 0; sector + 8 <= reference.sectors(); sector += 8) f(sector);
  };
  each([&](std::uint64_t sector) {
    const auto write = reference.issue_write(sector, 8, data, false);
    device.write(sector * 512, data);
    REQUIRE(device.wait()->error == controller::Error::none);
    reference.acknowledge(write);
  });
  std::uint64_t errors = 0, wrong = 0;
  device.wait(device.now() + Time(5'000'000'000));
  each([&](std::uint64_t sector) {
    const auto read = reference.issue_read(sector, 8);
    device.read(sector * 512, data);
    if (device.wait()->error != controller::Error::none)
      ++errors;
    else
      wrong += reference.wrong(read, data);
  });
  CHECK(wrong == 0);
  CHECK(errors > 0);
  CHECK(device.controller().guard()->counters().uncorrectable >= errors);
  CHECK(device.controller().guard()->log().entries().size() > 2);
}

TEST_CASE("a drive whose last spare block goes while writes wait fails those writes, and nothing else") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    controller::DriveConfig config = survivor(0);
    config.ftl.reserve = 0.15;
    config.ftl.gc.in_flight = 4;
    config.media.write_protect = 0;
    config.faults = {"channel:any@700ops"};
    controller::provision(config, 0.07 + 0.02 * static_cast<double>(seed % 6));
    require_sound(SurvivalRun(config, seed, no_faults).run(1'500), 0);
  }
}

TEST_CASE("posted pages go to the flash where a superblock's last stripe has room for parity alone") {
  controller::DriveConfig config = survivor(1);
  config.ftl.parity = 2;
  controller::provision(config, 0.3);
  REQUIRE(controller::layout_of(config).row() * config.nand.pages_per_block % 3 == 1);
  require_sound(SurvivalRun(config, 1, no_faults).run(20'000), 1);
  config.startup.hold_up = Time(50'000'000'000);
  const Survival s = SurvivalRun(config, 1, with_power(no_faults)).run(20'000);
  require_sound(s, 1);
  CHECK(s.power.losses > 5);
}
