#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "sim/config/nearest.hpp"
#include "tools/rainier/contains.hpp"
#include "tools/rainier/experiment_file.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/usage_error.hpp"
#include "tools/rainier/validation.hpp"

namespace rainier::tool {
namespace {

std::vector<Family> load_families(const Catalog& catalog) {
  std::vector<Family> families;
  for (const std::string& name : catalog.families())
    families.push_back(load_family(catalog.validation("families/" + name + ".yaml")));
  return families;
}

/// Keeps what can be said of the chosen drives alone.
void restrict_to(const Catalog& catalog, Family& family, const std::vector<std::string>& drives) {
  const auto chosen = [&](const std::string& drive) { return contains(drives, drive); };
  std::erase_if(family.drives, [&](const std::string& drive) { return !chosen(drive); });
  std::erase_if(family.experiments, [&](const std::string& name) {
    const std::vector<std::string> of = load_experiment(find_experiment(catalog, name)).drives;
    return std::none_of(of.begin(), of.end(), chosen);
  });
  std::erase_if(family.endurance, [&](const LifeFigure& life) { return !chosen(life.drive); });
  std::erase_if(family.pts, [&](const PtsTest& test) { return !chosen(test.drive); });
}

/// Seconds that a child takes at most, roughly: the dear ones start first.
double cost_of(const Catalog& catalog, const std::string& drive, double share) {
  SetupOptions options;
  options.drive = drive;
  const controller::DriveConfig params = load_setup(catalog, options).drive.params;
  return share * static_cast<double>(params.raw_bytes() * params.bridge.members) / 1e9;
}

class Planner {
 public:
  Planner(const Catalog& catalog, bool quick, const std::string& seed) : catalog_(catalog) {
    common_ = {"--seed", seed};
    for (const auto& root : catalog.roots()) roots_.push_back(root.string());
    if (quick) quick_ = {"--quick"};
  }

  void add(const Family& family) {
    for (const std::string& drive : family.drives)
      if (!catalog_.validation("specs/" + drive + ".yaml").empty())
        add("spec-" + drive, drive, {"spec", drive}, 1.0, true);
    for (const std::string& name : family.experiments) {
      const std::vector<std::string> of = load_experiment(find_experiment(catalog_, name)).drives;
      const auto drive =
          std::find_if(of.begin(), of.end(), [&](const auto& d) { return contains(family.drives, d); });
      add(name, *drive, {"experiment", name, "--drive", *drive}, 1.5, true);
    }
    for (const LifeFigure& life : family.endurance) add_life(family, life);
    for (const PtsTest& test : family.pts) {
      std::vector<std::string> arguments{"pts",
                                         test.drive,
                                         "iops",
                                         "--qd",
                                         std::to_string(test.qd),
                                         "--precondition",
                                         test.precondition,
                                         "--after",
                                         std::to_string(test.after)};
      if (!quick_.empty())
        arguments.insert(arguments.end(), {"--cell", "2s", "--sample", "20ms", "--rounds", "3"});
      add(pts_name(test), test.drive, std::move(arguments), 2.0, false);
    }
  }

  std::vector<Task> tasks() { return std::move(tasks_); }

 private:
  /// A life is extrapolated from a hundred capacities in a quick run, but for what comes out at its end
  /// alone; under a workload with zones, which takes longer, from three hundred in any.
  void add_life(const Family& family, const LifeFigure& life) {
    const bool whole =
        quick_.empty() ||
        std::any_of(family.endurance.begin(), family.endurance.end(), [&](const LifeFigure& other) {
          return life_name(other) == life_name(life) && other.measure == LifeFigure::Value::uber;
        });
    std::vector<std::string> arguments{"endurance", life.drive, "--workload", life.workload};
    SetupOptions options;
    options.drive = life.drive;
    const std::uint64_t capacity = load_setup(catalog_, options).drive.params.host_bytes();
    const bool zoned = life.workload == "jesd219";
    const std::uint64_t capacities = quick_.empty() ? 300 : 100;
    if (!whole || zoned)
      arguments.insert(arguments.end(), {"--until", fmt::format("{}B", capacities * capacity)});
    add(life_name(life), life.drive, std::move(arguments), zoned ? 8.0 : whole ? 0.5 : 0.1, false);
  }

  void add(const std::string& name, const std::string& drive, std::vector<std::string> arguments, double cost,
           bool takes_quick) {
    if (!names_.insert(name).second) return;
    arguments.insert(arguments.end(), common_.begin(), common_.end());
    if (takes_quick) arguments.insert(arguments.end(), quick_.begin(), quick_.end());
    if (!roots_.empty()) arguments.insert(arguments.end(), {"--configs", roots_.front()});
    tasks_.push_back({name, std::move(arguments), drive, cost_of(catalog_, drive, cost)});
  }

  const Catalog& catalog_;
  std::vector<std::string> common_, quick_, roots_;
  std::set<std::string> names_;
  std::vector<Task> tasks_;
};

/// The cells of a SNIA test as points of the sweep `cells`.
void as_points(nlohmann::ordered_json& json) {
  json["points"] = json["cells"];
  for (auto& point : json["points"]) point["sweep"] = "cells";
}

}  // namespace

Plan plan_of(const Catalog& catalog, const std::vector<std::string>& drives, bool quick,
             const std::string& seed) {
  Plan plan;
  plan.families = load_families(catalog);
  std::vector<std::string> known;
  for (const Family& family : plan.families)
    known.insert(known.end(), family.drives.begin(), family.drives.end());
  for (const std::string& drive : drives)
    if (!contains(known, drive))
      throw UsageError("no family in validation/families/ has a drive " + config::in_quotes(drive) +
                       config::did_you_mean(config::nearest(drive, known)));
  plan.all = drives.empty();
  if (plan.all && quick) std::erase_if(plan.families, [](const Family& family) { return family.comparison; });
  if (!plan.all)
    for (Family& family : plan.families) restrict_to(catalog, family, drives);
  std::erase_if(plan.families, [](const Family& family) { return family.drives.empty(); });
  if (plan.families.empty()) throw UsageError("nothing to validate: validation/families/ holds no family");
  const auto figures = catalog.validation("published/figures.yaml");
  plan.figures = load_figures(figures);
  plan.published = load_published(figures);
  Planner planner(catalog, quick, seed);
  for (const Family& family : plan.families) planner.add(family);
  plan.tasks = planner.tasks();
  return plan;
}

Results read_results(const std::vector<Task>& tasks, const std::filesystem::path& folder) {
  Results results;
  for (const Task& task : tasks) {
    std::ifstream stream(folder / (task.name + ".json"));
    if (!stream) continue;
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(stream, nullptr, false);
    if (json.is_discarded()) continue;
    if (json.contains("test") && json.contains("cells")) as_points(json);
    results[task.name] = std::move(json);
  }
  return results;
}

}  // namespace rainier::tool
