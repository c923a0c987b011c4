#include "models/host/fio/environment.hpp"

#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "models/host/fio/text.hpp"

namespace rainier::fio {

namespace {

std::uint64_t system_value(int name, std::uint64_t otherwise) {
  const long value = ::sysconf(name);
  return value > 0 ? static_cast<std::uint64_t>(value) : otherwise;
}

std::string replace_variables(std::string_view value, const Environment& environment) {
  std::string result;
  for (std::size_t start = value.find("${"); start != std::string_view::npos; start = value.find("${")) {
    const std::size_t end = value.find('}', start);
    if (end == std::string_view::npos) break;
    result += value.substr(0, start);
    const std::string name(value.substr(start + 2, end - start - 2));
    result += environment.variable ? environment.variable(name).value_or("") : "";
    value.remove_prefix(end + 1);
  }
  return result.append(value);
}

/// True if a keyword was there.
bool replace_keywords(std::string& value, const Environment& environment) {
  const std::array<std::pair<std::string_view, std::uint64_t>, 3> keywords{
      {{"$ncpus", environment.cpus},
       {"$pagesize", environment.page_bytes},
       {"$mb_memory", environment.memory_mib}}};
  bool found = false;
  for (const auto& [name, number] : keywords) {
    for (std::size_t at = value.find(name); at != std::string::npos; at = value.find(name)) {
      value.replace(at, name.size(), std::to_string(number));
      found = true;
    }
  }
  return found;
}

std::optional<std::uint64_t> apply(std::uint64_t left, char operation, std::uint64_t right) {
  std::uint64_t result = 0;
  switch (operation) {
    case '+':
      if (__builtin_add_overflow(left, right, &result)) return {};
      return result;
    case '-':
      if (right > left) return {};
      return left - right;
    case '*':
      if (__builtin_mul_overflow(left, right, &result)) return {};
      return result;
    default:
      if (right == 0) return {};
      return left / right;
  }
}

/// The value of `2*8/4`; nothing if it is not of that form.
std::optional<std::uint64_t> calculate(std::string_view text) {
  std::optional<std::uint64_t> result;
  char operation = '+';
  while (true) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return {};
    result = apply(result.value_or(0), operation, number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!result || text.empty()) return result;
    operation = text.front();
    if (std::string_view("+-*/").find(operation) == std::string_view::npos) return {};
    text.remove_prefix(1);
  }
}

}  // namespace

Environment process_environment() {
  Environment environment;
  environment.variable = [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return {};
    return value;
  };
  environment.cpus = system_value(_SC_NPROCESSORS_ONLN, environment.cpus);
  environment.page_bytes = system_value(_SC_PAGESIZE, environment.page_bytes);
  const std::uint64_t pages = system_value(_SC_PHYS_PAGES, 0);
  if (pages != 0) environment.memory_mib = pages * environment.page_bytes >> 20;
  return environment;
}

std::string expand(std::string_view value, const Environment& environment) {
  std::string result = replace_variables(value, environment);
  if (!replace_keywords(result, environment)) return result;
  if (const auto number = calculate(result)) return std::to_string(*number);
  return result;
}

}  // namespace rainier::fio
