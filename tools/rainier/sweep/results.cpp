#include "tools/rainier/sweep/results.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "models/host/report/atomic_file.hpp"
#include "tools/rainier/csv_cell.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Whoever collects last has seen all points: one at a time.
class Lock {
 public:
  explicit Lock(const fs::path& file)
      : descriptor_(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) throw host::FileError(file, std::strerror(errno));
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Lock() { ::close(descriptor_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  return csv_cell(value.get<std::string>());
}

/// The measures of all records, in their order.
std::vector<std::string> measures_of(const std::vector<Json>& records) {
  std::vector<std::string> measures;
  std::set<std::string> known{"point", "seed", "parameters"};
  for (const Json& record : records)
    for (const auto& [key, value] : record.items())
      if (key != "error" && known.insert(key).second) measures.push_back(key);
  measures.push_back("error");
  return measures;
}

std::string csv(const SweepPlan& plan, const std::vector<Json>& records) {
  const std::vector<std::string> measures = measures_of(records);
  std::string text = "point,seed";
  for (const std::string& axis : plan.axes) text += "," + axis;
  for (const std::string& measure : measures) text += "," + measure;
  text += "\n";
  for (const Json& record : records) {
    text += cell(record["point"]) + "," + cell(record["seed"]);
    for (const std::string& axis : plan.axes) text += "," + cell(record["parameters"].value(axis, Json()));
    for (const std::string& measure : measures) text += "," + cell(record.value(measure, Json()));
    text += "\n";
  }
  return text;
}

}  // namespace

void SweepResults::create() const {
  for (const fs::path& folder : {folder_ / "points", runs(), states()}) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw host::FileError(folder, error.message());
  }
}

fs::path SweepResults::file(const SweepPoint& point) const {
  return folder_ / "points" / (point.name + ".json");
}

bool SweepResults::has(const SweepPoint& point) const {
  std::error_code error;
  return fs::exists(file(point), error);
}

std::optional<Json> SweepResults::load(const SweepPoint& point) const {
  std::ifstream stream(file(point), std::ios::binary);
  if (!stream) return std::nullopt;
  Json record = Json::parse(stream, nullptr, false);
  const bool right = record.is_object() && record.value("point", "") == point.name &&
                     record.contains("parameters") && record["parameters"].is_object();
  if (!right) throw UsageError(file(point).string() + ": expected what a sweep has written: delete it");
  return record;
}

void SweepResults::save(const SweepPoint& point, const Json& record) const {
  host::write_file(file(point), record.dump() + "\n");
}

std::size_t SweepResults::collect(const SweepPlan& plan) const {
  const Lock lock(folder_ / ".lock");
  std::vector<Json> records;
  for (const SweepPoint& point : plan.points)
    if (auto record = load(point)) records.push_back(std::move(*record));
  std::string lines;
  for (const Json& record : records) lines += record.dump() + "\n";
  host::write_file(folder_ / "results.csv", csv(plan, records));
  host::write_file(folder_ / "results.jsonl", lines);
  return records.size();
}

}  // namespace rainier::tool
