#include "models/host/fio/option.hpp"

#include <array>

namespace rainier::fio {

namespace {

std::array<std::span<const Option>, 9> tables() {
  return {pattern_options(), block_options(), size_options(), queue_options(), time_options(),
          rate_options(),    group_options(), log_options(),  verify_options()};
}

std::vector<std::string> collect_names() {
  std::vector<std::string> names;
  for (const auto table : tables()) {
    for (const Option& option : table) {
      names.emplace_back(option.name);
      if (!option.alias.empty()) names.emplace_back(option.alias);
    }
  }
  const auto ignored = ignored_options();
  names.insert(names.end(), ignored.begin(), ignored.end());
  return names;
}

}  // namespace

const std::vector<std::string>& known_names() {
  static const std::vector<std::string> names = collect_names();
  return names;
}

const Option* find_option(std::string_view name) {
  for (const auto table : tables()) {
    for (const Option& option : table) {
      if (option.name == name || (!option.alias.empty() && option.alias == name)) return &option;
    }
  }
  return nullptr;
}

}  // namespace rainier::fio
