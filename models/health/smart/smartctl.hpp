#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "models/health/smart/attributes.hpp"

namespace rainier::health {

/// What IDENTIFY DEVICE says.
struct Identity {
  std::string device;    ///< what the user calls it
  std::string model;     ///< up to 40 characters
  std::string serial;    ///< up to 20
  std::string firmware;  ///< up to 8
  std::uint64_t capacity_bytes = 0;
};

/// SMART in the layout of `smartctl --json`; what that has no word for is under the key `rainier`.
nlohmann::ordered_json smartctl_json(const Identity& identity, const Vitals& vitals,
                                     const std::vector<Attribute>& attributes);

/// The same as the table that `smartctl -A` prints, from that JSON.
/// @throws nlohmann::json::exception where it is not of that layout
std::string smart_text(const nlohmann::ordered_json& smart);

/// The ATA sectors from which smartctl makes the same JSON, as the text that it prints with `-r ataioctl,2`
/// and that `smartctl -` reads. @throws nlohmann::json::exception
std::string ataioctl_text(const nlohmann::ordered_json& smart);

}  // namespace rainier::health
