#include "sim/stats/series.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "sim/kernel/invariant.hpp"

namespace rainier {
namespace {

/// RFC 4180: a field with a comma, a quote or a line break is quoted.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace

std::size_t Series::column(std::string name, std::string unit) {
  invariant(values_.empty(), "a column was added to a series that has rows");
  columns_.push_back({std::move(name), std::move(unit)});
  return columns_.size() - 1;
}

void Series::append(std::span<const double> values) {
  invariant(values.size() == columns_.size(), "a row of a series has not one value per column");
  values_.insert(values_.end(), values.begin(), values.end());
}

std::string Series::csv() const {
  std::string text = "time [s]";
  for (const Column& column : columns_) text += ',' + field(column.name + " [" + column.unit + ']');
  text += '\n';
  for (std::size_t row = 0; row < rows(); ++row) {
    fmt::format_to(std::back_inserter(text), "{}",
                   (interval_ * static_cast<std::int64_t>(row + 1)).seconds());
    for (std::size_t i = 0; i < columns_.size(); ++i)
      fmt::format_to(std::back_inserter(text), ",{}", at(row, i));
    text += '\n';
  }
  return text;
}

void Series::write_csv(const std::filesystem::path& path) const {
  std::filesystem::path partial = path;
  partial += ".partial";
  std::ofstream file(partial, std::ios::binary | std::ios::trunc);
  file << csv();
  file.close();
  if (!file) {
    const std::error_code cause(errno, std::generic_category());
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw std::filesystem::filesystem_error("the series could not be written", path, cause);
  }
  std::filesystem::rename(partial, path);
}

}  // namespace rainier
