#include <catch2/catch.hpp>

#include "sim/config/example_params.hpp"
#include "sim/config/load.hpp"

using namespace rainier::config;
using namespace rainier::config::example;

namespace {

std::string error_of(std::string_view text) {
  try {
    load_from_text<Workshop>(text, "f.yaml");
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

struct Case {
  const char* text;
  const char* line;
};

void check_all(std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(error_of(c.text) == c.line);
  }
}

}  // namespace

TEST_CASE("an unknown key is refused with the nearest known one") {
  check_all({
      {"powr: 10W", R"(f.yaml:1: powr: unknown key; did you mean "power"?)"},
      {"name: x\n\nmachine:\n  queue:\n    odrer: fifo",
       R"(f.yaml:5: machine.queue.odrer: unknown key; did you mean "order"?)"},
      {"machine: {order: fifo}",
       R"(f.yaml:1: machine.order: unknown key; did you mean "machine.queue.order"?)"},
      {"temperature: 3", "f.yaml:1: temperature: unknown key"},
      {"shifts: [{shar: 1}]", R"(f.yaml:1: shifts.0.shar: unknown key; did you mean "share"?)"},
      {"<<: {power: 10W}", "f.yaml:1: <<: unknown key"},
      {"machine: {base: x}", "f.yaml:1: machine.base: unknown key"},
      {"power: {valeu: 10W}",
       "f.yaml:1: power.valeu: unknown key; a value is described by value, source, ref, note, formula and "
       "on; did you "
       "mean \"value\"?"},
  });
}

TEST_CASE("a value of the wrong type is refused with what was expected") {
  check_all({
      {"machine: {queue: {places: many}}",
       R"(f.yaml:1: machine.queue.places: expected a whole number from 0 to 255 (got "many", not a whole number in plain digits))"},
      {"machine: {queue: {places: 1e2}}",
       R"(f.yaml:1: machine.queue.places: expected a whole number from 0 to 255 (got "1e2", not a whole number in plain digits))"},
      {"machine: {queue: {open: yes}}",
       R"(f.yaml:1: machine.queue.open: expected true or false (got "yes", not a boolean); did you mean "true"?)"},
      {"machine: {queue: {order: shortest_first}}",
       R"(f.yaml:1: machine.queue.order: expected fifo, lifo or shortest-first (got "shortest_first"); did you mean "shortest-first"?)"},
      {"machine: {queue: {order: random}}",
       R"(f.yaml:1: machine.queue.order: expected fifo, lifo or shortest-first (got "random"))"},
      {"growth: fast", R"(f.yaml:1: growth: expected a number above 0 (got "fast", not a number))"},
      {"growth: .nan", R"(f.yaml:1: growth: expected a number above 0 (got ".nan", not a number))"},
      {"power: [10W]", "f.yaml:1: power: expected a power from 0W to 1kW (got a list)"},
      {"power:", "f.yaml:1: power: expected a power from 0W to 1kW (got nothing)"},
      {"name: null", "f.yaml:1: name: expected text (got nothing)"},
      {"doors: 5", R"(f.yaml:1: doors: expected a list, each a whole number from 1 to 99 (got "5"))"},
      {"doors:\n  - 5\n  - [6]", "f.yaml:3: doors.1: expected a whole number from 1 to 99 (got a list)"},
      {"doors:\n  - 5\n  - six",
       R"(f.yaml:3: doors.1: expected a whole number from 1 to 99 (got "six", not a whole number in plain digits))"},
      {"shifts: day",
       R"(f.yaml:1: shifts: expected a list of groups, each with the keys share, name (got "day"))"},
      {"shifts: [day]", R"(f.yaml:1: shifts.0: expected a group of keys: share, name (got "day"))"},
      {"machine: 5", R"(f.yaml:1: machine: expected a group of keys: machines, queue, tool (got "5"))"},
      {"machine:", "f.yaml:1: machine: expected a group of keys: machines, queue, tool (got nothing)"},
      {"machine: [5]", "f.yaml:1: machine: expected a group of keys: machines, queue, tool (got a list)"},
  });
}

TEST_CASE("a wrong or missing unit is refused with the units there are") {
  check_all({
      {"machine: {tool: {cut: 25}}",
       R"(f.yaml:1: machine.tool.cut: expected a time from 1ns to 1s, with its unit: ps, ns, us, ms, s, min or h (got "25", without a unit))"},
      {"machine: {tool: {cut: 25MB}}",
       R"(f.yaml:1: machine.tool.cut: expected a time from 1ns to 1s, with its unit: ps, ns, us, ms, s, min or h (got "25MB", with an unknown unit))"},
      {"machine: {tool: {cut: 25 US}}",
       R"(f.yaml:1: machine.tool.cut: expected a time from 1ns to 1s, with its unit: ps, ns, us, ms, s, min or h (got "25 US", with an unknown unit); did you mean "25 us"?)"},
      {"store: 4096",
       R"(f.yaml:1: store: expected a number of bytes from 512B to 1TiB, a multiple of 512B, with its unit: B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB or PiB (got "4096", without a unit))"},
      {"power: 10",
       R"(f.yaml:1: power: expected a power from 0W to 1kW, with its unit: uW, mW, W or kW (got "10", without a unit))"},
      {"belt: 166MHz",
       R"(f.yaml:1: belt: expected a transfer rate of at least 1T/s, with its unit: T/s, kT/s, MT/s or GT/s (got "166MHz", with an unknown unit))"},
      {"clock: 1",
       R"(f.yaml:1: clock: expected a frequency of at least 1Hz, with its unit: Hz, kHz, MHz or GHz (got "1", without a unit))"},
      {"machine: {tool: {energy: 1W}}",
       R"(f.yaml:1: machine.tool.energy: expected an energy of at least 0J, with its unit: pJ, nJ, uJ, mJ or J (got "1W", with an unknown unit))"},
      {"ambient: 300K",
       R"(f.yaml:1: ambient: expected a temperature from -40C to 85C, with its unit: C (got "300K", with an unknown unit))"},
      {"spare: 7 percent",
       R"(f.yaml:1: spare: expected a ratio from 0 to below 0.5, as 0.07, 7% or 1/16 (got "7 percent", with an unknown unit))"},
      {"growth: 7%", R"(f.yaml:1: growth: expected a number above 0 (got "7%", not a plain number))"},
  });
}

TEST_CASE("a value out of its range is refused with the range") {
  check_all({
      {"power: 1001W", R"(f.yaml:1: power: expected a power from 0W to 1kW (got "1001W"))"},
      {"power: -1W", R"(f.yaml:1: power: expected a power from 0W to 1kW (got "-1W"))"},
      {"growth: 0", R"(f.yaml:1: growth: expected a number above 0 (got "0"))"},
      {"spare: 50%", R"(f.yaml:1: spare: expected a ratio from 0 to below 0.5 (got "50%"))"},
      {"store: 1000B",
       R"(f.yaml:1: store: expected a number of bytes from 512B to 1TiB, a multiple of 512B (got "1000B"))"},
      {"machine: {machines: 48}",
       R"(f.yaml:1: machine.machines: expected a whole number from 1 to 256, a power of two (got "48"))"},
      {"machine: {machines: 0}",
       R"(f.yaml:1: machine.machines: expected a whole number from 1 to 256, a power of two (got "0"))"},
      {"machine: {machines: -4}",
       R"(f.yaml:1: machine.machines: expected a whole number from 1 to 256, a power of two (got "-4", negative))"},
      {"machine: {queue: {places: 256}}",
       R"(f.yaml:1: machine.queue.places: expected a whole number from 0 to 255 (got "256"))"},
      {"machine: {tool: {offset: -101}}",
       R"(f.yaml:1: machine.tool.offset: expected a whole number from -100 to 100 (got "-101"))"},
      {"machine: {tool: {cut: 1ps}}",
       R"(f.yaml:1: machine.tool.cut: expected a time from 1ns to 1s (got "1ps"))"},
      {"pause: 61s", R"(f.yaml:1: pause: expected a time from 0s to 60s (got "61s"))"},
      {"bells: [-1s]", R"(f.yaml:1: bells.0: expected a time of at least 0s (got "-1s"))"},
      {"shifts: [{}, {}, {}, {}]", "f.yaml:1: shifts: expected a list of length at most 3 (got 4)"},
  });
}

TEST_CASE("a value beyond its type is refused, never wrapped or rounded") {
  check_all({
      {"store: 99999999TiB",
       R"(f.yaml:1: store: expected a number of bytes from 512B to 1TiB, a multiple of 512B, with its unit: B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB or PiB (got "99999999TiB", too large))"},
      {"bells: [1e20s]",
       R"(f.yaml:1: bells.0: expected a time of at least 0s, with its unit: ps, ns, us, ms, s, min or h (got "1e20s", too large))"},
      {"machine: {queue: {places: 18446744073709551616}}",
       R"(f.yaml:1: machine.queue.places: expected a whole number from 0 to 255 (got "18446744073709551616", too large))"},
      {"machine: {queue: {places: 4294967297}}",
       R"(f.yaml:1: machine.queue.places: expected a whole number from 0 to 255 (got "4294967297"))"},
  });
}

TEST_CASE("a provenance that is incomplete or contradicts itself is refused") {
  check_all({
      {"power: {source: review}", "f.yaml:1: power: expected `value` among the keys that describe a value"},
      {"power: {value: 10W, source: datasheet}",
       R"(f.yaml:1: power.source: expected one of default, unstated, data-sheet, review, driver, literature, inferred, computed, calibrated, command-line (got "datasheet"); did you mean "data-sheet"?)"},
      {"power: {value: 10W, source: computed}", "f.yaml:1: power: a computed value needs its `formula`"},
      {"power: {value: 10W, source: calibrated}",
       "f.yaml:1: power: a calibrated value needs `on`, the list of the figures it was calibrated on"},
      {"power: {value: 10W, source: calibrated, on: a.b}",
       "f.yaml:1: power.on: expected the list of the figures it was calibrated on (got \"a.b\")"},
      {"power: {value: 10W, source: review, on: [a]}", "f.yaml:1: power: `on` belongs to source: calibrated"},
      {"power: {value: 10W, source: review, formula: a}",
       "f.yaml:1: power: `formula` belongs to source: computed"},
      {"power:\n  value: 10W\n  note: [a]", "f.yaml:3: power.note: expected text (got a list)"},
      {"power: {value: {value: 10W}}",
       "f.yaml:1: power: expected a power from 0W to 1kW (got a group of keys)"},
  });
}

TEST_CASE("a rule over several parameters is checked when all is loaded") {
  check_all({{"shifts: [{share: 60%}, {share: 50%}]", "f.yaml:1: the shifts take more than the whole day"}});
}

TEST_CASE("a message stays one short line whatever was written") {
  const std::string line = error_of("power: \"a\\nb\\u0001" + std::string(500, 'x') + "\"");
  CHECK(line.find('\n') == std::string::npos);
  CHECK(line.find("(got \"a?b?xxx") != std::string::npos);
  CHECK(line.size() < 250);
}
