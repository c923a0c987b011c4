#pragma once

#include <string>
#include <vector>

namespace rainier::tool {

/// What a user must know of one parameter that was not taken over as it stands.
struct Remark {
  enum class Kind : std::uint8_t {
    without,      ///< nothing here does what it does
    approximate,  ///< taken over as the nearest that there is
    quirk         ///< does not do in MQSim what its name says
  };
  Kind kind;
  std::string file;
  int line;
  std::string key, value, text;
};

using Remarks = std::vector<Remark>;

}  // namespace rainier::tool
