#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/rainier/comparison.hpp"

namespace rainier::tool {

/// A line of the reviews' table of lives and what a petabyte of them costs: a drive with a published price
/// and a published test of its SMART counter.
struct CostOfLife {
  std::string figure, name, nand;
  double user_gb = 0, raw_gb = 0;
  double price = 0;      ///< US dollars; from the published cost of a PB where it is not printed itself
  double published = 0;  ///< host TB for one percent of the counter
  std::optional<double> simulated;

  /// P/E cycles of a capacity in GB that a life of so many TB a percent comes to, without amplification.
  static double cycles(double tb_per_percent, double gb) { return tb_per_percent * 100 * 1000 / gb; }
  /// Dollars for a PB; the reviews count 1,024 TB in one.
  double cost(double tb_per_percent) const { return price / (tb_per_percent * 100 / 1024); }
};

/// All that the file of published figures says enough of, in its order; `comparisons` holds what was
/// simulated. @throws config::Error
std::vector<CostOfLife> costs_of_life(const std::filesystem::path& published,
                                      const std::vector<Comparison>& comparisons);

std::string costs_text(const std::vector<CostOfLife>& costs);

}  // namespace rainier::tool
