#include "tools/rainier/sweep/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "models/drive/recipe.hpp"
#include "sim/config/quantity.hpp"
#include "sim/random/fnv.hpp"
#include "sim/random/philox.hpp"
#include "tools/rainier/jobs.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;
constexpr std::string_view job_prefix = "job.";

/// `15W` as 15 and `W`.
std::pair<double, std::string> number_and_unit(const SweepFile& file, const SweptRange& range,
                                               const SweptValue& value) {
  char* end = nullptr;
  const double number = std::strtod(value.text.c_str(), &end);
  if (end == value.text.c_str() || !std::isfinite(number))
    throw config::Error(
        {file.path.string(), value.line}, range.path,
        fmt::format("expected a number with its unit (got {})", config::in_quotes(value.text)));
  return {number, end};
}

/// What is wrong with a value, without the place on a command line where `rainier run` would have had it.
std::string without_argument(const std::string& line) {
  const bool argument = line.starts_with("--") || line.starts_with("command line: ");
  const std::size_t end = line.find(": ");
  return argument && end != std::string::npos ? line.substr(end + 2) : line;
}

/// Knows the values that a parameter may take, and how a configuration is named.
class Checker {
 public:
  Checker(const Catalog& catalog, const SweepFile& file) : catalog_(catalog), file_(file) {}

  /// The value as its parameter writes it, if it may have it. @throws config::Error with the file's line
  std::string checked(const std::string& path, const SweptValue& value) {
    const auto [at, is_new] = known_.try_emplace({path, value.text});
    if (is_new) at->second = load(path, value);
    return at->second;
  }

  /// What all points have in common.
  void check_base() {
    SetupOptions options = setup_of(file_, {});
    const Setup base = load_setup(catalog_, options);
    jobs(file_.job, 0, "job");
    static_cast<void>(drive::parse_recipe(file_.precondition));
    std::string common =
        fmt::format("{} {} {} {}", RAINIER_VERSION, file_.precondition, file_.scale, file_.workload);
    for (const std::string& option : file_.job) common += "\n" + option;
    for (const auto* leaves : {&base.drive.leaves, &base.host.leaves})
      for (const config::Leaf& leaf : *leaves) common += "\n" + leaf.path + "=" + leaf.value;
    common_ = fnv1a(common);
  }

  std::string name(const SweepPoint& point) const {
    Parameters sorted = point.parameters;
    std::sort(sorted.begin(), sorted.end());
    std::string text = fmt::format("\nseed {}", point.seed);
    for (const auto& [path, value] : sorted) text += fmt::format("\n{}={}", path, value);
    return fmt::format("{:016x}", fnv1a(text, common_));
  }

 private:
  std::string load(const std::string& path, const SweptValue& value) {
    const auto refuse = [&](const std::string& why) {
      throw config::Error({file_.path.string(), value.line}, "", why);
    };
    if (path.starts_with(job_prefix)) {
      jobs({path.substr(job_prefix.size()) + "=" + value.text}, value.line, path);
      return value.text;
    }
    SweepPoint point;
    point.parameters = {{path, value.text}};
    try {
      const Setup setup = load_setup(catalog_, setup_of(file_, point), Rules::unchecked);
      const bool of_host = path.starts_with("host.");
      const std::string leaf_path = of_host ? path.substr(5) : path;
      for (const config::Leaf& leaf : of_host ? setup.host.leaves : setup.drive.leaves)
        if (leaf.path == leaf_path) return leaf.value;
    } catch (const UsageError& error) {
      refuse(without_argument(error.what()));
    } catch (const config::Error& error) {
      refuse(without_argument(error.what()));
    }
    return value.text;
  }

  /// The job with these options on top of its own.
  void jobs(const std::vector<std::string>& options, int line, const std::string& key) const {
    try {
      std::vector<std::string> all = file_.job;
      if (key != "job") all.insert(all.end(), options.begin(), options.end());
      if (!file_.workload.empty() && key != "job")
        throw UsageError("only the options of job can be swept, not those of a workload");
      static_cast<void>(read_jobs(
          catalog_, file_.workload.empty() ? std::vector<std::string>{} : std::vector{file_.workload}, all));
    } catch (const std::exception& error) {
      throw config::Error({file_.path.string(), line}, "", without_argument(error.what()));
    }
  }

  const Catalog& catalog_;
  const SweepFile& file_;
  std::map<std::pair<std::string, std::string>, std::string> known_;
  std::uint64_t common_ = 0;  ///< hash of what all points have in common
};

