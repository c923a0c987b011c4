#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "tools/rainier/ordering_moves.hpp"

namespace rainier::tool {

/// One constant moved: what becomes of each row of the drives' spec tables.
struct Shift {
  std::string path, from, to;
  bool calibrated = false;
  bool up = true;
  struct Row {
    std::string figure, row, drive;
    double change = 0;  ///< share of the row's own value
  };
  std::vector<Row> rows;
  std::vector<RatioChange> orderings;  ///< a calibrated constant's
  std::vector<std::string> hosts;      ///< of a host's constant: the presets that have this value
  std::string refused;                 ///< why the drive does not work with that value
};

struct Sensitivity {
  std::string family;
  std::vector<Shift> shifts;
  /// Paths of constants said to be calibrated that move one figure alone, and of others that move any.
  std::vector<std::string> fudges, movers;
  bool partial = false;
};

/// A change that is counted as one.
inline constexpr double noticeable = 0.01;

/// Whether the ratio of an ordering's check has changed, by more than chance.
inline bool is_noticeable(const RatioChange& r) {
  return std::abs(r.change) >= noticeable && std::abs(r.change) > r.chance;
}

/// Moves every constant of the family by 10 % and measures its spec tables again: those that say they are
/// calibrated both ways on every drive, the others up on the first. Drives of a sixteenth of the blocks are
/// compared with each other, with all their dies, and half the window: only the change counts. Constants that
/// say they are calibrated are moved under the family's orderings too: an ordering is a published figure.
Sensitivity sensitivity_of(const Catalog& catalog, const FamilyResult& family, const std::string& seed,
                           const std::filesystem::path& folder, unsigned processes,
                           const std::function<void(std::size_t, std::size_t)>& progress);

/// A constant that families share, with one value, is no fudge where it moves figures of several of them.
void clear_shared(std::vector<Sensitivity>& families);

}  // namespace rainier::tool
