#pragma once

#include <string>
#include <vector>

#include "sim/config/access.hpp"
#include "sim/config/describe.hpp"
#include "sim/config/provenance.hpp"

namespace rainier::config {

/// One parameter after loading, with all that is known about it.
struct Leaf {
  std::string path;   ///< `ftl.gc.victim`; `zones.0.share` in a list of structs
  std::string value;  ///< as a user would write it; `[a, b]` for a list, `null` for an absent optional
  std::string type;   ///< `time`, `list of bytes`, ...
  std::string default_value;  ///< `required` if there is none
  std::string doc;
  std::string range;  ///< `from 1 to 256`; empty if anything goes
  Provenance provenance;
  std::string idle;  ///< what it has no effect without: `victim: d-choices`; empty if it has one
  std::string file;  ///< that set it; empty for a default
  int line = 0;

  // The same value for programs: its elements one by one.
  Kind kind = Kind::text;
  Shape shape = Shape::one;
  std::vector<std::string> values;

  bool overridden() const { return provenance.source == Source::command_line; }
};

/// Every parameter in the order in which it is described.
std::vector<Leaf> leaves_of(const Schema& schema);

}  // namespace rainier::config
