#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "models/host/report/fio_json.hpp"
#include "sim/config/nearest.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/constants.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/spec_report.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

SpecFile chosen_rows(const Catalog& catalog, const SpecOptions& options) {
  const auto file = catalog.validation("specs/" + options.setup.drive + ".yaml");
  if (file.empty())
    throw UsageError("no spec table for drive " + config::in_quotes(options.setup.drive) +
                     ": expected a file validation/specs/" + options.setup.drive + ".yaml");
  SpecFile spec = load_spec(file);
  std::vector<SpecRow>& rows = spec.rows;
  std::vector<std::string> ids;
  for (const SpecRow& row : rows) ids.push_back(row.id);
  for (const std::string& asked : options.rows)
    if (std::find(ids.begin(), ids.end(), asked) == ids.end())
      throw UsageError("--rows: no row " + config::in_quotes(asked) + " in " + file.string() +
                       config::did_you_mean(config::nearest(asked, ids)));
  if (!options.rows.empty())
    std::erase_if(rows, [&](const SpecRow& row) {
      return std::find(options.rows.begin(), options.rows.end(), row.id) == options.rows.end();
    });
  return spec;
}

struct Hosts {
  std::map<std::string, config::Loaded<host::Params>> loaded;
  const host::Params& params(const std::string& name) const { return loaded.at(name).params; }
};

Hosts load_hosts(const Catalog& catalog, const std::vector<SpecRow>& rows,
                 const std::vector<std::string>& overrides) {
  Hosts hosts;
  const std::vector<std::string> of_host = split_overrides(overrides).host;
  for (const SpecRow& row : rows) hosts.loaded.emplace(row.host, load_host(catalog, row.host, of_host));
  return hosts;
}

SpecResult result_of(const SpecRow& row, const Figure& figure, const Measurement& measurement,
                     bool calibrated, double predicted_within) {
  const std::optional<double> value = measurement.value(row.measure);
  if (!value)
    throw UsageError(
        fmt::format("row {}: none of the drive's power windows ends in its {:g} s: power.window is "
                    "too long for it",
                    row.id, measurement.window));
  const double simulated = *value / unit_value(figure);
  return {row,       figure,     measurement,
          simulated, calibrated, judge(figure, simulated, calibrated, predicted_within)};
}

}  // namespace

int spec(const SpecOptions& options) {
  if (options.setup.scale != "1" && !options.relative)
    throw UsageError("--scale: a spec table is only valid at full capacity (rainier run takes --scale)");
  const Catalog catalog(options.configs);
  SpecReport report{load_setup(catalog, options.setup), parse_seed(options.seed), {}, false};
  const SpecFile spec = chosen_rows(catalog, options);
  const std::vector<SpecRow>& rows = spec.rows;
  const std::vector<Figure> figures = load_figures(catalog.validation("published/figures.yaml"));
  for (const SpecRow& row : rows) unit_value(figure_of(row, figures));
  const Hosts hosts = load_hosts(catalog, rows, options.setup.overrides);
  check_writable(options.json);

  catch_interrupts();
  Progress progress(!options.quiet);
  TestBench bench(
      report.setup.drive.params, [&](const std::string& name) { return hosts.params(name); }, report.seed,
      progress);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto measured = bench.measure(trial_of(rows[i], options.quick),
                                        fmt::format("row {} of {}, {}", i + 1, rows.size(), rows[i].id));
    report.partial = !measured;
    if (!measured) break;
    std::set<std::string> calibrated;
    add_calibrated(calibrated, report.setup.drive.leaves);
    add_calibrated(calibrated, hosts.loaded.at(rows[i].host).leaves);
    report.results.push_back(result_of(rows[i], figure_of(rows[i], figures), *measured,
                                       calibrated.contains(rows[i].figure), spec.predicted_within));
  }
  progress.clear();
  if (!options.json.empty()) write_output(options.json, host::json_text(spec_json(report)));
  if (options.json != "-") print(spec_table(report));
  if (report.partial) return exit_interrupted;
  const bool all_pass = std::all_of(report.results.begin(), report.results.end(),
                                    [](const SpecResult& r) { return r.verdict.pass; });
  return options.strict && !all_pass ? 1 : 0;
}

}  // namespace rainier::tool
