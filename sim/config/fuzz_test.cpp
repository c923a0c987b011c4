#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "sim/config/documentation.hpp"
#include "sim/config/example_params.hpp"
#include "sim/config/load.hpp"
#include "sim/config/resolved.hpp"

using namespace rainier::config;
using namespace rainier::config::example;

namespace {

constexpr std::string_view good = R"(# a workshop
name: "left: 5"
store: {value: 1.5GiB, source: data-sheet, ref: "page 7"}
power: 12.5 W
spare: 1/16
growth: {value: 2e-3, source: calibrated, on: [a.b, c.d]}
pause: 2s
doors: [7, 8, 9]
shifts:
  - {share: 40%, name: early}
  - share: 0.5
machine:
  machines: 8
  queue: {places: 255, order: shortest-first, open: false}
  tool:
    cut: 2.5us
    offset: -7
)";

/// What YAML, units and this format give a meaning to.
constexpr std::string_view fragments[] = {
    ":",  "\n",  " ",    "\t",    "{",    "}",     "[",    "]",    ",",   "-",   "'",
    "\"", "#",   "&a ",  "*a",    "!!x ", "%",     "|\n",  ">\n",  "---", "...", "? ",
    "~",  "999", "null", "base:", "e99",  "value", "\xff", "\xc3", "\\u", "us",  "\r"};

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::string mutated() {
    std::string text(good);
    for (std::size_t n = 1 + below(4); n > 0; --n) mutate(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  void mutate(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min(below(12), text.size() - at);
    switch (below(6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(below(text.size()), below(20)));
        break;
      case 2:
        text.insert(at, fragments[below(std::size(fragments))]);
        break;
      case 3:
        text.replace(at, length, fragments[below(std::size(fragments))]);
        break;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 5:
        text.resize(at);
        break;
    }
  }

  std::mt19937_64 random_;
};

bool is_one_clear_line(const std::string& line) {
  return line.starts_with("f.yaml:") && line.size() > 10 && line.size() < 1000 &&
         std::none_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

}  // namespace

TEST_CASE("a mutated file is loaded or refused in one clear line, and never anything else") {
  Mutator mutator(20'240'601);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 3'000; ++i) {
    const std::string text = mutator.mutated();
    INFO(text);
    try {
      const auto loaded = load_from_text<Workshop>(text, "f.yaml");
      ++accepted;
      const auto again = load_from_text<Workshop>(resolved_yaml(loaded.leaves), "f.yaml");
      REQUIRE(fingerprint(again.leaves) == fingerprint(loaded.leaves));
    } catch (const Error& e) {
      ++refused;
      INFO(e.what());
      REQUIRE(is_one_clear_line(e.what()));
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 1'000);
}

TEST_CASE("a mutated setting is applied or refused in one clear line") {
  std::mt19937_64 random(7);
  const std::string settings[] = {"machine.queue.order=lifo", "doors=[1, 2]", "shifts.0.share=5%",
                                  "machine.tool={cut: 1us}"};
  for (int i = 0; i < 1'000; ++i) {
    std::string argument = settings[i % 4];
    for (std::size_t n = 1 + random() % 3; n > 0; --n)
      argument.replace(random() % argument.size(), random() % 3, fragments[random() % std::size(fragments)]);
    INFO(argument);
    try {
      load_from_text<Workshop>("shifts: [{}]", "f.yaml", {.roots = {}, .overrides = {argument}});
    } catch (const Error& e) {
      REQUIRE(std::string(e.what()).size() < 1000);
    }
  }
}
