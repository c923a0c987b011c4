#include "models/drive/recipe.hpp"

#include <fmt/format.h>

#include "sim/config/error.hpp"
#include "sim/config/quantity.hpp"

namespace rainier::drive {
namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

[[noreturn]] void refuse(std::string_view pass) {
  throw config::Error({"--precondition", 0}, "",
                      "expected KIND:BLOCK:CAPACITIES with KIND seq or rand, such as seq:128KiB:2 (got " +
                          config::in_quotes(pass) + ")");
}

Pass parse_pass(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 3) refuse(text);
  Pass pass;
  if (parts[0] == "seq")
    pass.kind = Pass::Kind::sequential;
  else if (parts[0] == "rand")
    pass.kind = Pass::Kind::random;
  else
    refuse(text);
  try {
    pass.block_bytes = config::parse_bytes(parts[1]);
    pass.capacities = config::parse_number(parts[2]);
  } catch (const config::BadQuantity&) {
    refuse(text);
  }
  if (pass.block_bytes == 0 || pass.block_bytes % 512 != 0 || pass.capacities < 0 || pass.capacities > 1000)
    refuse(text);
  return pass;
}

}  // namespace

std::vector<Pass> parse_recipe(std::string_view text) {
  std::vector<Pass> passes;
  if (text.empty() || text == "none") return passes;
  for (const std::string_view pass : split(text, ',')) passes.push_back(parse_pass(pass));
  return passes;
}

std::string recipe_text(const std::vector<Pass>& passes) {
  if (passes.empty()) return "none";
  std::string text;
  for (const Pass& pass : passes)
    text += fmt::format("{}{}:{}:{}", text.empty() ? "" : ",",
                        pass.kind == Pass::Kind::sequential ? "seq" : "rand",
                        config::format_bytes(pass.block_bytes), config::format_number(pass.capacities));
  return text;
}

}  // namespace rainier::drive
