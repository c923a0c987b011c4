#pragma once

namespace rainier::tool {

/// From now on the first SIGINT or SIGTERM is remembered, and the second ends the process as usual.
void catch_interrupts();
bool interrupted();

}  // namespace rainier::tool
