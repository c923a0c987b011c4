#include "tools/rainier/serve/pace.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "sim/config/error.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::live {

std::chrono::nanoseconds Pace::wall(Time simulated) const {
  const double ns = static_cast<double>(simulated.ps()) * 1e-3 * factor;
  return std::chrono::nanoseconds(std::llround(std::min(ns, 0x1p62)));
}

std::string Pace::name() const {
  if (is_free()) return "free";
  return factor == 1 ? "real" : fmt::format("x{}", factor);
}

Pace parse_pace(std::string_view text) {
  if (text == "free") return {};
  if (text == "real") return {1};
  double factor = 0;
  if (text.starts_with('x')) {
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), factor);
    if (error == std::errc() && end == text.data() + text.size() && factor >= 1e-3 && factor <= 1e6)
      return {factor};
  }
  throw tool::UsageError("--pace: expected real, free or xN such as x20, N from 0.001 to 1000000 (got " +
                         config::in_quotes(std::string(text)) + ")");
}

}  // namespace rainier::live
