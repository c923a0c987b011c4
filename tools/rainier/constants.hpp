#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/config/leaf.hpp"

namespace rainier::tool {

/// A number in a drive's, its NAND's or its host's configuration that no source prints and no formula gives.
struct Constant {
  std::string path;  ///< as --set takes it: with the prefix `host.` for a host's
  std::string value;
  std::string owner;        ///< preset
  bool calibrated = false;  ///< says so; false: inferred, unstated or a default, which counts too
  std::vector<std::string> on;
  std::string note;
};

/// That a family may have.
inline constexpr std::size_t most_constants = 6;

/// The figures that any constant was calibrated on.
void add_calibrated(std::set<std::string>& figures, const std::vector<config::Leaf>& leaves);

/// Those of one configuration. Zero is the absence of a mechanism, a choice between policies no number, and
/// the parameter of a policy that is not chosen has no effect: none of them counts.
std::vector<Constant> constants_of(const std::vector<config::Leaf>& leaves, const std::string& owner,
                                   const std::string& prefix);

/// Adds what is not there yet: a value that several drives share is one constant, two values of one path are
/// two.
void add_constants(std::vector<Constant>& to, const std::vector<Constant>& from);

/// The value up or down by a share, as --set takes it; a whole number moves by one at least.
std::string moved(const config::Leaf& leaf, double factor);

}  // namespace rainier::tool
