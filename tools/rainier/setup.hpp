#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/controller/config.hpp"
#include "models/host/params.hpp"
#include "sim/config/load.hpp"
#include "tools/rainier/catalog.hpp"

namespace rainier::tool {

/// What a user says about the machine to simulate.
struct SetupOptions {
  std::string drive;
  std::string host = "linux-fio";
  std::vector<std::string> overrides;  ///< of --set: `path=value`, of the host with the prefix `host.`
  std::vector<std::string> faults;     ///< of --fault, on top of the drive's own
  std::string scale = "1";             ///< share of the blocks that are kept
};

/// The drive and the host, resolved, with the provenance of every value.
struct Setup {
  std::string drive_name, host_name;
  config::Loaded<controller::DriveConfig> drive;
  config::Loaded<host::Params> host;
  double scale = 1;
};

struct SplitOverrides {
  std::vector<std::string> drive, host;  ///< of the host without the prefix
};
SplitOverrides split_overrides(const std::vector<std::string>& overrides);

/// Whether values must go together, or only each be possible by itself: then nothing is scaled, and no fault
/// is looked at.
enum class Rules : std::uint8_t { checked, unchecked };

/// @throws config::Error, UsageError
Setup load_setup(const Catalog& catalog, const SetupOptions& options, Rules rules = Rules::checked);
config::Loaded<host::Params> load_host(const Catalog& catalog, const std::string& name,
                                       const std::vector<std::string>& overrides = {},
                                       Rules rules = Rules::checked);

/// @throws UsageError
std::uint64_t parse_seed(const std::string& text);

/// 16 hexadecimal digits that change when any value of the drive does.
std::string drive_fingerprint(const Setup& setup);

}  // namespace rainier::tool
