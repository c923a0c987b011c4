#include <algorithm>
#include <set>

#include "tools/rainier/experiment_file.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/usage_error.hpp"
#include "tools/rainier/validation.hpp"

namespace rainier::tool {
namespace {

std::string drive_key(const std::string& id) { return id.substr(0, id.find('.')); }

/// Everything published about the drives that the family speaks of has to be somewhere in its files.
std::vector<std::string> uncovered(const Plan& plan, const FamilyResult& result) {
  std::set<std::string> covered, drives;
  const auto add = [&](const std::string& id) {
    covered.insert(id);
    drives.insert(drive_key(id));
  };
  for (const Comparison& c : result.comparisons) add(c.figure.id);
  for (const OrderingResult& o : result.orderings) add(o.id);
  for (const Remark& r : result.family.not_checked) add(r.id);
  std::vector<std::string> rest;
  for (const PublishedEntry& entry : plan.published)
    if (drives.contains(entry.drive) && !covered.contains(entry.id)) rest.push_back(entry.id);
  return rest;
}

}  // namespace

std::vector<std::string> hosts_of(const Catalog& catalog, const Family& family) {
  std::set<std::string> hosts;
  for (const std::string& drive : family.drives)
    if (const auto file = catalog.validation("specs/" + drive + ".yaml"); !file.empty())
      for (const SpecRow& row : load_spec(file).rows) hosts.insert(row.host);
  for (const std::string& name : family.experiments) {
    const Experiment experiment = load_experiment(find_experiment(catalog, name));
    hosts.insert(experiment.host);
    for (const Phase& phase : experiment.phases)
      for (const Sweep& sweep : phase.measure)
        if (!sweep.host.empty()) hosts.insert(sweep.host);
  }
  return {hosts.begin(), hosts.end()};
}

std::vector<Constant> constants_of(const Catalog& catalog, const Family& family) {
  std::vector<Constant> all;
  for (const std::string& drive : family.drives) {
    SetupOptions options;
    options.drive = drive;
    add_constants(all, constants_of(load_setup(catalog, options).drive.leaves, drive, ""));
  }
  for (const std::string& host : hosts_of(catalog, family))
    add_constants(all, constants_of(load_host(catalog, host).leaves, host, "host."));
  std::stable_partition(all.begin(), all.end(), [](const Constant& c) { return c.calibrated; });
  return all;
}

FamilyResult compare(const Catalog& catalog, const Plan& plan, const Family& family, const Results& results) {
  FamilyResult result;
  result.family = family;
  result.comparisons = comparisons_of(catalog, plan, family, results, result.streams);
  result.orderings = orderings_of(plan, family, results);
  result.constants = constants_of(catalog, family);
  for (const Remark& remark : family.not_checked)
    for (const PublishedEntry& entry : plan.published)
      if (entry.id == remark.id && entry.claim.empty()) result.not_checked.push_back(remark);
  if (plan.all) result.uncovered = uncovered(plan, result);
  return result;
}

}  // namespace rainier::tool
