#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "tools/rainier/verdict.hpp"

namespace rainier::tool {

/// A published figure beside what was simulated for it.
struct Comparison {
  Figure figure;
  std::string drive;                 ///< preset
  std::string source;                ///< of the simulated value: `spec: seq_read`, `tom-p320h: video`
  std::optional<double> simulated;   ///< in the figure's unit; none: not measured
  std::optional<double> half_width;  ///< of 95 % confidence
  bool calibrated = false, counted = true;
  double known_gap = 0;  ///< error that is reported, with a hypothesis, and fails nothing
  Verdict verdict;
  std::string host, job, limited_by, note;

  bool passes() const { return simulated && verdict.pass; }
  /// Within its band, or outside by no more than is known.
  bool acceptable() const { return passes() || (simulated && std::abs(verdict.error) <= known_gap); }
};

/// What a set of comparisons amounts to. Several rows of one figure are one figure: its worst row counts.
struct Score {
  std::size_t figures = 0, within = 0;  ///< that count, and that lie within their band
  std::size_t predictions = 0;          ///< of them, values (not limits) measured that calibrated nothing
  double mean_error = 0;                ///< of the predictions, as a share
  std::vector<std::string> outside;     ///< ids
};
Score score_of(const std::vector<Comparison>& comparisons);

inline constexpr double mean_limit = 0.05;  ///< over the figures of all families

}  // namespace rainier::tool
