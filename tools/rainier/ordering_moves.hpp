#pragma once

#include "tools/rainier/validation.hpp"

namespace rainier::tool {

/// An experiment of which a family's orderings use points, on one side or the other.
struct Probe {
  std::string experiment, drive, host;
  std::vector<std::string> points;  ///< as `rainier experiment --only` takes them
};

/// Those of the family's own drives and of the ones that they are compared with. Cells of SNIA's tests, which
/// take too long to be measured over and over, are in none.
std::vector<Probe> probes_of(const Catalog& catalog, const Family& family);

/// What a constant did to the ratio of a check.
struct RatioChange {
  std::string ordering, check;
  double change = 0;  ///< share of the ratio
  double chance = 0;  ///< what the four measurements' 95 % intervals explain of it
};

/// The checks of which `with` holds an experiment again; all others are as in `base`.
std::vector<RatioChange> ratio_changes(const Family& family, const Results& base, const Results& with);

}  // namespace rainier::tool
