#include <fmt/format.h>

#include <algorithm>

#include "tools/rainier/experiment_file.hpp"
#include "tools/rainier/reference.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/usage_error.hpp"
#include "tools/rainier/validation.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

class Comparer {
 public:
  Comparer(const Catalog& catalog, const Plan& plan, const Family& family, const Results& results)
      : catalog_(catalog), plan_(plan), family_(family), results_(results) {}

  std::vector<Comparison> run(std::vector<StreamTable>& streams) {
    for (const std::string& drive : family_.drives) add_spec(drive);
    for (const PointFigure& figure : family_.figures) add_point(figure);
    for (const StreamFigure& figure : family_.streaming) add_stream(figure, streams);
    for (const LifeFigure& figure : family_.endurance) add_life(figure);
    return std::move(all_);
  }

 private:
  bool planned(const std::string& task) const {
    return std::any_of(plan_.tasks.begin(), plan_.tasks.end(), [&](const Task& t) { return t.name == task; });
  }
  const Json* result(const std::string& task) const {
    const auto at = results_.find(task);
    return at == results_.end() ? nullptr : &at->second;
  }
  std::string drive_of(const std::string& task) const {
    for (const Task& t : plan_.tasks)
      if (t.name == task) return t.drive;
    return "";
  }

  double predicted_within(const std::string& drive) const {
    const auto file = catalog_.validation("specs/" + drive + ".yaml");
    return file.empty() ? SpecFile().predicted_within : load_spec(file).predicted_within;
  }

  bool calibrated(const std::string& figure, const std::string& drive, const std::string& host) const {
    SetupOptions options;
    options.drive = drive;
    if (!host.empty()) options.host = host;
    const Setup setup = load_setup(catalog_, options);
    std::set<std::string> on;
    add_calibrated(on, setup.drive.leaves);
    if (!host.empty()) add_calibrated(on, setup.host.leaves);
    return on.contains(figure);
  }

  void finish(Comparison c) {
    c.calibrated = calibrated(c.figure.id, c.drive, c.host);
    if (c.simulated) c.verdict = judge(c.figure, *c.simulated, c.calibrated, predicted_within(c.drive));
    c.known_gap = known_gap(family_, c.figure.id);
    all_.push_back(std::move(c));
  }

  void add_spec(const std::string& drive) {
    const auto file = catalog_.validation("specs/" + drive + ".yaml");
    if (file.empty()) return;
    const Json* table = result("spec-" + drive);
    for (const SpecRow& row : load_spec(file).rows) {
      Comparison c;
      c.figure = figure_of(row, plan_.figures);
      c.drive = drive;
      c.source = "spec: " + row.id;
      c.counted = row.counted;
      c.host = row.host;
      c.note = row.note;
      for (const std::string& option : row.job) c.job += (c.job.empty() ? "" : " ") + option;
      if (table != nullptr)
        for (const Json& r : (*table)["rows"])
          if (r["id"] == row.id) {
            c.simulated = r["simulated"].get<double>();
            if (r["confidence95_half_width"].is_number())
              c.half_width = r["confidence95_half_width"].get<double>();
            c.limited_by = r["limited_by"];
          }
      finish(std::move(c));
    }
  }

  void add_point(const PointFigure& figure) {
    const Reference reference = parse_reference(figure.of);
    if (!planned(reference.experiment)) return;
    Comparison c;
    c.figure = figure_named(figure.figure, plan_.figures);
    c.drive = drive_of(reference.experiment);
    c.source = figure.of;
    c.counted = figure.counted;
    c.note = figure.note;
    if (const Json* json = result(reference.experiment)) {
      const double unit = unit_value(c.figure);
      if (const auto value = value_of(reference, *json, figure.measure)) c.simulated = *value / unit;
      const std::string half = half_width_key_of(figure.measure);
      if (const Json* point = point_of(reference, *json); point != nullptr && !reference.best) {
        if (!half.empty() && point->contains(half)) c.half_width = point->at(half).get<double>() / unit;
        c.limited_by = point->value("limited_by", "");
      }
      if (json->contains("sweeps"))
        for (const Json& sweep : (*json)["sweeps"])
          if (sweep["id"] == reference.sweep) c.host = sweep["host"];
    }
    finish(std::move(c));
  }

