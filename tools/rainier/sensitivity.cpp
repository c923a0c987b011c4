#include "tools/rainier/sensitivity.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "tools/rainier/contains.hpp"
#include "tools/rainier/setup.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr double step = 0.10;
constexpr std::string_view host_prefix = "host.";

/// One child: a drive's spec table with one constant moved; the first of each drive moves none.
struct Trial {
  std::size_t shift = 0;
  std::string drive;
  bool base = false;
  std::string name;
  std::string experiment = {};  ///< of which points are measured instead
};

struct Moves {
  std::vector<Shift> shifts;
  std::vector<Trial> trials;
  std::vector<Task> tasks;
};

class Mover {
 public:
  Mover(const Catalog& catalog, const FamilyResult& family, const std::string& seed)
      : catalog_(catalog), family_(family), seed_(seed) {
    for (const std::string& drive : family.family.drives)
      if (!catalog.validation("specs/" + drive + ".yaml").empty()) drives_.push_back(drive);
    probes_ = probes_of(catalog, family.family);
  }

  Moves run() {
    for (const std::string& drive : drives_) add({0, drive, true, "base-" + drive}, {});
    for (const Probe& probe : probes_) add(probe, {0, probe.drive, true, "base-" + probe.experiment}, {});
    std::set<std::string> seen;
    for (const Constant& constant : family_.constants) {
      const bool of_host = constant.path.starts_with(host_prefix);
      if (!seen.insert(constant.path + (of_host ? "=" + constant.value : "")).second) continue;
      move(constant, true);
      if (constant.calibrated) move(constant, false);
    }
    return std::move(moves_);
  }

 private:
  const config::Leaf* leaf_of(const std::vector<config::Leaf>& leaves, const std::string& path) {
    for (const config::Leaf& leaf : leaves)
      if (leaf.path == path) return &leaf;
    return nullptr;
  }

  /// What --set is given, from the value that this drive or its host has.
  std::string override_of(const Constant& constant, const std::string& drive, double factor) {
    SetupOptions options;
    options.drive = drive;
    const bool of_host = constant.path.starts_with(host_prefix);
    const config::Leaf* leaf = nullptr;
    const auto leaves =
        of_host ? load_host(catalog_, constant.owner).leaves : load_setup(catalog_, options).drive.leaves;
    leaf = leaf_of(leaves, of_host ? constant.path.substr(host_prefix.size()) : constant.path);
    return leaf == nullptr ? "" : constant.path + "=" + moved(*leaf, factor);
  }

  std::vector<std::string> hosts_with(const Constant& constant) {
    std::vector<std::string> hosts;
    for (const std::string& host : hosts_of(catalog_, family_.family)) {
      const auto leaves = load_host(catalog_, host).leaves;
      const config::Leaf* leaf = leaf_of(leaves, constant.path.substr(host_prefix.size()));
      if (leaf != nullptr && leaf->value == constant.value) hosts.push_back(host);
    }
    return hosts;
  }

  /// A drive that is small already is not scaled.
  std::string scale_of(const std::string& drive) {
    SetupOptions options;
    options.drive = drive;
    return load_setup(catalog_, options).drive.params.nand.blocks_per_plane >= 512 ? "1/16" : "1";
  }

  void move(const Constant& constant, bool up) {
    const std::size_t index = moves_.shifts.size();
    Shift shift;
    shift.path = constant.path;
    shift.from = constant.value;
    shift.calibrated = constant.calibrated;
    shift.up = up;
    if (constant.path.starts_with(host_prefix)) shift.hosts = hosts_with(constant);
    for (const std::string& drive : drives_) {
      if (!constant.calibrated && drive != drives_.front()) continue;
      const std::string set = override_of(constant, drive, up ? 1 + step : 1 - step);
      if (set.empty()) continue;
      if (shift.to.empty()) shift.to = set.substr(constant.path.size() + 1);
      add({index, drive, false, fmt::format("shift-{}-{}", index, drive)}, {"--set", set});
    }
    if (constant.calibrated)
      for (const Probe& probe : probes_) {
        const bool of_host = !shift.hosts.empty();
        if (of_host ? !contains(shift.hosts, probe.host) : !contains(drives_, probe.drive)) continue;
        const std::string set = override_of(constant, probe.drive, up ? 1 + step : 1 - step);
        if (set.empty()) continue;
        add(probe, {index, probe.drive, false, fmt::format("shift-{}-{}", index, probe.experiment)},
            {"--set", set});
      }
    moves_.shifts.push_back(std::move(shift));
  }

