#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "tools/rainier/sweep/plan.hpp"

namespace rainier::tool {

/// What of a sweep has been run: a file a point, which is there whole or not at all, and the tables made of
/// them. Any number of processes may work on one folder.
class SweepResults {
 public:
  explicit SweepResults(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path runs() const { return folder_ / "runs"; }
  std::filesystem::path states() const { return folder_ / "snapshots"; }
  void create() const;  ///< @throws host::FileError

  bool has(const SweepPoint& point) const;
  /// None if the point has not been run. @throws UsageError where the file is no such record
  std::optional<nlohmann::ordered_json> load(const SweepPoint& point) const;
  void save(const SweepPoint& point, const nlohmann::ordered_json& record) const;

  /// Writes results.csv and results.jsonl with all points that have been run, in the order of the plan: the
  /// same bytes however they were shared out. How many they are.
  std::size_t collect(const SweepPlan& plan) const;

 private:
  std::filesystem::path file(const SweepPoint& point) const;

  std::filesystem::path folder_;
};

}  // namespace rainier::tool