  /// The rate that the table implies above its knee: what a run of one capacity leaves in the buffer is
  /// C (1 - sustained / rate).
  void add_stream(const StreamFigure& figure, std::vector<StreamTable>& streams) {
    const Reference reference = parse_reference(figure.of);
    const auto entry = std::find_if(plan_.published.begin(), plan_.published.end(),
                                    [&](const PublishedEntry& e) { return e.id == figure.figure; });
    if (entry == plan_.published.end() || entry->table.empty())
      throw UsageError("no published table " + config::in_quotes(figure.figure));
    if (!planned(reference.experiment)) return;
    StreamTable table{figure.figure, drive_of(reference.experiment), figure.of, 0, {}};
    SetupOptions options;
    options.drive = table.drive;
    table.capacity = static_cast<double>(load_setup(catalog_, options).drive.params.host_bytes());
    for (const auto& [threshold, buffers] : entry->table) table.rows.push_back({threshold, buffers, {}});
    const auto& [rate, buffers] = *entry->table.rbegin();
    Comparison c;
    c.figure = {figure.figure, entry->metric, rate * (1 - mean(buffers) * 1e6 / table.capacity), "MB/s",
                Relation::eq};
    c.drive = table.drive;
    c.source = figure.of;
    c.note = fmt::format("sustained rate, which the buffer at {:g} MB/s implies", rate) +
             (figure.note.empty() ? "" : "; " + figure.note);
    c.host = load_experiment(find_experiment(catalog_, reference.experiment)).host;
    if (const Json* json = result(reference.experiment))
      for (const Json& stream : (*json)["streams"])
        if (stream["id"] == reference.sweep) {
          c.simulated = stream["sustained"].get<double>() / 1e6;
          c.limited_by = stream.value("limited_by", "");
          for (const Json& row : stream["thresholds"]) fill(table, row);
        }
    streams.push_back(std::move(table));
    finish(std::move(c));
  }

  static double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
  }

  static void fill(StreamTable& table, const Json& row) {
    for (StreamTable::Row& r : table.rows)
      if (r.threshold == row["threshold_mb_s"].get<double>())
        r.simulated = {row["best_mb"].get<double>(), row["worst_mb"].get<double>()};
  }

  static std::string life_limit(const Json& json) {
    const Json& amplification = json["write_amplification"];
    return fmt::format(
        "Limited by {:.0f} P/E cycles and a write amplification of {:.3f} (GC {:.3f}, parity {:.3f}).",
        json["cycles"]["rated"].get<double>(), amplification["total"].get<double>(),
        amplification["gc"].get<double>(), amplification["parity"].get<double>());
  }

  /// What would break a bound on lost sectors: more cycles, or data kept too long or too hot.
  static std::string broken_by(const Json& json, double bound) {
    for (const Json& limit : json["limits"]) {
      if (std::abs(limit["uncorrectable_bit_error_rate"].get<double>() / bound - 1) > 1e-6) continue;
      const auto number = [&limit](const char* key, const char* format) {
        return limit[key].is_null() ? "any" : fmt::format(fmt::runtime(format), limit[key].get<double>());
      };
      return fmt::format(
          " Broken at {} P/E cycles; or at the rated ones by data kept {} years or, three months, at {} C; "
          "if failing codewords are read again with other thresholds {} years or {} C. The mean over the "
          "life is {:.1e}. How errors grow with time is assumed, not published.",
          number("cycles", "{:.0f}"), number("years_kept_at_rated_cycles", "{:.3g}"),
          number("celsius_of_three_months_at_rated_cycles", "{:.0f}"),
          number("years_kept_with_further_reads", "{:.3g}"),
          number("celsius_of_three_months_with_further_reads", "{:.0f}"),
          json["uncorrectable_bit_error_rate_over_life"].get<double>());
    }
    return "";
  }

  void add_life(const LifeFigure& figure) {
    Comparison c;
    c.figure = figure_named(figure.figure, plan_.figures);
    c.drive = figure.drive;
    c.source = "endurance: " + figure.workload;
    c.counted = figure.counted;
    c.note = figure.note;
    if (const Json* json = result(life_name(figure))) {
      const char* key = figure.measure == LifeFigure::Value::tbw ? "host_bytes_to_end_of_life"
                        : figure.measure == LifeFigure::Value::tb_per_percent
                            ? "host_tb_per_percent_of_life"
                            : "uncorrectable_bit_error_rate";
      const bool terabytes = figure.measure == LifeFigure::Value::tb_per_percent;
      if (json->contains(key) && json->at(key).is_number())
        c.simulated = json->at(key).get<double>() * (terabytes ? 1e12 : 1) / unit_value(c.figure);
      c.limited_by = life_limit(*json);
      if (figure.measure == LifeFigure::Value::uber) c.limited_by += broken_by(*json, c.figure.value);
    }
    finish(std::move(c));
  }

  const Catalog& catalog_;
  const Plan& plan_;
  const Family& family_;
  const Results& results_;
  std::vector<Comparison> all_;
};

}  // namespace

std::vector<Comparison> comparisons_of(const Catalog& catalog, const Plan& plan, const Family& family,
                                       const Results& results, std::vector<StreamTable>& streams) {
  return Comparer(catalog, plan, family, results).run(streams);
}

}  // namespace rainier::tool
