#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace rainier::config {

/// Where the text stops being UTF-8 (overlong forms, surrogates and code points past U+10FFFF included).
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

}  // namespace rainier::config
