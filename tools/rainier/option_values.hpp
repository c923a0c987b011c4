#pragma once

#include <cstdint>
#include <string>

namespace rainier::tool {

/// The whole number that an option was given, or `otherwise` where it was not. @throws UsageError
std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t otherwise,
                           std::uint64_t least, std::uint64_t most);

/// How many children may run at once: as many as there are processors, unless the option says.
unsigned processes_of(const std::string& option, const std::string& text);

}  // namespace rainier::tool
