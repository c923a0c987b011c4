#pragma once

#include <string>

#include "tools/rainier/serve/live_setup.hpp"

namespace rainier::live {

// A live drive as its next life begins: all that outlasts its power but its bytes.

/// The drive must be at rest. @throws host::FileError
void save_life(const std::string& file, LiveSetup& live);
/// Into a drive that was just made, not preconditioned. @param recipe  as the user gave it; empty: any
/// @throws config::Error where the file is of a drive with other parameters, naming the first
void restore_life(const std::string& file, LiveSetup& live, const std::string& recipe);

}  // namespace rainier::live
