#include <fmt/format.h>

#include <algorithm>

#include "models/host/report/summary.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/limit.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/simulated_run.hpp"
#include "tools/rainier/stage_names.hpp"
#include "tools/rainier/table.hpp"
namespace rainier::tool {
namespace {

std::string bar(double share) {
  constexpr std::size_t width = 30;
  const auto full = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * width + 0.5);
  return std::string(full, '#') + std::string(width - full, '.');
}

Time total(const host::StageTimes& times) {
  Time sum;
  for (const Time stage : times.sum) sum += stage;
  return sum;
}

/// A mean hides a hot spot: the one die and the one channel that worked most.
void add_hot_spots(std::vector<Resource>& resources, const SimulatedRun& run) {
  const channel::FlashArray& flash = run.simulation->controller().flash();
  Time die, bus;
  for (std::uint32_t i = 0; i < flash.dies(); ++i) die = std::max(die, flash.die_busy(i));
  for (std::uint32_t i = 0; i < flash.channels(); ++i) bus = std::max(bus, flash.bus_busy(i));
  const double seconds = std::max(run.usage.seconds(), 1e-12);
  const auto after = [&](const char* key, Resource spot) {
    const auto at =
        std::find_if(resources.begin(), resources.end(), [&](const Resource& r) { return r.key == key; });
    resources.insert(at + 1, std::move(spot));
  };
  after("dies", {"busiest_die", "the busiest die", die.seconds() / seconds, ""});
  after("channels", {"busiest_channel", "the busiest channel", bus.seconds() / seconds, ""});
}

std::string resource_table(const std::vector<Resource>& resources) {
  std::vector<std::vector<std::string>> lines;
  for (const Resource& r : resources)
    lines.push_back({r.name, bar(r.share), fmt::format("{:.1f} %", 100 * r.share), r.note});
  return aligned(lines, "<<><");
}

std::string stage_table(const char* direction, const host::StageTimes& times) {
  if (times.requests == 0) return "";
  const double count = static_cast<double>(times.requests), all = total(times).us() / count;
  std::vector<std::vector<std::string>> lines;
  for (std::size_t i = 0; i < controller::stages; ++i) {
    const double mean = times.sum[i].us() / count;
    lines.push_back({stage_names[i], bar(mean / all), fmt::format("{:.3f} us", mean),
                     fmt::format("{:.1f} %", 100 * mean / all)});
  }
  return fmt::format("\nWhere the time of a {} goes (mean {:.3f} us)\n", direction, all) +
         aligned(lines, "<<>>");
}

Load load_of_run(const SimulatedRun& run) {
  host::StageTimes all;
  for (std::size_t d = 0; d < direction_names.size(); ++d) {
    const host::StageTimes one = run.simulation->workers().stages(d);
    for (std::size_t i = 0; i < all.sum.size(); ++i) all.sum[i] += one.sum[i];
    all.requests += one.requests;
  }
  return load_of(all, run.usage, asked_outstanding(run.jobs.jobs));
}

std::string programs_line(const controller::Controller& drive, const drive::Usage& spent) {
  const ftl::Counters& c = spent.ftl;
  const auto all = static_cast<double>(c.host_writes + c.copies + c.parity);
  if (all == 0) return "";
  return fmt::format(
      "\nOf the pages programmed {:.1f} % are the host's, {:.1f} % copies of GC, {:.1f} % parity: "
      "write amplification {:.3f}, with parity {:.3f}\n",
      100 * static_cast<double>(c.host_writes) / all, 100 * static_cast<double>(c.copies) / all,
      100 * static_cast<double>(c.parity) / all, c.write_amplification(),
      programs_per_host_page(drive, spent));
}

}  // namespace

std::string explanation(const SimulatedRun& run) {
  std::vector<Resource> resources = resources_of(*run.simulation, run.usage);
  add_hot_spots(resources, run);
  std::string text = host::summary(run.report) + "\nHow busy everything is\n" + resource_table(resources);
  for (std::size_t d = 0; d < direction_names.size(); ++d)
    text += stage_table(direction_names[d], run.simulation->workers().stages(d));
  text += programs_line(run.simulation->controller(), run.usage);
  return text + "\n" + limit_sentence(resources, load_of_run(run)) + "\n";
}

int explain(const RunOptions& options) {
  const SimulatedRun run = simulate(options);
  std::string text = explanation(run);
  for (const std::string& note : run.notes) text += "note: " + note + "\n";
  if (options.json != "-") print(text);
  write_results(run, options);
  return exit_status(run);
}

}  // namespace rainier::tool
