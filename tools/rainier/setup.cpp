#include "tools/rainier/setup.hpp"

#include <fmt/format.h>

#include <string_view>

#include "sim/config/quantity.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

constexpr std::string_view host_prefix = "host.", set_argument = "--set ";

double parse_scale(const std::string& text) {
  try {
    const double scale = config::parse_ratio(text);
    if (scale > 0 && scale <= 1) return scale;
  } catch (const config::BadQuantity&) {
  }
  throw UsageError("--scale: expected a share above 0 and up to 1, such as 1/16 (got " +
                   config::in_quotes(text) + ")");
}

config::Loaded<controller::DriveConfig> load_drive(const Catalog& catalog, const std::string& name,
                                                   const std::vector<std::string>& overrides,
                                                   Rules rules = Rules::checked) {
  return config::load<controller::DriveConfig>(catalog.drive(name),
                                               {catalog.roots(), overrides, rules == Rules::checked});
}

/// The drive's own faults and those of --fault, as one override, so that the resolved configuration shows it.
std::string fault_override(const controller::DriveConfig& drive, const std::vector<std::string>& faults) {
  try {
    for (const std::string& text : faults) controller::check_fault(drive, text);
  } catch (const faults::BadFault& error) {
    throw UsageError(fmt::format("--fault: {}", error.what()));
  }
  std::vector<std::string> all = drive.faults;
  all.insert(all.end(), faults.begin(), faults.end());
  return fmt::format("faults={}", fmt::join(all, ","));
}

/// What scaling changes is said as overrides, so that the resolved configuration shows it.
std::vector<std::string> scale_overrides(controller::DriveConfig drive, double scale) {
  try {
    controller::scale(drive, scale);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--scale: {}", error.what()));
  }
  return {fmt::format("nand.blocks_per_plane={}", drive.nand.blocks_per_plane),
          fmt::format("capacity={}B", drive.capacity_bytes)};
}

}  // namespace

config::Loaded<host::Params> load_host(const Catalog& catalog, const std::string& name,
                                       const std::vector<std::string>& overrides, Rules rules) {
  try {
    return config::load<host::Params>(catalog.host(name),
                                      {catalog.roots(), overrides, rules == Rules::checked});
  } catch (const config::Error& error) {
    if (!error.place.file.starts_with(set_argument)) throw;
    throw UsageError(fmt::format("{}{}{}", set_argument, host_prefix, error.what() + set_argument.size()));
  }
}

SplitOverrides split_overrides(const std::vector<std::string>& overrides) {
  SplitOverrides split;
  for (const std::string& override : overrides) {
    const bool host = override.starts_with(host_prefix);
    if (host)
      split.host.push_back(override.substr(host_prefix.size()));
    else
      split.drive.push_back(override);
  }
  return split;
}

Setup load_setup(const Catalog& catalog, const SetupOptions& options, Rules rules) {
  auto [of_drive, of_host] = split_overrides(options.overrides);
  const double scale = parse_scale(options.scale);
  Setup setup{options.drive, options.host, load_drive(catalog, options.drive, of_drive, rules),
              load_host(catalog, options.host, of_host, rules), scale};
  if (rules == Rules::unchecked || (scale == 1 && options.faults.empty())) return setup;
  if (!options.faults.empty()) of_drive.push_back(fault_override(setup.drive.params, options.faults));
  if (scale != 1)
    for (const std::string& override : scale_overrides(setup.drive.params, scale))
      of_drive.push_back(override);
  setup.drive = load_drive(catalog, options.drive, of_drive);
  return setup;
}

std::uint64_t parse_seed(const std::string& text) {
  try {
    return config::parse_unsigned(text);
  } catch (const config::BadQuantity&) {
    throw UsageError("--seed: expected a whole number (got " + config::in_quotes(text) + ")");
  }
}

std::string drive_fingerprint(const Setup& setup) {
  return fmt::format("{:016x}", config::fingerprint(setup.drive.leaves));
}

}  // namespace rainier::tool
