#include "sim/config/presets.hpp"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "sim/config/example_params.hpp"
#include "sim/config/load.hpp"

using namespace rainier::config;
using namespace rainier::config::example;
namespace fs = std::filesystem;

namespace {

/// A folder of its own for one test.
class TestFolder {
 public:
  TestFolder() : root_(fs::temp_directory_path() / ("rainier-presets-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    fs::create_directories(root_ / "shops");
    fs::create_directories(root_ / "tools");
  }
  ~TestFolder() { fs::remove_all(root_); }
  void write(const std::string& name, std::string_view text) const { std::ofstream(root_ / name) << text; }
  fs::path operator/(const std::string& name) const { return root_ / name; }
  Loaded<Workshop> load(const std::string& shop, std::vector<std::string> overrides = {}) const {
    return rainier::config::load<Workshop>(root_ / "shops" / shop,
                                           {.roots = {}, .overrides = std::move(overrides)});
  }
  /// The error, with the folder's own path cut out.
  std::string error_of(const std::string& shop, std::vector<std::string> overrides = {}) const {
    try {
      load(shop, std::move(overrides));
    } catch (const Error& e) {
      std::string line = e.what();
      for (std::size_t at; (at = line.find(root_.string())) != std::string::npos;)
        line.replace(at, root_.string().size(), "ROOT");
      return line;
    }
    return "accepted";
  }

 private:
  fs::path root_;
};

const Leaf& leaf(const Loaded<Workshop>& loaded, std::string_view path) {
  const auto at =
      std::find_if(loaded.leaves.begin(), loaded.leaves.end(), [&](const Leaf& l) { return l.path == path; });
  REQUIRE(at != loaded.leaves.end());
  return *at;
}

}  // namespace

TEST_CASE("a preset is its base with its own keys on top, key by key") {
  const TestFolder f;
  f.write("shops/small.yaml",
          "power: {value: 10W, source: data-sheet, ref: x}\nspare: 1%\ndoors: [1, 2, 3]\n"
          "machine: {machines: 2, queue: {places: 3}}\n");
  f.write("shops/large.yaml", "machine: {machines: 64}\nbase: small\npower: 20W\ndoors: [9]\n");
  const auto loaded = f.load("large.yaml");
  CHECK(loaded.params.power == 20);
  CHECK(loaded.params.spare == 0.01);
  CHECK(loaded.params.doors == std::vector<std::uint32_t>{9});
  CHECK(loaded.params.machine.machines == 64);
  CHECK(loaded.params.machine.queue.places == 3);
  CHECK(leaf(loaded, "power").provenance.source == Source::unstated);
  CHECK(leaf(loaded, "power").provenance.ref.empty());
  CHECK(leaf(loaded, "spare").file.ends_with("small.yaml"));
  CHECK(leaf(loaded, "machine.machines").file.ends_with("large.yaml"));
}

TEST_CASE("a base may be a relative path, and have a base itself") {
  const TestFolder f;
  f.write("first.yaml", "power: 1W\nspare: 1%\ngrowth: 1\n");
  f.write("shops/second.yaml", "base: ../first.yaml\nspare: 2%\ngrowth: 2\n");
  f.write("shops/third.yaml", "base: second\ngrowth: 3\n");
  const Workshop w = f.load("third.yaml").params;
  CHECK(w.power == 1);
  CHECK(w.spare == 0.02);
  CHECK(w.growth == 3);
}

TEST_CASE("a group may be a preset of its folder, by its name alone or with keys on top") {
  const TestFolder f;
  f.write("tools/saw.yaml", "cut: {value: 7us, source: data-sheet, ref: saw}\noffset: 3\n");
  f.write("tools/fine-saw.yaml", "base: saw\ncut: 9us\n");
  f.write("shops/a.yaml", "machine: {tool: fine-saw}\n");
  f.write("shops/b.yaml", "machine:\n  tool:\n    offset: 5\n    base: saw\n");
  f.write("shops/c.yaml", "machine: {tool: ../tools/saw.yaml}\n");
  CHECK(f.load("a.yaml").params.machine.tool.cut == 9_us);
  CHECK(f.load("a.yaml").params.machine.tool.offset == 3);
  const auto b = f.load("b.yaml");
  CHECK(b.params.machine.tool.cut == 7_us);
  CHECK(b.params.machine.tool.offset == 5);
  CHECK(leaf(b, "machine.tool.cut").provenance.ref == "saw");
  CHECK(leaf(b, "machine.tool.cut").file.ends_with("saw.yaml"));
  CHECK(f.load("c.yaml").params.machine.tool.cut == 7_us);
}

TEST_CASE("naming a group's preset starts the group afresh") {
  const TestFolder f;
  f.write("tools/saw.yaml", "cut: 7us\noffset: 3\n");
  f.write("tools/file.yaml", "energy: 1uJ\n");
  f.write("shops/a.yaml", "machine: {tool: {base: saw, offset: 4}}\n");
  f.write("shops/b.yaml", "base: a\nmachine: {tool: file}\n");
  const auto loaded = f.load("b.yaml");
  CHECK(loaded.params.machine.tool.energy == 1e-6);
  CHECK(loaded.params.machine.tool.cut == 25_us);
  CHECK(loaded.params.machine.tool.offset == 0);
  CHECK(leaf(loaded, "machine.tool.cut").provenance.source == Source::built_in);
}

TEST_CASE("the command line may choose a group's preset") {
  const TestFolder f;
  f.write("tools/saw.yaml", "cut: 7us\n");
  f.write("shops/a.yaml", "machine: {tool: {offset: 4}}\n");
  CHECK(f.load("a.yaml", {"machine.tool=saw", "machine.tool.offset=1"}).params.machine.tool.cut == 7_us);
  CHECK(f.load("a.yaml", {"machine.tool.base=saw"}).params.machine.tool.offset == 0);
  CHECK(
      f.error_of("a.yaml", {"machine.tool=sav"}) ==
      R"(--set machine.tool=sav: machine.tool: expected the name of a preset in ROOT/tools (got "sav"); did you mean "saw"?)");
}

TEST_CASE("a preset that isn't there is refused with the nearest that is") {
  const TestFolder f;
  f.write("tools/saw.yaml", "cut: 7us\n");
  f.write("shops/small.yaml", "power: 10W\n");
  f.write("shops/a.yaml", "power: 10W\nbase: smal\n");
  f.write("shops/b.yaml", "machine:\n  tool:\n    base: swa\n");
  f.write("shops/c.yaml", "base: ../none.yaml\n");
  f.write("shops/d.yaml", "base: [a]\n");
  CHECK(
      f.error_of("a.yaml") ==
      R"(ROOT/shops/a.yaml:2: base: expected the name of a preset in ROOT/shops/ (got "smal"); did you mean "small"?)");
  CHECK(
      f.error_of("b.yaml") ==
      R"(ROOT/shops/b.yaml:3: machine.tool.base: expected the name of a preset in ROOT/tools (got "swa"); did you mean "saw"?)");
  CHECK(
      f.error_of("c.yaml") ==
      R"(ROOT/shops/c.yaml:1: base: expected the name or path of a preset (got "../none.yaml", no such file))");
  CHECK(f.error_of("d.yaml") == "ROOT/shops/d.yaml:1: base: expected the name of a preset (got a list)");
}

TEST_CASE("presets that build on each other in a circle are refused") {
  const TestFolder f;
  f.write("shops/a.yaml", "base: b\n");
  f.write("shops/b.yaml", "# to a\nbase: ./a.yaml\n");
  f.write("shops/self.yaml", "base: self\n");
  CHECK(f.error_of("a.yaml") ==
        "ROOT/shops/b.yaml:2: base: a preset that builds on itself: ROOT/shops/a.yaml");
  CHECK(f.error_of("self.yaml") ==
        "ROOT/shops/self.yaml:1: base: a preset that builds on itself: ROOT/shops/self.yaml");
}

TEST_CASE("an error in a group's preset names that file and the path from the top") {
  const TestFolder f;
  f.write("tools/saw.yaml", "# saw\ncutt: 7us\n");
  f.write("shops/a.yaml", "machine: {tool: saw}\n");
  CHECK(f.error_of("a.yaml") ==
        R"(ROOT/tools/saw.yaml:2: machine.tool.cutt: unknown key; did you mean "cut"?)");
}

TEST_CASE("preset names are listed in order and once, over all roots") {
  const TestFolder f;
  f.write("tools/b.yaml", "");
  f.write("tools/a.yaml", "");
  f.write("tools/readme.md", "");
  CHECK(preset_names("tools", {f / "", f / "", f / "none"}) == std::vector<std::string>{"a", "b"});
  CHECK(find_preset("a", "tools", {f / "none", f / ""}, "--tool a") == (f / "tools/a.yaml"));
  CHECK_THROWS_AS(find_preset("", "tools", {f / ""}, "--tool"), Error);
}
