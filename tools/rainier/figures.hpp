#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/rainier/spec_file.hpp"

namespace rainier::tool {

enum class Relation : std::uint8_t { eq, at_least, less_than };

/// A published figure, in the unit in which it was published.
struct Figure {
  std::string id;
  std::string metric;
  double value = 0;
  std::string unit;  ///< empty for IOPS
  Relation relation = Relation::eq;
};

/// All figures of the file whose value is one number, or a number for each of several states or sizes: the
/// state then ends the id, `p300.seq_read.steady`.
/// @throws config::Error where the file is not what it should be
std::vector<Figure> load_figures(const std::filesystem::path& file);

std::string relation_name(Relation relation);
/// For the eye: `1.887 GB/s`, `785,123`.
std::string figure_number(const Figure& figure, double value);
/// `>= 500,000`
std::string published_text(const Figure& figure);

/// @throws UsageError with the nearest id
const Figure& figure_named(const std::string& id, const std::vector<Figure>& figures);

/// The figure a row names. @throws UsageError if there is none, or it is of another metric
const Figure& figure_of(const SpecRow& row, const std::vector<Figure>& figures);

/// One of the figure's unit in SI: bytes, bytes or requests a second, seconds, watts, errors for a bit.
double unit_value(const Figure& figure);

}  // namespace rainier::tool
