#pragma once

#include <stdexcept>

namespace rainier::oracle {

/// Every formula here holds on a stated domain; outside it the answer is std::domain_error, not a number.
constexpr void require(bool holds, const char* domain) {
  if (!holds) throw std::domain_error(domain);
}

}  // namespace rainier::oracle
