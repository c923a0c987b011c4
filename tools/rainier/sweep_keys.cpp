#include "tools/rainier/sweep_keys.hpp"

namespace rainier::tool {

using config::at_least;

void describe(config::Schema& s, SweepKeys::Hypercube& p) {
  s.field("points", p.points, "how many are drawn, two or more; each meets a part of every range of its own");
  s.field(
      "ranges", p.ranges,
      "PARAMETER: [FROM, TO], or PARAMETER: {from: FROM, to: TO, log: true} for even steps of its logarithm");
}

void describe(config::Schema& s, SweepKeys::Prices& p) {
  s.field("raw_gb", p.raw_gb, at_least(0.0), "of a gigabyte of flash, in any unit of money");
  s.field("channel", p.channel, at_least(0.0), "of a channel");
  s.field("drive", p.drive, at_least(0.0), "of all else, once a drive");
}

void describe(config::Schema& s, SweepKeys& p) {
  s.field("title", p.title, "what it is called");
  s.field("drive", p.drive, "drive preset that the points start from");
  s.field("host", p.host, "host preset");
  s.field("scale", p.scale, "share of the blocks that are kept, such as 1/16");
  s.field("precondition", p.precondition, "recipe, as for rainier run --precondition; its states are kept");
  s.field("workload", p.workload, "a fio job file, by its name or path");
  s.field("job", p.job, "or options of a fio job");
  s.field("set", p.set, "PATH=VALUE, for every point");
  s.field("seeds", p.seeds, "each point is run once with each");
  s.field(
      "grid", p.grid,
      "PARAMETER: [VALUE, ...] lines, every combination of which is a point; a parameter is one of rainier "
      "schema, drive, host or job.OPTION");
  s.field("list", p.list, "or points one by one: [{PARAMETER: VALUE, ...}, ...]");
  s.group("latin_hypercube", p.latin_hypercube,
          "or points drawn evenly between two values of each parameter");
  s.group("prices", p.prices, "for the price of a usable gigabyte");
}

}  // namespace rainier::tool
