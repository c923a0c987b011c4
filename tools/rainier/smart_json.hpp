#pragma once

#include <nlohmann/json_fwd.hpp>

#include "models/drive/simulation.hpp"
#include "models/health/endurance/endurance.hpp"
#include "models/health/smart/smartctl.hpp"
#include "tools/rainier/setup.hpp"

namespace rainier::tool {

/// What the drive says it is.
health::Identity identity_of(const Setup& setup);
/// The drive's SMART data in the layout of `smartctl --json`, with its event log under `rainier`.
nlohmann::ordered_json smart_json(const Setup& setup, const drive::Simulation& simulation);
/// The same of a drive that was worn by the bulk tier: it knows wear and writes alone.
nlohmann::ordered_json smart_json(const Setup& setup, const health::EnduranceResult& result);

}  // namespace rainier::tool
