#include "sim/config/load.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/config/example_params.hpp"

using namespace rainier::config;
using namespace rainier::config::example;

namespace {

Loaded<Workshop> from(std::string_view text, std::vector<std::string> overrides = {}) {
  return load_from_text<Workshop>(text, "shop.yaml", {.roots = {}, .overrides = std::move(overrides)});
}

const Leaf& leaf(const Loaded<Workshop>& loaded, std::string_view path) {
  const auto at =
      std::find_if(loaded.leaves.begin(), loaded.leaves.end(), [&](const Leaf& l) { return l.path == path; });
  REQUIRE(at != loaded.leaves.end());
  return *at;
}

}  // namespace

TEST_CASE("every kind of value is read into its parameter") {
  const Workshop w = from(R"(
name: "left: 5"
store: 1.5GiB
power: 12.5 W
belt: 2.5GT/s
clock: 333.25MHz
spare: 1/16
growth: 2e-3
ambient: -5C
pause: 0.5 min
doors: [7, 8, 9]
bells: [8h, 12.5 h]
shifts:
  - {share: 40%, name: early}
  - share: 0.5
machine:
  machines: 8
  queue: {places: 255, order: shortest-first, open: false}
  tool:
    cut: 2.5us
    energy: 3nJ
    offset: -7
)")
                         .params;
  CHECK(w.name == "left: 5");
  CHECK(w.store == 3_GiB / 2);
  CHECK(w.power == 12.5);
  CHECK(w.belt == 2'500'000'000);
  CHECK(w.clock == 333'250'000);
  CHECK(w.spare == 0.0625);
  CHECK(w.growth == 0.002);
  CHECK(w.ambient == -5);
  CHECK(w.pause == 30_s);
  CHECK(w.doors == std::vector<std::uint32_t>{7, 8, 9});
  CHECK(w.bells == std::vector<rainier::Time>{28'800_s, 45'000_s});
  REQUIRE(w.shifts.size() == 2);
  CHECK(w.shifts[0].share == 0.4);
  CHECK(w.shifts[0].name == "early");
  CHECK(w.shifts[1].name == "day");
  CHECK(w.machine.machines == 8);
  CHECK(w.machine.queue.places == 255);
  CHECK(w.machine.queue.order == Order::shortest_first);
  CHECK_FALSE(w.machine.queue.open);
  CHECK(w.machine.tool.cut == 2500_ns);
  CHECK(w.machine.tool.energy == 3e-9);
  CHECK(w.machine.tool.offset == -7);
}

TEST_CASE("what a file doesn't say keeps its default, and says so") {
  const auto loaded = from("power: 10W");
  CHECK(loaded.params.store == 64_MiB);
  CHECK(leaf(loaded, "store").value == "64MiB");
  CHECK(leaf(loaded, "store").provenance.source == Source::built_in);
  CHECK(leaf(loaded, "store").file.empty());
  CHECK(leaf(loaded, "power").provenance.source == Source::unstated);
  CHECK(leaf(loaded, "power").default_value == "25W");
}

TEST_CASE("a leaf knows its text, type, range, file and line") {
  const auto loaded = from("power: 10W\nmachine:\n  tool:\n    cut: 2us\ndoors: [3, 4]\n");
  const Leaf& cut = leaf(loaded, "machine.tool.cut");
  CHECK(cut.value == "2us");
  CHECK(cut.default_value == "25us");
  CHECK(cut.type == "time");
  CHECK(cut.range == "from 1ns to 1s");
  CHECK(cut.doc == "time of one cut");
  CHECK(cut.file == "shop.yaml");
  CHECK(cut.line == 4);
  CHECK(leaf(loaded, "doors").value == "[3, 4]");
  CHECK(leaf(loaded, "doors").type == "list of integer");
  CHECK(leaf(loaded, "pause").value == "null");
  CHECK(leaf(loaded, "spare").range == "from 0 to below 0.5");
  CHECK(leaf(loaded, "store").range == "from 512B to 1TiB, a multiple of 512B");
}

TEST_CASE("a value may carry its provenance") {
  const auto loaded = from(R"(
power: {value: 10W, source: data-sheet, ref: "page 7", note: maximum}
spare: {value: 244/1024, source: computed, formula: "(raw - user) / raw"}
growth: {value: 2, source: calibrated, on: [a.b, c.d]}
doors: {value: [5], source: review}
pause: {value: null, source: driver}
shifts: {value: [{share: 0.2}, {share: {value: 0.3, source: inferred}}], source: review, ref: visit}
)");
  const Provenance power = leaf(loaded, "power").provenance;
  CHECK(power.source == Source::data_sheet);
  CHECK(power.ref == "page 7");
  CHECK(power.note == "maximum");
  CHECK(loaded.params.spare == 0.23828125);
  CHECK(leaf(loaded, "spare").provenance.formula == "(raw - user) / raw");
  CHECK(leaf(loaded, "growth").provenance.on == std::vector<std::string>{"a.b", "c.d"});
  CHECK(leaf(loaded, "doors").provenance.source == Source::review);
  CHECK(leaf(loaded, "pause").provenance.source == Source::driver);
  CHECK(leaf(loaded, "shifts.0.share").provenance.ref == "visit");
  CHECK(leaf(loaded, "shifts.1.share").provenance.source == Source::inferred);
  CHECK(leaf(loaded, "shifts.0.name").provenance.source == Source::built_in);
}

TEST_CASE("two loads of one text share nothing") {
  const auto a = from("power: 10W"), b = from("power: 20W");
  CHECK(a.params.power == 10);
  CHECK(b.params.power == 20);
}

TEST_CASE("the fingerprint follows values and nothing else") {
  const auto print = [](std::string_view text) { return fingerprint(from(text).leaves); };
  CHECK(print("power: 10W\nspare: 7%") == print("spare: 0.07\n\npower: {value: 10000mW, source: review}"));
  CHECK(print("power: 10W") != print("power: 10.000000001W"));
  CHECK(print("doors: [1]") != print("doors: [1, 2]"));
  CHECK(print("name: a") == fingerprint(from("power: 25W", {"name=a"}).leaves));
}

TEST_CASE("the fingerprint is FNV-1a of the sorted lines path=value") {
  Leaf one;
  one.path = "a";
  one.value = "b";
  // By hand from the definition: offset basis, then a, =, b and a line feed.
  std::uint64_t hash = 14695981039346656037u;
  for (unsigned char c : {'a', '=', 'b', '\n'}) hash = (hash ^ c) * 1099511628211u;
  CHECK(fingerprint({one}) == hash);
}

TEST_CASE("a default that the range refuses is none: a file has to set the parameter") {
  std::uint8_t places = 0;
  Schema schema;
  schema.field("places", places, range(1, 99), "");
  CHECK_THROWS_WITH(load_text(schema, "{}", "f.yaml", {}),
                    "f.yaml: places: must be set, there is no default: expected a whole number from 1 to 99");
  CHECK(leaves_of(schema).front().default_value == "required");
  load_text(schema, "places: 7", "f.yaml", {});
  CHECK(places == 7);
}

TEST_CASE("a description that can't be right is the author's error") {
  Queue queue;
  Schema schema;
  CHECK_THROWS_AS(schema.field("no good", queue.places, ""), std::logic_error);
  CHECK_THROWS_AS(schema.field("base", queue.places, ""), std::logic_error);
  CHECK_THROWS_AS(schema.field("places", queue.places, range(0_s, 1_s), ""), std::logic_error);
  schema.field("places", queue.places, range(1, 1000), "");
  CHECK_THROWS_AS(schema.field("places", queue.places, ""), std::logic_error);
}
