#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/host/report/fio_json.hpp"
#include "sim/config/nearest.hpp"
#include "sim/config/quantity.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/option_values.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/pts/options.hpp"
#include "tools/rainier/pts/report.hpp"
#include "tools/rainier/pts/run.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

/// Reads the text if there is one, else answers `otherwise`.
template <class T, class Parse, class Accept>
T read(const char* option, const std::string& text, T otherwise, Parse parse, Accept accept,
       const std::string& expected) {
  if (text.empty()) return otherwise;
  try {
    const T value = static_cast<T>(parse(text));
    if (accept(value)) return value;
  } catch (const config::BadQuantity&) {
  }
  throw UsageError(fmt::format("{}: expected {} (got {})", option, expected, config::in_quotes(text)));
}

Time span(const char* option, const std::string& text, Time otherwise) {
  return read<Time>(
      option, text, otherwise, [](const std::string& t) { return config::parse_time(t); },
      [](Time t) { return t >= Time(1'000'000'000) && t <= Time(86'400'000'000'000'000); },
      "a time from 1ms to 24h such as 100ms");
}

pts::Test test_of(const std::string& name) {
  const std::vector<std::string> names = pts::test_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<pts::Test>(found - names.begin());
  throw UsageError(fmt::format("no test {}: expected iops, throughput, latency or wsat{}",
                               config::in_quotes(name), config::did_you_mean(config::nearest(name, names))));
}

/// A list's element is one that the test has.
template <class T, class Parse, class Of>
std::vector<T> chosen(const char* option, const std::vector<std::string>& texts, const pts::Plan& plan,
                      Parse parse, Of of, const std::string& expected) {
  std::vector<T> values;
  for (const std::string& text : texts) {
    values.push_back(read<T>(
        option, text.empty() ? "?" : text, T{}, parse,
        [&](T value) {
          return std::any_of(plan.parts.begin(), plan.parts.end(), [&](const pts::Part& part) {
            return std::any_of(part.cells.begin(), part.cells.end(),
                               [&](const pts::Cell& cell) { return of(cell) == value; });
          });
        },
        expected));
  }
  return values;
}

void keep_chosen(pts::Plan& plan, const PtsOptions& options) {
  const auto blocks = chosen<std::uint64_t>(
      "--blocks", options.blocks, plan, [](const std::string& t) { return config::parse_bytes(t); },
      [](const pts::Cell& cell) { return cell.block_bytes; }, "block sizes of the test, such as 4KiB,128KiB");
  const auto reads = chosen<std::uint32_t>(
      "--reads", options.reads, plan, [](const std::string& t) { return config::parse_unsigned(t); },
      [](const pts::Cell& cell) { return cell.read_percent; }, "percentages of the test, such as 100,65,0");
  try {
    pts::keep(plan, blocks, reads);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--blocks, --reads: {}", error.what()));
  }
}

pts::Plan plan_of(const PtsOptions& options, const host::Params& host) {
  pts::Plan plan = pts::plan_of(test_of(options.test));
  const bool by_capacities = plan.capacities > 0;
  const auto depth =
      static_cast<std::uint32_t>(whole_number("--qd", options.queue_depth, plan.queue_depth, 1, 4096));
  const std::uint32_t usual = std::min({plan.workers, host.cores, depth});
  plan.queue_depth = depth;
  plan.workers = static_cast<std::uint32_t>(whole_number("--workers", options.workers, usual, 1, depth));
  plan.most_rounds = whole_number("--rounds", options.rounds, plan.most_rounds, 1, 100'000);
  if (by_capacities && !options.after.empty())
    throw UsageError("--after: wsat ends by --capacities or --rounds, not by steady state");
  if (!by_capacities && !options.capacities.empty())
    throw UsageError("--capacities: only of wsat; the other tests end by steady state or --rounds");
  plan.rounds_after = whole_number("--after", options.after, 0, 0, 1'000);
  plan.capacities = read<double>(
      "--capacities", options.capacities, plan.capacities,
      [](const std::string& t) { return config::parse_number(t); },
      [](double x) { return x > 0 && x <= 10'000; }, "a number above 0 and up to 10000");
  plan.cell = span("--cell", options.cell, plan.cell);
  plan.sample = std::min(span("--sample", options.sample, plan.sample), plan.cell);
  if (options.precondition)
    for (pts::Part& part : plan.parts) part.precondition = drive::parse_recipe(*options.precondition);
  keep_chosen(plan, options);
  return plan;
}

void write(const PtsOptions& options, const pts::Report& report) {
  if (!options.json.empty()) write_output(options.json, host::json_text(pts::json_of(report)));
  if (!options.csv.empty()) write_output(options.csv, pts::csv_of(report));
  const bool output_taken = options.json == "-" || options.csv == "-";
  if (!output_taken && (!options.quiet || report.result.partial)) print(pts::text_of(report));
}

}  // namespace

int pts(const PtsOptions& options) {
  const Catalog catalog(options.configs);
  const Setup setup = load_setup(catalog, options.setup);
  const pts::Plan plan = plan_of(options, setup.host.params);
  const std::uint64_t seed = parse_seed(options.seed);
  if (options.json == "-" && options.csv == "-")
    throw UsageError("--json, --csv: only one of them can be standard output");
  check_writable(options.json);
  check_writable(options.csv);

  catch_interrupts();
  Progress progress(!options.quiet);
  const pts::Result result =
      pts::run(plan, setup.drive.params, setup.host.params, seed, [&progress](const std::string& doing) {
        progress.show(doing);
        return !interrupted();
      });
  progress.clear();
  write(options, {setup, seed, result});
  if (result.partial) return exit_interrupted;
  return options.strict && !result.steady() ? 1 : 0;
}

}  // namespace rainier::tool
