#include "tools/rainier/sweep/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "sim/config/document.hpp"
#include "sim/config/documentation.hpp"
#include "sim/config/entry.hpp"
#include "sim/config/nearest.hpp"
#include "sim/config/quantity.hpp"
#include "sim/kernel/invariant.hpp"
#include "tools/rainier/sweep_keys.hpp"

namespace rainier::tool {
namespace {

using config::Field;
using config::Node;

/// Reads a sweep's keys; every error names the file, the line and the key.
class Reader {
 public:
  explicit Reader(SweepFile& sweep) : sweep_(sweep), file_(sweep.path.string()) {}

  void read(const Node& top) {
    keys(top, "", names_of(documented_),
         {{"title", text(sweep_.title)},
          {"drive", text(sweep_.drive)},
          {"host", text(sweep_.host)},
          {"scale", text(sweep_.scale)},
          {"precondition", text(sweep_.precondition)},
          {"workload", text(sweep_.workload)},
          {"job", texts(sweep_.job)},
          {"set", texts(sweep_.set)},
          {"seeds", [this](const Field& f) { read_seeds(f); }},
          {"grid", [this](const Field& f) { sweep_.grid = axes(f, f.key, true); }},
          {"list", [this](const Field& f) { read_list(f); }},
          {"latin_hypercube", [this](const Field& f) { read_hypercube(f); }},
          {"prices", [this](const Field& f) { read_prices(f); }}});
    const auto require = [&](bool there, const char* what) {
      if (!there) throw config::Error({file_, 0}, "", what);
    };
    require(!sweep_.drive.empty(), "a sweep needs a drive");
    require(sweep_.job.empty() != sweep_.workload.empty(), "expected either job or workload");
    require(!sweep_.grid.empty() || !sweep_.list.empty() || sweep_.samples > 0,
            "expected a grid, a list or a latin_hypercube of what is swept");
    if (sweep_.seeds.empty()) sweep_.seeds = {1};
  }

 private:
  using Read = std::function<void(const Field&)>;
  using Names = std::vector<std::string>;

  static Names names_of(const config::Schema& schema) {
    Names names;
    for (const config::Entry& entry : schema.state().entries) names.push_back(entry.name);
    return names;
  }
  /// Of a group of what rainier schema sweep says.
  Names names_below(const std::string& group) {
    const auto& form = documented_.state().find(group)->form;
    return names_of(*std::get<config::GroupEntry>(form).schema);
  }

  [[noreturn]] void refuse(int line, const std::string& key, const std::string& why) const {
    throw config::Error({file_, line}, key, why);
  }
  [[noreturn]] void expected(const char* what, const Field& got, const std::string& key) const {
    refuse(got.line, key, fmt::format("expected {} (got {})", what, described(got.value)));
  }

  /// Those that are documented may stand in the file, and each of them is read.
  void keys(const Node& map, const std::string& above, const Names& documented,
            const std::map<std::string, Read>& known) {
    const auto is_documented = [&](const auto& one) {
      return std::find(documented.begin(), documented.end(), one.first) != documented.end();
    };
    invariant(known.size() == documented.size() && std::all_of(known.begin(), known.end(), is_documented),
              "a sweep's file is read otherwise than rainier schema sweep says");
    for (const Field& field : map.fields) {
      const auto found = known.find(field.key);
      if (found == known.end())
        refuse(field.line, above + field.key,
               "unknown key" + config::did_you_mean(config::nearest(field.key, documented)));
      found->second(field);
    }
  }

  Read text(std::string& to) {
    return [this, &to](const Field& f) { to = scalar(f, f.key); };
  }
  Read texts(std::vector<std::string>& to) {
    return [this, &to](const Field& f) {
      for (const SweptValue& value : values(f, f.key)) to.push_back(value.text);
    };
  }
  const std::string& scalar(const Field& f, const std::string& key) const {
    if (f.value.type != Node::Type::scalar) expected("a value", f, key);
    return f.value.text;
  }
  std::vector<SweptValue> values(const Field& f, const std::string& key) const {
    if (f.value.type != Node::Type::list || f.value.items.empty()) expected("a list", f, key);
    std::vector<SweptValue> all;
    for (const Node& item : f.value.items) {
      if (item.type != Node::Type::scalar)
        refuse(item.line, key, fmt::format("expected a list of values (got {})", described(item)));
      all.push_back({item.text, item.line});
    }
    return all;
  }
  const Node& map_of(const Field& f, const std::string& key) const {
    if (f.value.type != Node::Type::map) expected("a map", f, key);
    return f.value;
  }

