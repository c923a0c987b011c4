#include "tools/rainier/spec_file.hpp"

#include "models/drive/recipe.hpp"
#include "sim/config/load.hpp"

namespace rainier::tool {

void describe(config::Schema& s, SpecRow& row) {
  s.field("id", row.id, "name of the row");
  s.field("figure", row.figure, "the published figure");
  s.choice(
      "measure", row.measure,
      {{"iops", Measure::iops, "requests a second"},
       {"throughput", Measure::throughput, "bytes a second"},
       {"latency_mean", Measure::latency_mean, "mean of the whole latency, submission included (fio's lat)"},
       {"latency_max", Measure::latency_max, "the longest"},
       {"power_mean", Measure::power_mean, "mean power"},
       {"power_peak", Measure::power_peak, "the greatest RMS over the drive's power window"}},
      "what is compared");
  s.field("precondition", row.precondition, "recipe, as for rainier run --precondition");
  s.field("host", row.host, "host preset");
  s.field("job", row.job, "options of the fio job that loads the drive; none leaves it alone");
  s.field("window", row.window, config::at_least(Time(1'000'000'000'000)), "simulated time that is measured");
  s.ratio("within", row.within, "error that passes, where it is not 2 % (calibrated) or 8 % (predicted)");
  s.field("note", row.note, "what a reader must know");
}

void describe(config::Schema& s, SpecFile& file) {
  s.list("rows", file.rows, "the rows, in the order in which they are measured");
}

SpecFile load_spec(const std::filesystem::path& file) {
  SpecFile spec = config::load<SpecFile>(file).params;
  for (const SpecRow& row : spec.rows) drive::parse_recipe(row.precondition);
  return spec;
}

}  // namespace rainier::tool
