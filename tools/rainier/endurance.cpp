#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/host/report/fio_json.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/endurance_report.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using Pattern = health::EnduranceWorkload::Pattern;

std::uint64_t parse_size(const char* option, const std::string& text) {
  try {
    const std::uint64_t bytes = config::parse_bytes(text);
    if (bytes > 0) return bytes;
  } catch (const config::BadQuantity&) {
  }
  throw UsageError(fmt::format("{}: expected a size above 0 with its unit, {} (got {})", option,
                               config::byte_units, config::in_quotes(text)));
}

health::EnduranceWorkload workload_of(const EnduranceCommand& command) {
  health::EnduranceWorkload workload;
  if (command.workload == "sequential")
    workload = {Pattern::sequential, 128 * 1024};
  else if (command.workload == "jesd219")
    workload = health::jesd219();
  else if (command.workload != "random")
    throw UsageError("--workload: expected random, sequential or jesd219 (got " +
                     config::in_quotes(command.workload) + ")");
  if (!command.block.empty() && !workload.sizes.empty())
    throw UsageError("--block: the sizes of " + command.workload + " are its own");
  if (!command.block.empty()) workload.block_bytes = parse_size("--block", command.block);
  return workload;
}

}  // namespace

int endurance(const EnduranceCommand& command) {
  EnduranceReport report{load_setup(Catalog(command.configs), command.setup),
                         workload_of(command),
                         parse_seed(command.seed),
                         {}};
  health::EnduranceOptions options;
  options.seed = report.seed;
  if (!command.until.empty()) options.until_bytes = static_cast<double>(parse_size("--until", command.until));
  check_writable(command.json);

  catch_interrupts();
  Progress progress(!command.quiet);
  options.progress = [&](double done) {
    progress.show(fmt::format("{:.0f} % written", 100 * done));
    return !interrupted();
  };
  report.result = health::endurance_of(report.setup.drive.params, report.workload, options);
  progress.clear();
  if (!command.json.empty()) write_output(command.json, host::json_text(endurance_json(report)));
  if (command.json != "-") print(endurance_table(report));
  return report.result.partial ? exit_interrupted : 0;
}

}  // namespace rainier::tool
