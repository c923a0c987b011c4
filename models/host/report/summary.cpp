#include "models/host/report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rainier::host {
namespace {

constexpr std::size_t columns = 9;
using Row = std::array<std::string, columns>;

/// 1234567.8 -> "1,234,568", 12.34 -> "12.3"
std::string grouped(double value) {
  if (value < 100) return fmt::format("{:.1f}", value);
  std::string digits = fmt::format("{:.0f}", value);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4)
    digits.insert(digits.size() - from_end, ",");
  return digits;
}

/// With the digits that matter: four of them, in ns, us, ms or s.
std::string duration(double ns) {
  constexpr std::array<const char*, 4> units{"ns", "us", "ms", "s"};
  std::size_t unit = 0;
  while (ns >= 1000 && unit + 1 < units.size()) {
    ns /= 1000;
    ++unit;
  }
  const int decimals = unit == 0 ? 0 : ns < 10 ? 3 : ns < 100 ? 2 : 1;
  return fmt::format("{:.{}f} {}", ns, decimals, units[unit]);
}

std::string duration(std::uint64_t ns) { return duration(static_cast<double>(ns)); }

std::string title(const ReportedJob& job) {
  return job.clones == 1 ? job.result.name : fmt::format("{} ({} jobs)", job.result.name, job.clones);
}

Row row(const std::string& name, const char* kind, double per_second, double bytes_per_second,
        const Histogram& latency) {
  return {name,
          kind,
          grouped(per_second),
          bytes_per_second > 0 ? fmt::format("{:.1f} MB/s", bytes_per_second / 1e6) : "-",
          duration(latency.mean()),
          duration(latency.percentile(50)),
          duration(latency.percentile(99)),
          duration(latency.percentile(99.9)),
          duration(latency.max())};
}

std::vector<Row> rows(const ReportedJob& job) {
  constexpr std::array<const char*, fio::data_directions> names{"read", "write", "trim"};
  std::vector<Row> found;
  for (std::size_t d = 0; d < names.size(); ++d) {
    const DirectionResult& result = job.result.direction[d];
    if (result.ios == 0) continue;
    found.push_back(row(title(job), names[d], per_second(result.ios, result.runtime),
                        per_second(result.bytes, result.runtime), result.clat));
  }
  const Histogram& sync = job.result.sync_lat;
  if (sync.count() > 0) {
    const Time mean_runtime = job.result.runtime / static_cast<std::int64_t>(job.clones);
    found.push_back(row(title(job), "sync", per_second(sync.count(), mean_runtime), 0, sync));
  }
  if (found.empty()) found.push_back({title(job), "none", "0.0", "-", "-", "-", "-", "-", "-"});
  return found;
}

std::string aligned(const std::vector<Row>& table) {
  std::array<std::size_t, columns> width{};
  for (const Row& line : table)
    for (std::size_t c = 0; c < columns; ++c) width[c] = std::max(width[c], line[c].size());
  std::string text;
  for (const Row& line : table) {
    std::string out = fmt::format("{:<{}}  {:<{}}", line[0], width[0], line[1], width[1]);
    for (std::size_t c = 2; c < columns; ++c) out += fmt::format("  {:>{}}", line[c], width[c]);
    text += out + "\n";
  }
  return text;
}

std::string failures(const ReportedJob& job) {
  constexpr std::array<const char*, fio::data_directions> names{"reads", "writes", "trims"};
  std::string text;
  for (std::size_t d = 0; d < names.size(); ++d)
    if (const DirectionResult& result = job.result.direction[d]; result.failed > 0)
      text += fmt::format("{}: {} of {} {} failed, and count above in nothing\n", title(job),
                          grouped(static_cast<double>(result.failed)),
                          grouped(static_cast<double>(result.failed + result.ios)), names[d]);
  return text;
}

std::string steady_state(const ReportedJob& job) {
  if (!job.result.steady_state) return {};
  const fio::SteadyState& asked = job.result.steady_state->asked;
  const char* unit = asked.percent ? " %" : "";
  return fmt::format("{}: steady state {} ({:.3g}{}, limit {:.3g}{})\n", title(job),
                     job.result.steady_state_attained ? "attained" : "not attained",
                     job.result.steady_state_value, unit, asked.limit, unit);
}

}  // namespace

std::string summary(const RunReport& report) {
  std::vector<Row> table{{"job", "", "IOPS", "bandwidth", "clat mean", "p50", "p99", "p99.9", "max"}};
  std::string remarks;
  for (const ReportedJob& job : reported_jobs(report)) {
    for (Row& line : rows(job)) table.push_back(std::move(line));
    remarks += failures(job) + steady_state(job);
  }
  return aligned(table) + remarks;
}

}  // namespace rainier::host
