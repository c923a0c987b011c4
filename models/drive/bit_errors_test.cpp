#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"
#include "models/drive/vitals.hpp"

using namespace rainier;
using namespace rainier::drive;
using namespace rainier::literals;

namespace {

constexpr double codewords = 8, bits = 4096 + 8 * 13;  // of a page; of a codeword that corrects 8 errors

/// A codeword with more than 8 errors: the binomial distribution, summed up.
double codeword_fails(double rber) {
  double sum = 0;
  for (int k = 9; k < 100; ++k)
    sum += std::exp(std::lgamma(bits + 1) - std::lgamma(k + 1.0) - std::lgamma(bits - k + 1) +
                    k * std::log(rber) + (bits - k) * std::log1p(-rber));
  return sum;
}
double page_fails(double rber) { return 1 - std::pow(1 - codeword_fails(rber), codewords); }

/// Data of a year, at whose first read there are 2.25 times as many errors as two steps further.
constexpr double shift = 2.25, gain = 1.5;
DriveConfig aged(double rber, std::uint32_t steps) {
  DriveConfig config = small_drive();
  config.reliability.ecc_bits = 8;
  config.reliability.fresh_rber = config.reliability.rated_rber = rber / shift;
  config.reliability.errors = reliability::Errors::drawn;
  config.reliability.age.years = 1;
  config.reliability.retention.growth = shift - 1;
  config.reliability.disturb = 0;
  config.reliability.retry.gain = gain;
  config.reliability.retry.steps = steps;
  return config;
}

/// So many pages that none is read twice: what is read again has the same errors.
DriveConfig wide(DriveConfig config) {
  config.nand.blocks_per_plane = 160;
  config.nand.pages_per_block = 64;
  provision(config, 0.25);
  return config;
}

const char* const reads = "rw=randread\nbs=4k\ncontinue_on_error=all\n";

struct Aged {
  explicit Aged(const DriveConfig& config) : simulation(config, host::Params{}, 1) {
    REQUIRE(simulation.precondition(parse_recipe("seq:4KiB:1")));
  }
  void read(int count, int depth = 16) {
    run(simulation, job(reads + fmt::format("iodepth={}\nio_size={}k", depth, 4 * count)));
  }
  const controller::GuardCounters& guard() { return simulation.controller().guard()->counters(); }
  const controller::CorrectionCounters& correction() {
    return simulation.controller().guard()->correction()->counters();
  }
  double mean_latency() {
    const host::StageTimes stages = simulation.workers().stages(0);
    double sum = 0;
    for (const Time stage : stages.sum) sum += stage.us();
    return sum / static_cast<double>(stages.requests);
  }
  Simulation simulation;
};

/// A drive of 100 cycles, of which it has seen some.
DriveConfig worn(double reserve, std::uint64_t cycles) {
  DriveConfig config = small_drive();
  config.ftl.reserve = reserve;
  provision(config, 0.5);
  config.nand.rated_cycles = 100;
  config.reliability.errors = reliability::Errors::drawn;
  config.reliability.age.cycles = cycles;
  config.reliability.wear_out.life = 1;
  return config;
}

/// Within four standard deviations of so many trials; with the seed set, what is right passes for good.
Approx about(double trials, double probability) {
  return Approx(trials * probability).margin(4 * std::sqrt(trials * probability * (1 - probability)));
}

}  // namespace

