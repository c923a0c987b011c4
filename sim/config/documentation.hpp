#pragma once

#include <concepts>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/config/describe.hpp"

/// What can be configured, from the same description that loads it: the defaults are those of the struct
/// given.
namespace rainier::config {

std::string schema_text(const Schema& schema);      ///< for a terminal: grouped and aligned
std::string schema_markdown(const Schema& schema);  ///< a table a group
nlohmann::ordered_json schema_json(const Schema& schema);

template <class P>
concept Parameters = !std::same_as<P, Schema>;

template <Parameters P>
Schema schema_of(P& params) {
  Schema schema;
  describe(schema, params);
  return schema;
}
template <Parameters P>
std::string schema_text(P defaults) {
  return schema_text(static_cast<const Schema&>(schema_of(defaults)));
}
template <Parameters P>
std::string schema_markdown(P defaults) {
  return schema_markdown(static_cast<const Schema&>(schema_of(defaults)));
}
template <Parameters P>
auto schema_json(P defaults) {
  return schema_json(static_cast<const Schema&>(schema_of(defaults)));
}

}  // namespace rainier::config