  std::vector<Axis> axes(const Field& f, const std::string& key, bool lists) const {
    std::vector<Axis> all;
    for (const Field& axis : map_of(f, key).fields) {
      const std::string path = key + "." + axis.key;
      const auto one = [&] { return std::vector<SweptValue>{{scalar(axis, path), axis.line}}; };
      all.push_back({axis.key, axis.line, lists ? values(axis, path) : one()});
    }
    if (all.empty()) expected("parameters and their values", f, key);
    return all;
  }

  void read_list(const Field& f) {
    if (f.value.type != Node::Type::list || f.value.items.empty()) expected("a list of points", f, f.key);
    for (const Node& item : f.value.items)
      sweep_.list.push_back(axes({f.key, item.line, item}, f.key, false));
  }

  void read_seeds(const Field& f) {
    for (const SweptValue& value : values(f, f.key)) sweep_.seeds.push_back(whole(value, f.key));
  }
  std::uint64_t whole(const SweptValue& value, const std::string& key) const {
    try {
      return config::parse_unsigned(value.text);
    } catch (const config::BadQuantity&) {
      refuse(value.line, key, fmt::format("expected a whole number (got {})", config::in_quotes(value.text)));
    }
  }

  void read_hypercube(const Field& f) {
    keys(map_of(f, f.key), f.key + ".", names_below(f.key),
         {{"points",
           [this](const Field& n) {
             sweep_.samples = whole({scalar(n, "latin_hypercube.points"), n.line}, "latin_hypercube.points");
           }},
          {"ranges", [this](const Field& r) {
             for (const Field& range : map_of(r, "latin_hypercube.ranges").fields) read_range(range);
           }}});
    if (sweep_.samples < 2 || sweep_.ranges.empty())
      refuse(f.line, f.key, "expected points, two or more, and ranges");
  }

  void read_range(const Field& f) {
    const std::string key = "latin_hypercube.ranges." + f.key;
    SweptRange range{f.key, f.line, {}, {}, false};
    if (f.value.type == Node::Type::list) {
      const std::vector<SweptValue> ends = values(f, key);
      if (ends.size() != 2) expected("[FROM, TO]", f, key);
      range.from = ends[0];
      range.to = ends[1];
    } else {
      keys(map_of(f, key), key + ".", {"from", "to", "log"},
           {{"from",
             [&](const Field& e) {
               range.from = {scalar(e, key), e.line};
             }},
            {"to",
             [&](const Field& e) {
               range.to = {scalar(e, key), e.line};
             }},
            {"log", [&](const Field& e) { range.logarithmic = scalar(e, key) == "true"; }}});
    }
    sweep_.ranges.push_back(range);
  }

  void read_prices(const Field& f) {
    const auto price = [this](double& to) {
      return Read([this, &to](const Field& p) {
        try {
          to = config::parse_number(scalar(p, "prices." + p.key));
        } catch (const config::BadQuantity&) {
          expected("a number", p, "prices." + p.key);
        }
        if (to < 0) expected("a number that is not negative", p, "prices." + p.key);
      });
    };
    keys(map_of(f, f.key), "prices.", names_below(f.key),
         {{"raw_gb", price(sweep_.prices.raw_gb)},
          {"channel", price(sweep_.prices.channel)},
          {"drive", price(sweep_.prices.drive)}});
  }

  SweepFile& sweep_;
  std::string file_;
  SweepKeys keys_;
  config::Schema documented_ = config::schema_of(keys_);
};

}  // namespace

SweepFile read_sweep(const std::filesystem::path& file) {
  SweepFile sweep;
  sweep.path = file;
  Reader(sweep).read(config::read_document(file));
  return sweep;
}

}  // namespace rainier::tool
