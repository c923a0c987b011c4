#include "tools/rainier/error_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/rainier/output.hpp"

namespace rainier::tool {

using Json = nlohmann::ordered_json;

std::string error_line(const controller::Guard* guard) {
  if (guard == nullptr || guard->correction() == nullptr) return "";
  const controller::CorrectionCounters& c = guard->correction()->counters();
  const double reads = std::max(static_cast<double>(c.reads), 1.0);
  std::string text = fmt::format(
      "\nerrors: {} of {} flash reads ({:.3g} %) needed other thresholds, {} further reads, {} failed "
      "every step",
      grouped(static_cast<double>(c.failed)), grouped(static_cast<double>(c.reads)),
      100 * static_cast<double>(c.failed) / reads, grouped(static_cast<double>(c.retries)),
      grouped(static_cast<double>(c.exhausted)));
  if (c.patrol_reads + c.samples + c.refreshes + c.worn_out > 0)
    text += fmt::format("; {} patrol reads, {} samples, {} superblocks refreshed, {} blocks worn out",
                        grouped(static_cast<double>(c.patrol_reads)), grouped(static_cast<double>(c.samples)),
                        c.refreshes, c.worn_out);
  return text;
}

Json error_json(const controller::Guard& guard) {
  const controller::CorrectionCounters& c = guard.correction()->counters();
  return {{"unit", "reads of the flash since preconditioning, whoever asked for them"},
          {"reads", c.reads},
          {"codewords", c.codewords},
          {"failed_first_reads", c.failed},
          {"retries", c.retries},
          {"corrected_by_step", c.by_step},
          {"failed_all_steps", c.exhausted},
          {"reads_by_errors_of_worst_codeword", c.corrected},
          {"units_reconstructed", guard.counters().reconstructed},
          {"units_uncorrectable", guard.counters().uncorrectable},
          {"blocks_tuned", c.tuned},
          {"patrol_reads", c.patrol_reads},
          {"samples", c.samples},
          {"superblocks_refreshed", c.refreshes},
          {"blocks_worn_out", c.worn_out}};
}

}  // namespace rainier::tool
