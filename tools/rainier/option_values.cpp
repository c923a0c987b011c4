#include "tools/rainier/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "sim/config/error.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {

std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t otherwise,
                           std::uint64_t least, std::uint64_t most) {
  if (text.empty()) return otherwise;
  try {
    const std::uint64_t number = config::parse_unsigned(text);
    if (number >= least && number <= most) return number;
  } catch (const config::BadQuantity&) {
  }
  throw UsageError(fmt::format("{}: expected a whole number from {} to {} (got {})", option, least, most,
                               config::in_quotes(text)));
}

unsigned processes_of(const std::string& option, const std::string& text) {
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(whole_number(option, text, processors, 1, 1024));
}

}  // namespace rainier::tool