TEST_CASE("reads fail, and are read again, as often as the closed form says") {
  const double rber = 1.1e-3;
  Aged drive(wide(aged(rber, 2)));
  drive.read(40'000);
  const auto n = static_cast<double>(drive.correction().reads);
  const double first = page_fails(rber), second = page_fails(rber / gain), third = page_fails(rber / shift);
  REQUIRE(first > 0.1);
  CHECK(drive.correction().reads == 40'000 + 3 * (drive.guard().reconstructed + drive.guard().uncorrectable));
  CHECK(static_cast<double>(drive.correction().failed) == about(n, first));
  CHECK(static_cast<double>(drive.correction().by_step[0]) == about(n, first - second));
  CHECK(static_cast<double>(drive.correction().by_step[1]) == about(n, second - third));
  CHECK(static_cast<double>(drive.correction().retries - drive.correction().failed) == about(n, second));
  CHECK(drive.guard().uncorrectable <= 2);
}

TEST_CASE("what no step corrects is reconstructed, and lost where the stripe fails too: k u^2 for small u") {
  const double rber = 1.4e-3, n = 40'000;
  Aged drive(wide(aged(rber, 1)));
  drive.read(40'000);
  // A stripe of 3 + 1, each of whose pages fails by itself.
  const double u = page_fails(rber / gain), others = 1 - std::pow(1 - u, 3);
  REQUIRE(u > 0.05);
  CHECK(static_cast<double>(drive.guard().reconstructed) == about(n, u * (1 - others)));
  CHECK(static_cast<double>(drive.guard().uncorrectable) == about(n, u * others));
  CHECK(*drive.simulation.workers().results()[0].total_errors == drive.guard().uncorrectable);
}

TEST_CASE("the mean latency is that of reads without errors and of the steps that fail") {
  const double rber = 9e-4;
  DriveConfig config = wide(aged(rber, 2));
  config.reliability.retry.time = 7_us;
  Aged drive(config);
  drive.read(20'000, 1);
  config.reliability.errors = reliability::Errors::none;
  Aged sound(config);
  sound.read(20'000, 1);
  double expected = 0;
  for (const double before : {rber, rber / gain}) {
    const double transfer =
        codewords * codeword_fails(before) * 540 * 6e-3;  // of those that failed, at 166 MT/s
    expected += page_fails(before) * (25 + 0.48 + 7) + transfer;
  }
  CHECK(drive.guard().reconstructed < 10);  // the stripe's time is not counted here
  CHECK(drive.mean_latency() - sound.mean_latency() == Approx(expected).epsilon(0.04));
}

TEST_CASE("upper pages fail by their own rate, and over-dispersion makes more of them fail") {
  DriveConfig config = wide(aged(9e-4, 0));
  config.nand.cells = nand::Cells::mlc;
  config.reliability.upper_pages = 3;
  Aged drive(config);
  drive.read(20'000);
  const double mean = (page_fails(9e-4 * 1.5) + page_fails(9e-4 * 0.5)) / 2;
  // Not all reads of the flash: those for the stripes of upper pages are more.
  CHECK(static_cast<double>(drive.guard().reconstructed + drive.guard().uncorrectable) ==
        about(20'000, mean));
  config.reliability.correlation = 1e-3;
  Aged clustered(config);
  clustered.read(20'000);
  CHECK(clustered.correction().failed > 1.2 * static_cast<double>(drive.correction().failed));
}

TEST_CASE("thresholds that gave the data once are where the block is read next") {
  DriveConfig config = aged(1.2e-3, 3);
  Aged plain(config);
  config.reliability.retry.tune = true;
  Aged tuned(config);
  for (Aged* drive : {&plain, &tuned}) drive->read(20'000);
  CHECK(tuned.correction().tuned > 0);
  CHECK(tuned.correction().failed < plain.correction().failed / 10);
}

TEST_CASE("an idle drive samples its blocks and finds the best thresholds of each") {
  DriveConfig config = aged(1.2e-3, 4);
  config.reliability.scrub.sampling = 100_ms;
  Aged drive(config);
  drive.simulation.rest(1_s);
  CHECK(drive.correction().samples > 512);
  drive.read(20'000);
  // Two steps on, where wear alone is left; few blocks are missed by more than one.
  CHECK(static_cast<double>(drive.correction().failed) < 20'000 * 3 * page_fails(1.2e-3 / gain));
}

TEST_CASE("patrol finds pages near their limit, and refresh writes them anew before a host meets them") {
  DriveConfig config = aged(8e-4, 2);
  config.reliability.scrub.period = 2_s;
  config.reliability.scrub.refresh = 1;
  Aged drive(config);
  drive.simulation.rest(2_s);
  // 8 codewords of 3.4 errors on the mean: every superblock has pages whose worst has 8.
  CHECK(drive.correction().patrol_reads > 2'000);
  CHECK(drive.correction().refreshes > 90);
  CHECK(drive.simulation.usage().ftl.copies > 2'000);
  const std::uint64_t failed = drive.correction().failed;
  drive.read(10'000);
  CHECK(static_cast<double>(drive.correction().failed - failed) < 10'000 * 3 * page_fails(8e-4 / shift) + 10);
  require_sound(drive.simulation);
}

TEST_CASE("worn blocks fail to erase until the drive takes no more writes, and it goes on reading") {
  DriveConfig config = worn(0.1, 60);
  Aged drive(config);
  CHECK_FALSE(drive.simulation.controller().guard()->write_protected());
  run(drive.simulation,
      job("rw=randwrite\nbs=4k\niodepth=16\nio_size=600m\nnorandommap\ncontinue_on_error=all"));
  CHECK(drive.correction().worn_out > 0);
  CHECK(drive.guard().erase_failures == drive.correction().worn_out);
  CHECK(drive.simulation.controller().guard()->write_protected());
  drive.read(2'000);
  CHECK(drive.simulation.workers().results()[0].error == 0);
}

TEST_CASE("whatever reads have to go through, hosts never get wrong bytes") {
  DriveConfig config = aged(1.3e-3, 1);
  config.media.data = media::Data::real;
  config.reliability.age.years = 0;
  config.reliability.fresh_rber = config.reliability.rated_rber = 7e-4;
  config.reliability.scrub.period = 1_s;
  config.reliability.scrub.refresh = 1;
  config.reliability.retry.tune = true;
  config.channel.multi_plane = true;
  config.nand.planes = config.ftl.planes = 2;
  config.nand.blocks_per_plane = 32;
  provision(config, 0.3);
  Aged drive(config);
  run(drive.simulation, job("rw=randrw\nbssplit=4k/50:1536/50\niodepth=8\nnumber_ios=6000\nnorandommap\n"
                            "verify=crc32c\ncontinue_on_error=all"));
  CHECK(drive.guard().reconstructed > 0);
  CHECK(drive.simulation.driver().verifier()->sectors_wrong() == 0);
  CHECK(drive.guard().mismatches == 0);
}

TEST_CASE("a run with drawn errors is the same run each time") {
  const auto hash = [] {
    Aged drive(aged(1.2e-3, 2));
    drive.read(2'000);
    return drive.simulation.event_hash();
  };
  CHECK(hash() == hash());
}

TEST_CASE("what ages in service fails to read as what was written so long ago, and new data do not") {
  DriveConfig young = aged(1.2e-3, 8);
  young.reliability.age.years = 0;
  Aged old(aged(1.2e-3, 8)), later(young);
  later.simulation.controller().guard()->correction()->age(1);
  old.read(4000);
  later.read(4000);
  CHECK(later.correction().failed == old.correction().failed);
  CHECK(later.correction().failed > 100);
  run(later.simulation, job("rw=write\nbs=4k\n"));
  const std::uint64_t before = later.correction().failed;
  later.read(4000);
  CHECK(later.correction().failed - before < (before + 9) / 10);
}

TEST_CASE("a page that is read again has the same errors, and others once it is written anew") {
  DriveConfig config = aged(1.1e-3, 0);
  config.reliability.age.years = 0;
  config.reliability.fresh_rber = config.reliability.rated_rber = 1.1e-3;
  Aged drive(config);
  const auto failing = [&] {
    std::vector<bool> pages;
    for (int page = 0; page < 60; ++page) {
      const std::uint64_t before = drive.guard().reconstructed + drive.guard().uncorrectable;
      run(drive.simulation,
          job(fmt::format("rw=randread\nbs=4k\nsize=4k\noffset={}k\nio_size=40k\nnorandommap\n"
                          "continue_on_error=all",
                          4 * page)));
      const std::uint64_t failed = drive.guard().reconstructed + drive.guard().uncorrectable - before;
      CHECK((failed == 0 || failed == 10));
      pages.push_back(failed > 0);
    }
    return pages;
  };
  const std::vector<bool> once = failing(), again = failing();
  CHECK(once == again);
  const auto count = static_cast<double>(std::count(once.begin(), once.end(), true));
  CHECK(count == about(60, page_fails(1.1e-3)));
  run(drive.simulation, job("rw=write\nbs=4k\niodepth=8"));
  CHECK(failing() != once);
}

TEST_CASE("half a page fails where its own codewords do, and not for the others'") {
  DriveConfig config = aged(1.4e-3, 0);
  config.ftl.parity = 0;
  provision(config, 0.25);
  Aged drive(config);
  std::uint64_t whole = 0, parts = 0;
  for (int page = 0; page < 40; ++page) {
    const auto lost = [&](int size, int at) {
      const std::uint64_t before = drive.guard().uncorrectable;
      run(drive.simulation, job(fmt::format("rw=read\nbs={0}\nsize={0}\noffset={1}\ncontinue_on_error=all",
                                            size, 4096 * page + at)));
      return drive.guard().uncorrectable - before;
    };
    const std::uint64_t first = lost(2048, 0), second = lost(2048, 2048), both = lost(4096, 0);
    CHECK((both > 0) == (first + second > 0));
    whole += both;
    parts += first + second;
  }
  CHECK(whole > 5);
  CHECK(parts < 2 * whole);
}

TEST_CASE("data age by the temperature of the flash while the drive runs: Arrhenius") {
  const double celsius = GENERATE(40.0, 70.0, 85.0);
  // At 85 degrees errors have grown as `shift` says after these ten seconds.
  const double year = 365.25 * 86400, base = 4.9e-4;
  const auto rate = [](double at) { return std::exp(1.1 / 8.617333e-5 * (1 / 313.15 - 1 / (at + 273.15))); };
  DriveConfig config = wide(aged(base, 0));
  config.reliability.age.years = 0;
  config.reliability.fresh_rber = config.reliability.rated_rber = base;
  config.reliability.retention.growth = (shift - 1) / std::sqrt(10 / year * rate(85));
  config.reliability.temperature = 20;  // of what was before
  config.power.idle_watts = 0;
  config.thermal.ambient = celsius;
  config.thermal.nand_to_air_watts = config.thermal.controller_to_air_watts = 1000;
  Aged drive(config);
  drive.simulation.rest(10_s);
  drive.read(20'000);
  const double grown = 1 + (shift - 1) * std::sqrt(rate(celsius) / rate(85));
  // The errors go on growing while the pages are read, one in ten at most.
  const double probability = page_fails(base * grown);
  const auto failed = static_cast<double>(drive.guard().reconstructed + drive.guard().uncorrectable);
  CHECK(
      failed ==
      Approx(20'000 * probability).margin(4 * std::sqrt(20'000 * probability) + 0.1 * 20'000 * probability));
}

TEST_CASE("a drive that begins worn lacks the spare blocks that its law has taken") {
  DriveConfig config = worn(0.25, 70);
  Aged drive(config);
  // 8 dies of 48 blocks, each of which had failed with -ln(1 - F) = 0.7^8.
  const double expected = 8 * 48 * std::pow(0.7, 8);
  const controller::Guard& guard = *drive.simulation.controller().guard();
  const auto failed = static_cast<double>(drive.guard().erase_failures);
  CHECK(failed == Approx(expected).margin(4 * std::sqrt(expected)));
  CHECK(failed > 0);
  CHECK(guard.spares().made() - guard.spares().left() == drive.guard().erase_failures);
  const health::Vitals v = vitals_of(drive.simulation);
  CHECK(v.erase_failures == drive.guard().erase_failures);
  CHECK(v.spare_blocks_left == guard.spares().left());
  config.reliability.age.cycles = 0;
  CHECK(Aged(config).guard().erase_failures == 0);
  run(drive.simulation, job("rw=randwrite\nbs=4k\niodepth=16\nio_size=20m\nnorandommap"));
}
