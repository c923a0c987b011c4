#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "models/controller/guard.hpp"

namespace rainier::tool {

/// What drawn bit errors came to, preconditioning apart; of a drive that draws none, nothing.
std::string error_line(const controller::Guard* guard);
nlohmann::ordered_json error_json(const controller::Guard& guard);

}  // namespace rainier::tool
