#include "sim/config/documentation.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/config/example_params.hpp"
#include "sim/config/load.hpp"
#include "sim/config/paths.hpp"

using namespace rainier::config;
using namespace rainier::config::example;

TEST_CASE("the terminal's documentation is grouped, aligned and not wider than the page") {
  const std::string text = schema_text(Machine{});
  CHECK(text == R"(  machines  4  integer from 1 to 256, a power of two  machines of one kind

queue: where work waits
  places  16              integer  how many may wait
  order   fifo            choice   who is served next
          fifo            in order of arrival
          lifo            the latest first
          shortest-first  the least work first
  open    true            boolean  whether anyone may enter

tool: what cuts (or a preset of the folder tools)
  cut     25us  time from 1ns to 1s       time of one cut
  energy  45uJ  energy at least 0J        energy of one cut
  offset  0     integer from -100 to 100  steps from the middle

Units of energy: pJ, nJ, uJ, mJ or J
Units of time: ps, ns, us, ms, s, min or h
)");
}

TEST_CASE("the defaults in the documentation are those of the struct given") {
  Machine m;
  m.machines = 64;
  CHECK(schema_text(m).starts_with("  machines  64 "));
}

TEST_CASE("a list of structs is documented once, as its elements") {
  CHECK(schema_text(Workshop{}).find("shifts[]: who works when\n  share  0.5 ") != std::string::npos);
}

TEST_CASE("a long description is wrapped under itself") {
  Queue q;
  Schema s;
  s.field("places", q.places,
          "word word word word word word word word word word word word word word word word word");
  CHECK(schema_text(s) ==
        "  places  16  integer  word word word word word word word word word word word word word word word\n"
        "                       word word\n");
}

namespace {

enum class Way : std::uint8_t { walk, ride };
struct Trip {
  Way way = Way::walk;
  std::uint32_t wheels = 2;
  Tool tool;
};
void describe(Schema& s, Trip& p) {
  s.choice("way", p.way, {{"walk", Way::walk, "on foot"}, {"ride", Way::ride, "on wheels"}}, "how");
  s.field("wheels", p.wheels, range(1, 18), "wheels");
  s.group("tool", p.tool, "for repairs");
  s.only_with({"wheels", "tool"}, p, "way: ride", [](const Trip& t) { return t.way == Way::ride; });
}

}  // namespace

TEST_CASE("what has an effect only with another choice says so, in the documentation and once loaded") {
  const std::string text = schema_text(Trip{});
  CHECK(text.find("wheels (only with way: ride)\n") != std::string::npos);
  CHECK(text.find("tool: for repairs (only with way: ride)\n") != std::string::npos);
  const auto idle = [](const std::string& yaml) {
    std::string paths;
    for (const Leaf& leaf : load_from_text<Trip>(yaml, "f.yaml").leaves)
      if (!leaf.idle.empty()) paths += leaf.path + " without " + leaf.idle + "; ";
    return paths;
  };
  CHECK(idle("way: ride") == "");
  CHECK(idle("wheels: 3") ==
        "wheels without way: ride; tool.cut without way: ride; tool.energy without way: ride; "
        "tool.offset without way: ride; ");
}

TEST_CASE("a condition for a parameter that is not described is the author's mistake") {
  Trip trip;
  Schema s;
  CHECK_THROWS_AS(s.only_with({"wheels"}, trip, "way: ride", [](const Trip&) { return true; }),
                  std::logic_error);
}

TEST_CASE("the Markdown documentation has one table a group") {
  const std::string text = schema_markdown(Machine{});
  CHECK(text.starts_with(
      "| parameter | default | type | range | meaning |\n|---|---|---|---|---|\n"
      "| `machines` | `4` | integer | from 1 to 256, a power of two | machines of one kind |\n"));
  CHECK(text.find("\n## `queue`\n\nwhere work waits\n\n| parameter |") != std::string::npos);
  CHECK(text.find("| who is served next: `fifo` in order of arrival; `lifo` the latest first; ") !=
        std::string::npos);
}

TEST_CASE("the JSON documentation has every parameter that can be set") {
  Workshop w;
  std::vector<std::string> documented;
  for (const auto& group : schema_json(w))
    for (const auto& p : group["parameters"]) documented.push_back(p["path"]);
  for (const std::string& path : settable_paths(schema_of(w))) {
    if (path == "shifts" || path == "machine.tool") continue;  // a list and a group, not parameters
    CHECK(std::find(documented.begin(), documented.end(), path) != documented.end());
  }
  const auto order = schema_json(Queue{})[0]["parameters"][1];
  CHECK(order["default"] == "fifo");
  CHECK(order["choices"][1]["name"] == "lifo");
  CHECK(schema_json(Tool{})[0]["parameters"][0]["range"] == "from 1ns to 1s");
}
