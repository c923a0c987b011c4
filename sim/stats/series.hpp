#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "sim/kernel/time.hpp"

namespace rainier {

/// A table of named columns with units, one row per interval of simulated time: what charts are drawn from.
class Series {
 public:
  struct Column {
    std::string name;
    std::string unit;
  };

  explicit Series(Time interval = Time(1'000'000'000'000)) : interval_(interval) {}

  /// Adds a column and returns its index; before the first row only.
  std::size_t column(std::string name, std::string unit);
  /// Ends the running interval with one value per column.
  void append(std::span<const double> values);

  Time interval() const { return interval_; }
  /// The end of the running interval: when the next row is due.
  Time due() const { return interval_ * static_cast<std::int64_t>(rows() + 1); }
  std::size_t rows() const { return columns_.empty() ? 0 : values_.size() / columns_.size(); }
  const std::vector<Column>& columns() const { return columns_; }
  double at(std::size_t row, std::size_t column) const { return values_[row * columns_.size() + column]; }

  /// A line of `name [unit]`, then one line per row that starts with the end of its interval in seconds.
  /// Numbers are the shortest that read back to the same value.
  std::string csv() const;
  /// The file appears whole or not at all. Throws std::filesystem::filesystem_error.
  void write_csv(const std::filesystem::path& path) const;

 private:
  Time interval_;
  std::vector<Column> columns_;
  std::vector<double> values_;
};

}  // namespace rainier
