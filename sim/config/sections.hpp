#pragma once

#include <string>
#include <vector>

#include "sim/config/describe.hpp"

namespace rainier::config {

/// One parameter as the documentation shows it.
struct Row {
  std::string path;  ///< `zones[].share` inside a list
  std::string name;
  std::string type;
  std::string units;
  std::string default_value;
  std::string range;
  std::string doc;
  std::vector<Choice> choices;
  Kind kind = Kind::text;
};

/// A group, or the elements of a list.
struct Section {
  std::string path;
  std::string doc;
  std::string folder;  ///< its presets; empty if it has none
  std::vector<Row> rows;
};

/// In the order of the description; groups without parameters of their own are there for their doc.
std::vector<Section> sections_of(const Schema& schema);

}  // namespace rainier::config
