#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/config/example_params.hpp"
#include "sim/config/load.hpp"

using namespace rainier::config;
using namespace rainier::config::example;

namespace {

Loaded<Workshop> with(std::vector<std::string> overrides) {
  return load_from_text<Workshop>("power: 10W\nshifts: [{share: 10%}, {share: 20%}]", "f.yaml",
                                  {.roots = {}, .overrides = std::move(overrides)});
}

std::string error_of(const std::string& argument) {
  try {
    with({argument});
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("any parameter can be set by its path, of any kind") {
  CHECK(with({"power=5W"}).params.power == 5);
  CHECK(with({"machine.queue.order=lifo"}).params.machine.queue.order == Order::lifo);
  CHECK(with({"machine.tool.cut = 3 us"}).params.machine.tool.cut == 3_us);
  CHECK(with({"name=a: b, [c] = {d}"}).params.name == "a: b, [c] = {d}");
  CHECK(with({"name="}).params.name.empty());
  CHECK(with({"pause=5s"}).params.pause == 5_s);
  CHECK_FALSE(with({"pause=5s", "pause=null"}).params.pause);
  CHECK(with({"doors=5"}).params.doors == std::vector<std::uint32_t>{5});
  CHECK(with({"doors=5, 6"}).params.doors == std::vector<std::uint32_t>{5, 6});
  CHECK(with({"doors=[5,6]"}).params.doors == std::vector<std::uint32_t>{5, 6});
  CHECK(with({"doors="}).params.doors.empty());
  CHECK(with({"shifts.1.share=1/4"}).params.shifts[1].share == 0.25);
  CHECK(with({"shifts=[{name: x}]"}).params.shifts[0].name == "x");
  CHECK(with({"machine.queue={places: 1, open: false}"}).params.machine.queue.places == 1);
}

TEST_CASE("of two settings the later holds") { CHECK(with({"power=5W", "power=6W"}).params.power == 6); }

TEST_CASE("what was set on the command line says so") {
  const auto loaded = with({"power=5W"});
  const auto power = std::find_if(loaded.leaves.begin(), loaded.leaves.end(),
                                  [](const Leaf& l) { return l.path == "power"; });
  CHECK(power->provenance.source == Source::command_line);
  CHECK(power->overridden());
  CHECK(power->file == "--set power=5W");
  CHECK(std::count_if(loaded.leaves.begin(), loaded.leaves.end(),
                      [](const Leaf& l) { return l.overridden(); }) == 1);
}

TEST_CASE("a path that isn't there is refused with the nearest of all") {
  CHECK(error_of("order=lifo") ==
        R"(--set order=lifo: order: unknown parameter; did you mean "machine.queue.order"?)");
  CHECK(error_of("queue.order=lifo") ==
        R"(--set queue.order=lifo: queue.order: unknown parameter; did you mean "machine.queue.order"?)");
  CHECK(
      error_of("machine.queue.odrer=lifo") ==
      R"(--set machine.queue.odrer=lifo: machine.queue.odrer: unknown parameter; did you mean "machine.queue.order"?)");
  CHECK(error_of("share=1") ==
        R"(--set share=1: share: unknown parameter; did you mean "shifts.0.share" or "shifts.1.share"?)");
  CHECK(error_of("shifts.2.share=1") ==
        R"(--set shifts.2.share=1: shifts.2.share: unknown parameter; did you mean "shifts.0.share"?)");
  CHECK(error_of("colour=red") == "--set colour=red: colour: unknown parameter");
  CHECK(error_of("power.more=1").starts_with("--set power.more=1: power.more: unknown parameter"));
}

TEST_CASE("a value on the command line is checked as in a file") {
  CHECK(error_of("power=2kW") == R"(--set power=2kW: power: expected a power from 0W to 1kW (got "2kW"))");
  CHECK(
      error_of("power=") ==
      R"(--set power=: power: expected a power from 0W to 1kW, with its unit: uW, mW, W or kW (got "", not a number))");
  CHECK(
      error_of("machine.queue.order=lfio") ==
      R"(--set machine.queue.order=lfio: machine.queue.order: expected fifo, lifo or shortest-first (got "lfio"); did you mean "lifo"?)");
  CHECK(
      error_of("doors=5,,6") ==
      R"(--set doors=5,,6: doors.1: expected a whole number from 1 to 99 (got "", not a whole number in plain digits))");
  CHECK(error_of("machine.queue=5") ==
        R"(--set machine.queue=5: machine.queue: expected a group of keys: places, order, open (got "5"))");
  CHECK(error_of("doors=[5, 6") ==
        "--set doors=[5, 6: doors: not valid YAML: end of sequence flow not found");
  CHECK(error_of("shifts.0.share=90%") == "f.yaml:1: the shifts take more than the whole day");
}

TEST_CASE("an argument that is no setting is refused") {
  CHECK(error_of("power") == "--set power: expected PATH=VALUE");
  CHECK(error_of("=5W") == "--set =5W: expected PATH=VALUE");
  CHECK(error_of("") == "--set : expected PATH=VALUE");
  CHECK(error_of("base=x") == "--set base=x: base: unknown parameter");
  CHECK(error_of(".=x").starts_with("--set .=x: .: unknown parameter"));
}
