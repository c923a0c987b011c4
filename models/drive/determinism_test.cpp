#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::drive;

namespace {

const char* const mixed =
    "[global]\nnorandommap\nio_size=2M\n[a]\nrw=randrw\nbs=4k\niodepth=32\n[b]\nrw=randwrite\nbs=6k\niodepth="
    "4\n";

struct Outcome {
  std::uint64_t hash;
  Time end;
  std::uint64_t latency;
  bool operator==(const Outcome&) const = default;
};

Outcome outcome(Simulation& simulation) {
  std::uint64_t latency = 0;
  for (const host::JobResult& result : simulation.workers().results())
    for (const host::DirectionResult& direction : result.direction)
      latency += static_cast<std::uint64_t>(direction.lat.mean() * static_cast<double>(direction.ios));
  return {simulation.event_hash(), simulation.now(), latency};
}

void prepare(Simulation& simulation) {
  REQUIRE(simulation.precondition(parse_recipe("rand:4KiB:1.5")));
  simulation.load(jobs(mixed));
}

Outcome whole_run(std::uint64_t seed, Calendar::Kind kind = Calendar::Kind::wheel) {
  Simulation simulation(small_drive(), host::Params{}, seed, kind);
  prepare(simulation);
  finish(simulation);
  return outcome(simulation);
}

}  // namespace

TEST_CASE("the wheel and the reference heap give the same run") {
  CHECK(whole_run(1, Calendar::Kind::wheel) == whole_run(1, Calendar::Kind::heap));
}

TEST_CASE("the same seed gives the same run, another seed another") {
  CHECK(whole_run(1) == whole_run(1));
  CHECK(whole_run(1).hash != whole_run(2).hash);
}

TEST_CASE("the seed reaches the jobs as well as the drive") {
  // fio's randrepeat gives every run the same addresses; without it they follow the seed.
  const auto addresses = [](std::uint64_t seed) {
    Simulation simulation(small_drive(), host::Params{}, seed);
    simulation.load(job("rw=randwrite\nbs=4k\nnumber_ios=50\nrandrepeat=0"));
    finish(simulation);
    std::vector<bool> mapped;
    for (ftl::Lpn lpn = 0; lpn < simulation.controller().ftl().logical_pages(); ++lpn)
      mapped.push_back(simulation.controller().ftl().lookup(lpn) != ftl::none);
    return mapped;
  };
  CHECK(addresses(1) == addresses(1));
  CHECK(addresses(1) != addresses(2));
}

TEST_CASE("two simulations that take turns in one process are the two that ran alone") {
  Simulation a(small_drive(), host::Params{}, 1);
  Simulation b(small_drive(), host::Params{}, 2);
  prepare(a);
  prepare(b);
  while (!a.done() || !b.done()) {
    a.advance(Time(37'000'000));
    b.advance(Time(53'000'000));
  }
  CHECK(outcome(a) == whole_run(1));
  CHECK(outcome(b) == whole_run(2));
}

TEST_CASE("it does not matter in how many pieces time passes") {
  Simulation simulation(small_drive(), host::Params{}, 1);
  prepare(simulation);
  while (!simulation.done()) simulation.advance(Time(1'000'001));
  CHECK(outcome(simulation) == whole_run(1));
}
