#include <fmt/format.h>

#include <algorithm>

#include "sim/config/quantity.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/pts/report.hpp"
#include "tools/rainier/pts/sampler.hpp"
#include "tools/rainier/table.hpp"

namespace rainier::pts {
namespace {

using Lines = std::vector<std::vector<std::string>>;
using tool::grouped;

std::string with_share(const std::string& value, const Interval& interval) {
  if (interval.mean == 0) return value;
  return fmt::format("{} +-{:.1f}%", value, 100 * interval.half_width / interval.mean);
}

std::string iops(const Average& a) { return with_share(grouped(a.iops.mean), a.iops); }
std::string megabytes(const Average& a) {
  return with_share(fmt::format("{:.1f}", a.throughput.mean / 1e6), a.throughput);
}
std::string mean_us(const Average& a) {
  return with_share(fmt::format("{:.1f}", a.latency.mean * 1e6), a.latency);
}
std::string max_us(const Average& a) { return fmt::format("{:.1f}", a.latency_max * 1e6); }

std::string tracked_value(Metric metric, double value) {
  if (metric == Metric::iops) return grouped(value);
  return fmt::format("{:.1f}", metric == Metric::throughput ? value / 1e6 : value * 1e6);
}

const char* unit(Metric metric) {
  return metric == Metric::iops ? "IOPS" : metric == Metric::throughput ? "MB/s" : "us, mean latency";
}

/// Block sizes down, mixes across, smallest block and most reads first.
template <class Show>
std::string matrix(const std::string& title, const Result& result, Show show) {
  std::vector<std::uint64_t> blocks;
  std::vector<std::uint32_t> reads;
  for (const PartResult& part : result.parts)
    for (const Average& a : part.cells) {
      const Cell& cell = part.part.cells[a.cell];
      if (std::find(blocks.begin(), blocks.end(), cell.block_bytes) == blocks.end())
        blocks.push_back(cell.block_bytes);
      if (std::find(reads.begin(), reads.end(), cell.read_percent) == reads.end())
        reads.push_back(cell.read_percent);
    }
  if (blocks.empty()) return {};
  std::sort(blocks.begin(), blocks.end());
  std::sort(reads.rbegin(), reads.rend());
  Lines lines{{"block \\ reads"}};
  for (const std::uint32_t percent : reads) lines.front().push_back(fmt::format("{} %", percent));
  for (const std::uint64_t block : blocks) {
    lines.push_back({config::format_bytes(block)});
    lines.back().resize(1 + reads.size(), "-");
    for (const PartResult& part : result.parts)
      for (const Average& a : part.cells) {
        const Cell& cell = part.part.cells[a.cell];
        if (cell.block_bytes != block) continue;
        const auto column = std::find(reads.begin(), reads.end(), cell.read_percent) - reads.begin();
        lines.back()[static_cast<std::size_t>(column) + 1] = show(a);
      }
  }
  return title + "\n" + tool::aligned(lines, "<" + std::string(reads.size(), '>'));
}

/// A dozen rounds over the whole test, the first and the last among them.
std::string saturation(const PartResult& part, Time cell) {
  if (part.rounds.empty()) return {};
  Lines lines{{"minutes", "drive writes", "IOPS", "mean [us]", "max [us]", "write amplification"}};
  constexpr std::size_t shown = 12;
  const std::size_t rounds = part.rounds.size();
  for (std::size_t i = 0; i < std::min(shown, rounds); ++i) {
    const std::size_t r = rounds <= shown ? i : i * (rounds - 1) / (shown - 1);
    const Round& round = part.rounds[r];
    if (round.cells.empty()) continue;
    const CellResult& c = round.cells.front();
    lines.push_back({fmt::format("{:.3g}", static_cast<double>(r + 1) * cell.seconds() / 60),
                     fmt::format("{:.3f}", round.drive_writes), with_share(grouped(c.iops.mean), c.iops),
                     fmt::format("{:.1f}", c.latency.mean * 1e6), fmt::format("{:.1f}", c.latency_max * 1e6),
                     fmt::format("{:.3f}", c.write_amplification)});
  }
  return "Random 4 KiB writes\n" + tool::aligned(lines, ">>>>>>");
}

std::string averages(const Result& result) {
  switch (result.plan.test) {
    case Test::iops:
      return matrix("IOPS", result, iops);
    case Test::throughput:
      return matrix("Throughput [MB/s]", result, megabytes);
    case Test::latency:
      return matrix("Mean latency [us]", result, mean_us) + matrix("Maximum latency [us]", result, max_us);
    case Test::write_saturation:
      return saturation(result.parts.front(), result.plan.cell) +
             matrix("IOPS of the last rounds", result, iops);
  }
  return {};
}

std::string verification(const Result& result) {
  const Metric metric = result.plan.metric;
  Lines lines{
      {"tracked", "rounds", fmt::format("values [{}]", unit(metric)), "mean", "range", "line", "verdict"}};
  for (const PartResult& part : result.parts)
    for (const Verification& v : part.tracked) {
      if (v.values.empty()) continue;
      std::string values;
      for (const double value : v.values)
        values += (values.empty() ? "" : " ") + tracked_value(metric, value);
      const bool enough = v.values.size() == SteadyStateDetector::window;
      lines.push_back({name_of(part.part.cells[v.cell]),
                       fmt::format("{}-{}", part.verified_round + 1 - v.values.size(), part.verified_round),
                       values, tracked_value(metric, v.mean),
                       enough ? fmt::format("{:.1f} %", 100 * v.range) : "-",
                       enough ? fmt::format("{:.1f} %", 100 * v.excursion) : "-",
                       v.steady ? "steady"
                       : enough ? "NOT STEADY"
                                : "too few rounds"});
    }
  if (lines.size() == 1) return {};
  return "Steady state: five rounds, range at most 20 % of the mean, least-squares line at most 10 %\n" +
         tool::aligned(lines, "<<<>>><");
}

std::string sampling(const Plan& plan) {
  if (plan.sample >= plan.cell)
    return fmt::format("cells of {}, timed as a whole", config::format_time(plan.cell));
  return fmt::format(
      "cells of {}; timed with a full queue are {} of each, up to {} while the rate is not known to {:.0f} "
      "%; the functional tier writes the rest",
      config::format_time(plan.cell), config::format_time(plan.sample),
      config::format_time(std::min(longest_samples * plan.sample, plan.cell)), 100 * sample_precision);
}

std::string rounds(const Result& result) {
  std::string text;
  for (const PartResult& part : result.parts) {
    const std::string number_of_rounds =
        fmt::format("{} round{}", part.rounds.size(), part.rounds.size() == 1 ? "" : "s");
    const bool several = result.parts.size() > 1 && !part.part.cells.empty();
    text += several ? config::format_bytes(part.part.cells.front().block_bytes) + ": " : "";
    text += "purged, preconditioned " + drive::recipe_text(part.part.precondition) + "; ";
    if (result.plan.capacities > 0)
      text += number_of_rounds;
    else if (part.steady_round)
      text += fmt::format("steady after round {} of at most {}", *part.steady_round, result.plan.most_rounds);
    else
      text += "not steady after " + number_of_rounds;
    if (part.last_averaged > 0)
      text += fmt::format("; averaged over rounds {} to {}", part.first_averaged, part.last_averaged);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string text_of(const Report& report) {
  const Result& result = report.result;
  const Plan& plan = result.plan;
  std::string text =
      fmt::format("{}: SNIA PTS {}, {} outstanding by {} worker{}, host {}, seed {}\n",
                  report.setup.drive.params.name, name_of(plan.test), plan.queue_depth, plan.workers,
                  plan.workers == 1 ? "" : "s", report.setup.host_name, report.seed);
  if (report.setup.scale != 1)
    text +=
        fmt::format("scaled to {:.4g} of its blocks; cells keep their length, so each writes more of it\n",
                    report.setup.scale);
  text += rounds(result) + sampling(plan) + "\n+- is 95 % confidence\n";
  for (const std::string& table : {averages(result), verification(result)})
    if (!table.empty()) text += "\n" + table;
  if (result.partial) text += "note: partial result: stopped by a signal before the test was done\n";
  return text;
}

}  // namespace rainier::pts