/// Every combination of the axes' values, the last axis changing fastest.
std::vector<Parameters> combinations(Checker& checker, const std::vector<Axis>& axes) {
  std::vector<Parameters> all{{}};
  for (const Axis& axis : axes) {
    std::vector<Parameters> longer;
    for (const Parameters& before : all)
      for (const SweptValue& value : axis.values) {
        longer.push_back(before);
        longer.back().emplace_back(axis.path, checker.checked(axis.path, value));
      }
    all = std::move(longer);
  }
  return all;
}

/// Every parameter's range in as many strata as there are points, each stratum once (McKay, Beckman and
/// Conover, Technometrics 1979); values with four digits, or whole where both ends are.
std::vector<Parameters> latin_hypercube(Checker& checker, const SweepFile& file) {
  std::vector<Parameters> points(file.samples);
  for (const SweptRange& range : file.ranges) {
    const auto [from, unit] = number_and_unit(file, range, range.from);
    const auto [to, other] = number_and_unit(file, range, range.to);
    if (unit != other || !(from < to) || (range.logarithmic && from <= 0))
      throw config::Error({file.path.string(), range.line}, range.path,
                          "expected two values of one unit, the second above the first, and both above 0 "
                          "if they go by their logarithm");
    checker.checked(range.path, range.from);
    checker.checked(range.path, range.to);
    const bool whole = std::floor(from) == from && std::floor(to) == to && unit.empty();
    Philox random(file.seeds.front(), "sweep." + range.path);
    std::vector<std::uint64_t> stratum(file.samples);
    std::iota(stratum.begin(), stratum.end(), 0);
    for (std::size_t i = stratum.size(); i > 1; --i) std::swap(stratum[i - 1], stratum[random.below(i)]);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double share =
          (static_cast<double>(stratum[i]) + random.unit()) / static_cast<double>(file.samples);
      const double value = range.logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share;
      points[i].emplace_back(range.path,
                             whole ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}{}", value, unit));
    }
  }
  return points;
}

}  // namespace

SetupOptions setup_of(const SweepFile& file, const SweepPoint& point) {
  SetupOptions options;
  options.drive = file.drive;
  options.host = file.host;
  options.scale = file.scale;
  options.overrides = file.set;
  for (const auto& [path, value] : point.parameters) {
    if (path == "drive")
      options.drive = value;
    else if (path == "host")
      options.host = value;
    else if (!path.starts_with(job_prefix))
      options.overrides.push_back(path + "=" + value);
  }
  return options;
}

std::vector<std::string> run_arguments(const SweepFile& file, const SweepPoint& point) {
  const SetupOptions setup = setup_of(file, point);
  std::vector<std::string> arguments{"run",
                                     "--drive",
                                     setup.drive,
                                     "--host",
                                     setup.host,
                                     "--scale",
                                     setup.scale,
                                     "--precondition",
                                     file.precondition,
                                     "--seed",
                                     std::to_string(point.seed)};
  for (const std::string& override : setup.overrides) arguments.insert(arguments.end(), {"--set", override});
  if (!file.workload.empty()) arguments.push_back(file.workload);
  std::vector<std::string> job = file.job;
  for (const auto& [path, value] : point.parameters)
    if (path.starts_with(job_prefix)) {
      const std::string option = path.substr(job_prefix.size()) + "=";
      std::erase_if(job, [&](const std::string& other) { return other.starts_with(option); });
      job.push_back(option + value);
    }
  for (const std::string& option : job) arguments.push_back("--" + option);
  return arguments;
}

SweepPlan plan_sweep(const Catalog& catalog, const SweepFile& file) {
  Checker checker(catalog, file);
  checker.check_base();
  std::vector<Parameters> points;
  if (!file.grid.empty()) points = combinations(checker, file.grid);
  for (const std::vector<Axis>& one : file.list)
    for (Parameters& point : combinations(checker, one)) points.push_back(std::move(point));
  if (file.samples > 0)
    for (Parameters& point : latin_hypercube(checker, file)) points.push_back(std::move(point));

  SweepPlan plan{file, {}, {}};
  std::set<std::string> names, axes;
  for (const Parameters& parameters : points) {
    for (const auto& [path, value] : parameters)
      if (axes.insert(path).second) plan.axes.push_back(path);
    for (const std::uint64_t seed : file.seeds) {
      SweepPoint point{"", seed, parameters};
      point.name = checker.name(point);
      if (names.insert(point.name).second) plan.points.push_back(std::move(point));
    }
  }
  return plan;
}

}  // namespace rainier::tool
