#include <map>

#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"
#include "models/drive/vitals.hpp"
#include "sim/archive/memory_archive_test.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;

namespace {

using Units = std::map<std::uint64_t, std::vector<std::byte>>;

/// A drive with bytes whose power may go, and a host that waits for each burst.
struct Lab {
  explicit Lab(const DriveConfig& config) : simulation(config, host::Params{}, 7) {
    guard().expect_power_loss();
  }
  controller::Guard& guard() { return *simulation.controller().guard(); }
  std::uint64_t unit() const { return simulation.controller().config().unit_bytes(); }
  std::uint64_t units() const { return simulation.controller().ftl().logical_pages(); }

  void wait() {
    while (simulation.driver().outstanding() > 0)
      simulation.run_requests(simulation.now() + 1_s, ~std::uint64_t{0}, [this](std::uint32_t request) {
        errors += simulation.driver()[request].error != controller::Error::none;
        return true;
      });
  }
  /// Writes units at random; what they hold from then on is in `held`.
  void write(std::uint64_t count, std::uint64_t seed) {
    Philox random(seed, "life");
    for (std::uint64_t i = 0; i < count; ++i) {
      // No unit twice at once.
      const std::uint64_t at = (random.below(units() / 16 - 1) * 16 + i % 16) * unit();
      std::vector<std::byte>& bytes = held[at];
      bytes.assign(unit(), static_cast<std::byte>(random.below(255) + 1));
      simulation.put(fio::Op::write, at, unit(), bytes.data());
      if (i % 16 == 15) wait();
    }
    wait();
  }
  void trim(std::uint64_t at) {
    simulation.put(fio::Op::trim, at, unit(), nullptr);
    wait();
    held.erase(at);
  }
  /// Units that do not hold what they should.
  std::uint64_t wrong() {
    std::uint64_t wrong = 0;
    std::vector<std::byte> back(unit());
    const std::vector<std::byte> zeros(unit());
    for (std::uint64_t lpn = 0; lpn + 1 < units(); ++lpn) {
      simulation.put(fio::Op::read, lpn * unit(), unit(), back.data());
      wait();
      const auto found = held.find(lpn * unit());
      wrong += back != (found == held.end() ? zeros : found->second);
    }
    return wrong;
  }
  void fail(const char* what) { guard().inject(faults::parse_now(what)); }
  void rest() {
    for (int i = 0; i < 1000 && !simulation.controller().at_rest(); ++i) simulation.settle(1_s);
    REQUIRE(simulation.controller().at_rest());
  }

  Simulation simulation;
  Units held;
  std::uint64_t errors = 0;
};

DriveConfig drive_config(std::uint32_t page_bytes) {
  DriveConfig c = small_drive();
  c.nand.page_bytes = page_bytes;
  c.media.data = media::Data::real;
  c.reliability.errors = reliability::Errors::drawn;
  c.ftl.reserve = 0.4;  // two dies fit into what the others have to spare
  provision(c, 0.5);
  return c;
}

}  // namespace

TEST_CASE("a drive that was kept is the same one in its next life: bytes, wear, failures, counts and log") {
  const DriveConfig c = drive_config(GENERATE(4096U, 8192U));
  Lab first(c);
  first.write(6'000, 1);
  first.fail("die:1.1");
  first.write(500, 2);
  first.rest();
  first.fail("power");
  first.simulation.rest(10_s);
  for (std::uint64_t i = 0; i < 40; ++i) first.trim(first.held.begin()->first);
  first.write(501, 3);  // a page that is not full
  first.rest();
  REQUIRE(first.errors == 0);
  REQUIRE(first.wrong() == 0);
  const health::Vitals before = vitals_of(first.simulation);
  MemoryArchive out;
  first.simulation.archive_life(out);

  Lab second(c);
  MemoryArchive in(out.written());
  second.simulation.archive_life(in);
  CHECK(in.at_end());
  for (const auto& [at, bytes] : first.held)
    REQUIRE(second.guard().bring_back(static_cast<ftl::Lpn>(at / second.unit()), bytes.data()));
  second.held = first.held;
  REQUIRE(second.simulation.controller().ftl().consistent());

  const health::Vitals after = vitals_of(second.simulation);
  CHECK(after.hours == before.hours);
  CHECK(after.power_losses == 1);
  CHECK(after.power_cycles == before.power_cycles);
  CHECK(after.reconstructed == before.reconstructed);
  CHECK(after.read_again == before.read_again);
  CHECK(after.spare_blocks_left == before.spare_blocks_left);
  CHECK(after.mean_erases == before.mean_erases);
  CHECK(after.host_sectors == before.host_sectors);
  CHECK(after.highest >= before.highest);
  const auto was = events_of(first.simulation), is = events_of(second.simulation);
  REQUIRE(is.size() == was.size());
  for (std::size_t i = 0; i < is.size(); ++i) {
    CHECK(is[i].what == was[i].what);
    CHECK(is[i].at == was[i].at - first.simulation.now());
  }
  CHECK(second.wrong() == 0);

  // It goes on, and so does its parity.
  second.write(1'500, 4);
  second.fail("die:2.0");
  second.write(200, 5);
  CHECK(second.wrong() == 0);
  second.rest();
  second.fail("power");
  second.simulation.rest(10_s);
  CHECK(second.wrong() == 0);
  CHECK(first.wrong() == 0);
  CHECK(first.errors + second.errors == 0);
  CHECK(second.guard().counters().mismatches == 0);
  CHECK(vitals_of(second.simulation).power_losses == 2);
}

TEST_CASE("a drive at work is not kept, and what is no life of it is refused") {
  const DriveConfig c = drive_config(4096);
  Lab first(c);
  std::vector<std::byte> bytes(4096);
  first.simulation.put(fio::Op::write, 0, 4096, bytes.data());
  MemoryArchive out;
  CHECK_THROWS_AS(first.simulation.archive_life(out), std::logic_error);
  first.write(2'000, 1);
  first.rest();
  first.simulation.archive_life(out);
  Philox random(3, "changes");
  int refused = 0;
  for (int i = 0; i < 100; ++i) {
    std::string changed = out.written();
    changed[random.below(changed.size())] = static_cast<char>(random.below(256));
    if (i % 10 == 0) changed.resize(random.below(changed.size()));
    MemoryArchive in(changed);
    Lab second(c);
    try {
      second.simulation.archive_life(in);
      CHECK(second.simulation.controller().ftl().consistent());
    } catch (const BadArchive&) {
      ++refused;
    }
  }
  CHECK(refused > 20);
}
