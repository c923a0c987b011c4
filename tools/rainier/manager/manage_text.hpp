#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

/// What `rainier manage` prints for people, from the JSON of a status.
namespace rainier::manager {

std::string list_text(const std::vector<nlohmann::ordered_json>& drives);
std::string info_text(const nlohmann::ordered_json& status);
std::string smart_text(const nlohmann::ordered_json& status);
std::string stats_text(const nlohmann::ordered_json& status);
/// A line of what changes, and the head above such lines.
std::string watch_head();
std::string watch_line(const nlohmann::ordered_json& status);
std::string events_text(const nlohmann::ordered_json& status);

}  // namespace rainier::manager
