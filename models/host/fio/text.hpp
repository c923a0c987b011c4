#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rainier::fio {

/// Without blanks at both ends.
std::string_view trim(std::string_view text);

/// The parts between separators; one part if there is none. Empty parts count.
std::vector<std::string_view> split(std::string_view text, char separator);

/// ASCII letters in lower case.
std::string lower(std::string_view text);

}  // namespace rainier::fio
