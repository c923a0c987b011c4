#include "tools/rainier/command_line/missing_value.hpp"

#include <fmt/format.h>

#include "sim/config/error.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

/// The option of the command, or of one below it.
const CLI::Option* find(const CLI::App& command, const std::string& name) {
  if (const CLI::Option* option = command.get_option_no_throw(name)) return option;
  for (const CLI::App* below : command.get_subcommands({}))
    if (const CLI::Option* option = find(*below, name)) return option;
  return nullptr;
}

}  // namespace

void refuse_missing_values(const CLI::App& command, const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    const std::string &name = arguments[i], &next = arguments[i + 1];
    if (name == "--") return;
    if (!name.starts_with("--") || !next.starts_with("--")) continue;
    const CLI::Option* option = find(command, name);
    if (option == nullptr || option->get_expected_min() == 0) continue;
    throw UsageError(fmt::format("{}: 1 required {} missing before {}", name, option->get_type_name(),
                                 config::in_quotes(next)));
  }
}

}  // namespace rainier::tool
