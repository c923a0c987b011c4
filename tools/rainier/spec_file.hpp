#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/describe.hpp"

namespace rainier::tool {

enum class Measure : std::uint8_t {
  iops,
  throughput,
  latency_mean,
  latency_min,
  latency_max,
  power_mean,
  power_rms,
  power_peak
};

/// One line of a spec table: a published figure and how it is measured here.
struct SpecRow {
  std::string id;
  std::string figure;  ///< id in validation/published/figures.yaml
  Measure measure = Measure::iops;
  std::string precondition;  ///< recipe: what is written before
  std::string host = "linux-fio";
  std::vector<std::string> job;    ///< options of a fio job; none: the drive is left alone
  Time window{1'000'000'000'000};  ///< simulated time that is measured
  bool counted = true;             ///< false: shown, but in no verdict
  std::string note;
};

struct SpecFile {
  double predicted_within = 0.10;  ///< error that passes for a prediction of this drive
  std::vector<SpecRow> rows;
};

/// The field `measure`.
void describe_measure(config::Schema& schema, Measure& measure);
void describe(config::Schema& schema, SpecRow& row);
void describe(config::Schema& schema, SpecFile& file);

/// @throws config::Error
SpecFile load_spec(const std::filesystem::path& file);

}  // namespace rainier::tool
