#include "tools/rainier/spec_file.hpp"

#include "models/drive/recipe.hpp"
#include "sim/config/load.hpp"

namespace rainier::tool {

void describe_measure(config::Schema& s, Measure& measure) {
  s.choice(
      "measure", measure,
      {{"iops", Measure::iops, "requests a second"},
       {"throughput", Measure::throughput, "bytes a second"},
       {"latency_mean", Measure::latency_mean, "mean of the whole latency, submission included (fio's lat)"},
       {"latency_min", Measure::latency_min, "the shortest"},
       {"latency_max", Measure::latency_max, "the longest"},
       {"power_mean", Measure::power_mean, "mean power"},
       {"power_rms", Measure::power_rms, "RMS over the drive's power window, the mean of all windows"},
       {"power_peak", Measure::power_peak, "the greatest RMS over the drive's power window"}},
      "what is compared");
}

void describe(config::Schema& s, SpecRow& row) {
  s.field("id", row.id, "name of the row");
  s.field("figure", row.figure, "the published figure");
  describe_measure(s, row.measure);
  s.field("precondition", row.precondition, "recipe, as for rainier run --precondition");
  s.field("host", row.host, "host preset");
  s.field("job", row.job, "options of the fio job that loads the drive; none leaves it alone");
  s.field("window", row.window, config::at_least(Time(1'000'000'000'000)), "simulated time that is measured");
  s.field("counted", row.counted, "false: the figure is shown and judged, but in no verdict or mean");
  s.field("note", row.note, "what a reader must know");
}

void describe(config::Schema& s, SpecFile& file) {
  s.ratio("predicted_within", file.predicted_within, "error that passes where a figure is a prediction");
  s.list("rows", file.rows, "the rows, in the order in which they are measured");
}

SpecFile load_spec(const std::filesystem::path& file) {
  SpecFile spec = config::load<SpecFile>(file).params;
  for (const SpecRow& row : spec.rows) drive::parse_recipe(row.precondition);
  return spec;
}

}  // namespace rainier::tool