  void add(Trial trial, const std::vector<std::string>& set) {
    std::vector<std::string> arguments{"spec", trial.drive, "--relative"};
    add(std::move(trial), std::move(arguments), set);
  }
  void add(const Probe& probe, Trial trial, const std::vector<std::string>& set) {
    std::vector<std::string> arguments{"experiment", probe.experiment, "--drive", probe.drive};
    for (const std::string& point : probe.points) arguments.insert(arguments.end(), {"--only", point});
    trial.experiment = probe.experiment;
    add(std::move(trial), std::move(arguments), set);
  }
  void add(Trial trial, std::vector<std::string> arguments, const std::vector<std::string>& set) {
    arguments.insert(arguments.end(), {"--scale", scale_of(trial.drive), "--quick", "--seed", seed_});
    arguments.insert(arguments.end(), set.begin(), set.end());
    if (!catalog_.roots().empty())
      arguments.insert(arguments.end(), {"--configs", catalog_.roots().front().string()});
    moves_.tasks.push_back({trial.name, std::move(arguments), trial.drive, 1});
    moves_.trials.push_back(std::move(trial));
  }

  const Catalog& catalog_;
  const FamilyResult& family_;
  const std::string& seed_;
  std::vector<std::string> drives_;
  std::vector<Probe> probes_;
  Moves moves_;
};

/// --set moves the constant in every host; one that has another value is none of this shift's business.
bool applies(const Shift& shift, const std::string& host) {
  return shift.hosts.empty() || contains(shift.hosts, host);
}

void add_rows(Shift& shift, const std::string& drive, const Json& base, const Json& with) {
  for (const Json& row : with["rows"])
    for (const Json& before : base["rows"])
      if (row["id"] == before["id"] && applies(shift, row["host"]) && before["simulated"].get<double>() != 0)
        shift.rows.push_back({row["figure"], row["id"], drive,
                              row["simulated"].get<double>() / before["simulated"].get<double>() - 1});
}

std::string name_of(const Shift& shift) { return shift.path + "=" + shift.from; }

std::set<std::string> figures_moved(const std::vector<Shift>& shifts, const std::string& name) {
  std::set<std::string> figures;
  for (const Shift& shift : shifts) {
    if (name_of(shift) != name) continue;
    for (const Shift::Row& row : shift.rows)
      if (std::abs(row.change) >= noticeable) figures.insert(row.figure);
    for (const RatioChange& ratio : shift.orderings)
      if (is_noticeable(ratio)) figures.insert(ratio.ordering);
  }
  return figures;
}

void judge(Sensitivity& result) {
  std::set<std::string> seen;
  for (const Shift& shift : result.shifts) {
    const std::string name = name_of(shift);
    if (!seen.insert(name).second) continue;
    const std::size_t moved = figures_moved(result.shifts, name).size();
    if (shift.calibrated && moved == 1) result.fudges.push_back(name);
    if (!shift.calibrated && moved > 0) result.movers.push_back(name);
  }
}

}  // namespace

void clear_shared(std::vector<Sensitivity>& families) {
  for (Sensitivity& family : families)
    std::erase_if(family.fudges, [&](const std::string& name) {
      std::set<std::string> figures;
      for (const Sensitivity& any : families) figures.merge(figures_moved(any.shifts, name));
      return figures.size() > 1;
    });
}

Sensitivity sensitivity_of(const Catalog& catalog, const FamilyResult& family, const std::string& seed,
                           const std::filesystem::path& folder, unsigned processes,
                           const std::function<void(std::size_t, std::size_t)>& progress) {
  Moves moves = Mover(catalog, family, seed).run();
  const std::vector<Outcome> outcomes = run_tasks(moves.tasks, folder, processes, progress);
  const Results results = read_results(moves.tasks, folder);
  Sensitivity result{family.family.name, std::move(moves.shifts), {}, {}, false};
  Results probes;
  std::map<std::size_t, Results> moved_probes;  // by shift
  for (const Trial& trial : moves.trials)
    if (const auto at = results.find(trial.name); !trial.experiment.empty() && at != results.end())
      (trial.base ? probes : moved_probes[trial.shift])[trial.experiment] = at->second;
  for (const auto& [shift, with] : moved_probes)
    result.shifts[shift].orderings = ratio_changes(family.family, probes, with);
  for (std::size_t i = 0; i < moves.trials.size(); ++i) {
    const Trial& trial = moves.trials[i];
    if (outcomes[i].status != 0 && outcomes[i].status != 2) result.partial = true;
    if (trial.base || !trial.experiment.empty()) continue;
    Shift& shift = result.shifts[trial.shift];
    const auto base = results.find("base-" + trial.drive), with = results.find(trial.name);
    if (base != results.end() && with != results.end())
      add_rows(shift, trial.drive, base->second, with->second);
    else
      shift.refused = outcomes[i].error;
  }
  for (const Task& task : moves.tasks) std::filesystem::remove(folder / (task.name + ".json"));
  judge(result);
  return result;
}

}  // namespace rainier::tool
