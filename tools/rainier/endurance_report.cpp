#include "tools/rainier/endurance_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/config/quantity.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/smart_json.hpp"
#include "tools/rainier/table.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(const health::EnduranceWorkload& workload) {
  if (!workload.zones.empty()) return "jesd219";
  return workload.pattern == health::EnduranceWorkload::Pattern::random ? "random" : "sequential";
}

std::string sentence_of(const health::EnduranceWorkload& workload) {
  if (!workload.zones.empty()) return "the enterprise workload of JESD219";
  return name_of(workload) + " writes of " + config::format_bytes(workload.block_bytes);
}

std::string bytes(double value) {
  return value < 1e15 ? fmt::format("{:.1f} TB", value * 1e-12) : fmt::format("{:.2f} PB", value * 1e-15);
}

using Limits = reliability::Losses::Limits;

/// Infinite where nothing of the kind brings so many errors.
std::string number(const char* format, double value) {
  return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : "any";
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

/// What brings the loss up to each of them.
void add_limits(std::vector<std::vector<std::string>>& lines, const health::EnduranceResult& r) {
  for (const Limits& limit : r.limits)
    lines.push_back(
        {fmt::format("  {:.0e} at", limit.uber), number("{:.0f} cycles", limit.cycles),
         fmt::format("or, worn as rated, of data kept {} years, or three months at {} C; with further "
                     "reads {} years or {} C",
                     number("{:.3g}", limit.years), number("{:.0f}", limit.celsius),
                     number("{:.3g}", limit.years_retried), number("{:.0f}", limit.celsius_retried))});
}

}  // namespace

std::string endurance_table(const EnduranceReport& report) {
  const health::EnduranceResult& r = report.result;
  const health::Cycles& c = r.cycles;
  const std::string cycles =
      fmt::format("{:.1f} / {:.1f} / {:.1f}, deviation {:.2f}", c.least, c.mean, c.most, c.deviation);
  std::vector<std::vector<std::string>> lines{
      {"host writes", bytes(r.host_bytes), r.reached_end ? "to the end of life" : "before the end of life"},
      {"media writes", bytes(r.media_bytes), "with GC and parity"},
      {"write amplification", fmt::format("{:.4f}", r.gc), "of GC, in the last half"},
      {"  with parity", fmt::format("{:.4f}", r.gc * r.parity), "programmed units for one of the host"},
      {"  in all", fmt::format("{:.4f}", r.amplification()), "programmed bytes for a byte of the host"},
      {"P/E cycles", cycles, "least / mean / most of the good blocks, the reserve taking its turn"},
      {"levelling", grouped(r.levelling_victims),
       fmt::format("of {} superblocks collected", grouped(r.victims))},
      {"life used", fmt::format("{:.2f} %", r.percent_of_life),
       fmt::format("by the drive's counter: {:.0f} cycles are 100 %", r.counter_cycles)},
      {"host writes a percent", fmt::format("{:.2f} TB", r.host_bytes_per_percent * 1e-12),
       "of that counter"},
      {"host writes of a life", bytes(r.host_bytes_to_end),
       fmt::format("the mean block then has its {:.0f} rated cycles", r.rated_cycles)},
      {"raw bit errors", fmt::format("{:.2e}", r.rber), "of the mean block, a bit read"},
      {"lost sectors", fmt::format("{:.2e}", r.uber), "a bit read"},
      {"  without RAIN", fmt::format("{:.2e}", r.uber_of_ecc), "ECC alone"},
      {"  over this life", fmt::format("{:.2e}", r.uber_over_life), "the mean over all states of wear"}};
  add_limits(lines, r);
  return fmt::format("{}: {}, seed {}\n", report.setup.drive.params.name, sentence_of(report.workload),
                     report.seed) +
         aligned(lines, "<><") + (r.partial ? "note: partial result: stopped by a signal\n" : "");
}

Json endurance_json(const EnduranceReport& report) {
  const health::EnduranceResult& r = report.result;
  Json limits = Json::array();
  for (const Limits& limit : r.limits)
    limits.push_back({{"uncorrectable_bit_error_rate", limit.uber},
                      {"cycles", finite(limit.cycles)},
                      {"years_kept_at_rated_cycles", finite(limit.years)},
                      {"celsius_of_three_months_at_rated_cycles", finite(limit.celsius)},
                      {"years_kept_with_further_reads", finite(limit.years_retried)},
                      {"celsius_of_three_months_with_further_reads", finite(limit.celsius_retried)}});
  return {{"version", RAINIER_VERSION},
          {"drive", report.setup.drive_name},
          {"name", report.setup.drive.params.name},
          {"fingerprint", drive_fingerprint(report.setup)},
          {"seed", report.seed},
          {"workload", name_of(report.workload)},
          {"block_bytes", report.workload.sizes.empty() ? Json(report.workload.block_bytes) : Json()},
          {"partial", r.partial},
          {"reached_end_of_life", r.reached_end},
          {"host_bytes", r.host_bytes},
          {"media_bytes", r.media_bytes},
          {"write_amplification",
           {{"mapping_units", r.mapping}, {"gc", r.gc}, {"parity", r.parity}, {"total", r.amplification()}}},
          {"cycles",
           {{"min", r.cycles.least},
            {"mean", r.cycles.mean},
            {"max", r.cycles.most},
            {"stddev", r.cycles.deviation},
            {"rated", r.rated_cycles},
            {"counter_full", r.counter_cycles}}},
          {"superblocks_erased", r.erased_superblocks},
          {"victims", r.victims},
          {"levelling_victims", r.levelling_victims},
          {"good_bytes", r.good_bytes},
          {"percent_of_life", r.percent_of_life},
          {"host_tb_per_percent_of_life", r.host_bytes_per_percent * 1e-12},
          {"host_bytes_to_end_of_life", r.host_bytes_to_end},
          {"raw_bit_error_rate", r.rber},
          {"uncorrectable_bit_error_rate", r.uber},
          {"uncorrectable_bit_error_rate_of_ecc", r.uber_of_ecc},
          {"uncorrectable_bit_error_rate_over_life", r.uber_over_life},
          {"limits", limits},
          {"smart", smart_json(report.setup, r)}};
}

}  // namespace rainier::tool
