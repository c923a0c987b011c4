#include "tools/rainier/notes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rainier::tool {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Of the mapping units that host reads asked for.
double unmapped_share(const drive::Usage& spent) {
  const auto reads = spent.flash.operations[static_cast<std::size_t>(channel::Kind::read)]
                                           [static_cast<std::size_t>(channel::Source::host)];
  const auto& c = spent.controller;
  const auto all = static_cast<double>(reads + c.unmapped_pages + c.buffer_hits);
  return all > 0 ? static_cast<double>(c.unmapped_pages) / all : 0;
}

bool has_ramp(const SimulatedRun& run) {
  return std::any_of(run.jobs.jobs.begin(), run.jobs.jobs.end(),
                     [](const fio::Job& j) { return j.ramp_time > Time(); });
}

}  // namespace

std::vector<std::string> notes_of(const SimulatedRun& run, const RunOptions& options) {
  std::vector<std::string> notes;
  if (run.partial) notes.push_back("partial result: stopped by a signal before the jobs were done");
  if (const double share = unmapped_share(run.usage); share > 0)
    notes.push_back(
        fmt::format("{:.3g} % of reads hit pages never written: precondition the drive "
                    "(--precondition seq:128KiB:1)",
                    100 * share));
  if (!run.jobs.ignored.empty())
    notes.push_back("options that can't matter to a simulated drive were ignored: " +
                    joined(run.jobs.ignored));
  for (const fio::Job& job : run.jobs.jobs) notes.insert(notes.end(), job.remarks.begin(), job.remarks.end());
  for (const auto& leaves : {run.setup.drive.leaves, run.setup.host.leaves})
    for (const config::Leaf& leaf : leaves)
      if (leaf.overridden() && !leaf.idle.empty())
        notes.push_back(fmt::format("{} has no effect without {}", leaf.path, leaf.idle));
  if (run.setup.scale < 1)
    notes.push_back(
        fmt::format("the drive was scaled to {} of its blocks: rates hold, times to fill it and wear do not",
                    options.setup.scale));
  if (run.setup.drive.params.bridge.is_there())
    notes.push_back("maps of dies, wear and temperature are those of the first drive behind the bridge");
  if (has_ramp(run))
    notes.push_back("power, write amplification and resources are of the whole run, ramp time included");
  if (!options.series.empty() && run.usage.at.seconds() < 1e-12)
    notes.push_back("the run has no simulated time: the series is empty");
  return notes;
}

}  // namespace rainier::tool
