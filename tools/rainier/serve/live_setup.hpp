#pragma once

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "tools/rainier/run_options.hpp"
#include "tools/rainier/serve/live_drive.hpp"

namespace rainier::live {

/// A live drive and what it was made from.
struct LiveSetup {
  tool::RunOptions options;  ///< drive, host, parameters, faults, scale, precondition, seed
  tool::Setup setup;
  std::uint64_t seed = 1;
  std::string recipe;       ///< how the drive was preconditioned, in its first life
  std::string begins_from;  ///< file beside the log: the drive as it was kept; empty: it is new
  std::unique_ptr<LiveDrive> drive;

  /// For the log: enough to make it again.
  nlohmann::ordered_json made_from() const;
};

/// Makes the drive, with bytes unless the parameters say otherwise, and preconditions it. Nothing if a signal
/// came. @throws config::Error, UsageError, std::invalid_argument
LiveSetup make_live(tool::RunOptions options);
/// From what made_from() said. @throws tool::UsageError where it says something else
tool::RunOptions options_from(const nlohmann::ordered_json& made_from, const std::string& where);
inline constexpr const char* begins_from_key = "begins_from";

/// What was done to the drive and how it did, in simulated time: the same for a run and its repetition.
nlohmann::ordered_json summary_json(const LiveSetup& live);
std::string summary_text(const LiveSetup& live);

}  // namespace rainier::live
