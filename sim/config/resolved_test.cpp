#include "sim/config/resolved.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/config/example_params.hpp"
#include "sim/config/load.hpp"

using namespace rainier::config;
using namespace rainier::config::example;

namespace {

constexpr std::string_view everything = R"(
name: "null: \"\\ \u0007 \u20ac #"
store: {value: 1.5GiB, source: data-sheet, ref: "page: 7", note: "a \"note\""}
power: 333.333mW
spare: {value: 1/3, source: computed, formula: "1 / 3"}
growth: {value: 1.1e-30, source: calibrated, on: [a.b, "c, d"]}
pause: {value: null, source: driver}
doors: []
bells: [1ps, 106d]
shifts: [{share: 7%}, {name: "[x]"}]
machine: {machines: 1, queue: {order: lifo, open: false}, tool: {cut: 1.000001us, energy: 1.3nJ}}
)";

Loaded<Workshop> from(std::string text, std::vector<std::string> overrides = {}) {
  if (const auto at = text.find("106d"); at != std::string::npos) text.replace(at, 4, "2562h");
  return load_from_text<Workshop>(text, "f.yaml", {.roots = {}, .overrides = std::move(overrides)});
}

}  // namespace

TEST_CASE("the resolved configuration loads again to the same values and provenance") {
  const auto first = from(std::string(everything), {"clock=1MHz"});
  const std::string text = resolved_yaml(first.leaves);
  INFO(text);
  const auto second = from(text);
  REQUIRE(second.leaves.size() == first.leaves.size());
  for (std::size_t i = 0; i < first.leaves.size(); ++i) {
    CHECK(second.leaves[i].path == first.leaves[i].path);
    CHECK(second.leaves[i].value == first.leaves[i].value);
    CHECK(second.leaves[i].provenance == first.leaves[i].provenance);
  }
  CHECK(fingerprint(second.leaves) == fingerprint(first.leaves));
  CHECK(second.params.name == first.params.name);
  CHECK(second.params.spare == first.params.spare);
  CHECK(second.params.growth == first.params.growth);
  CHECK(second.params.machine.tool.cut == first.params.machine.tool.cut);
}

TEST_CASE("the resolved defaults load again to themselves") {
  const auto first = load_defaults<Workshop>();
  const auto second = from(resolved_yaml(first.leaves));
  CHECK(fingerprint(second.leaves) == fingerprint(first.leaves));
  CHECK(second.leaves.front().provenance.source == Source::built_in);
}

TEST_CASE("the resolved configuration reads like a file a user would write") {
  const std::string text =
      resolved_yaml(from("power: 10W\nmachine: {tool: {cut: {value: 2us, source: review}}}").leaves);
  CHECK(text.find("power: 10W  # f.yaml:1\n") != std::string::npos);
  CHECK(text.find("store: {value: 64MiB, source: default}\n") != std::string::npos);
  CHECK(text.find("machine:\n  machines: {value: 4, source: default}\n  queue:\n") != std::string::npos);
  CHECK(text.find("    cut: {value: 2us, source: review}  # f.yaml:2\n") != std::string::npos);
}

TEST_CASE("the result file names every parameter with its value and source, in order") {
  const auto json = resolved_json(from(std::string(everything), {"clock=1MHz"}).leaves);
  CHECK(json.begin().key() == "name");
  CHECK(json["store"]["value"] == "1536MiB");
  CHECK(json["store"]["ref"] == "page: 7");
  CHECK(json["store"]["line"] == 3);
  CHECK(json["spare"]["value"] == 1.0 / 3);
  CHECK(json["spare"]["formula"] == "1 / 3");
  CHECK(json["growth"]["on"].size() == 2);
  CHECK(json["pause"]["value"].is_null());
  CHECK(json["doors"]["value"].empty());
  CHECK(json["shifts.0.share"]["value"] == 0.07);
  CHECK(json["clock"]["source"] == "command-line");
  CHECK(json["machine.queue.open"]["value"] == false);
  CHECK(json["machine.queue.places"].dump() == R"({"value":16,"source":"default"})");
}
