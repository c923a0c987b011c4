#include <algorithm>

#include <nlohmann/json.hpp>

#include "models/host/report/fio_json.hpp"
#include "sim/config/documentation.hpp"
#include "sim/config/entry.hpp"
#include "sim/config/error.hpp"
#include "sim/config/paths.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/experiment_file.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/sweep_keys.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

/// Everything that --set takes.
struct All {
  controller::DriveConfig drive;
  host::Params host;
};

void describe(config::Schema& s, All& all) {
  describe(s, all.drive);
  s.group("host", all.host, "the host: its driver and benchmark program");
}

/// What files that are no presets may hold.
struct Files {
  Experiment experiment;
  SweepKeys sweep;
};

void describe(config::Schema& s, Files& files) {
  s.group("experiment", files.experiment, "a file for rainier experiment");
  s.group("sweep", files.sweep, "a file for rainier sweep");
}

bool is_of_file(const std::string& path) {
  const std::string first = path.substr(0, path.find('.'));
  return first == "experiment" || first == "sweep";
}

config::Schema* inner(config::Entry& entry) {
  if (auto* group = std::get_if<config::GroupEntry>(&entry.form)) return group->schema.get();
  if (auto* list = std::get_if<config::ListEntry>(&entry.form)) return list->item.get();
  return nullptr;
}

/// Leaves only what the path names. False if there is no such path.
bool prune(config::Schema& schema, const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string name = path.substr(0, dot);
  auto& entries = schema.state().entries;
  std::erase_if(entries, [&](const config::Entry& entry) { return entry.name != name; });
  if (entries.empty()) return false;
  if (dot == std::string::npos) return true;
  config::Schema* below = inner(entries.front());
  return below != nullptr && prune(*below, path.substr(dot + 1));
}

}  // namespace

int schema(const SchemaOptions& options) {
  All all;
  Files files;
  config::Schema described = is_of_file(options.path) ? config::schema_of(files) : config::schema_of(all);
  if (!options.path.empty()) {
    const std::string suggestion = config::suggested_path(options.path, described);
    if (!prune(described, options.path))
      throw UsageError("no parameter or group " + config::in_quotes(options.path) + suggestion);
  }
  const config::Schema& chosen = described;
  switch (options.form) {
    case SchemaOptions::Form::text:
      print(config::schema_text(chosen));
      break;
    case SchemaOptions::Form::markdown:
      print(config::schema_markdown(chosen));
      break;
    case SchemaOptions::Form::json:
      print(host::json_text(config::schema_json(chosen)));
      break;
  }
  return 0;
}

}  // namespace rainier::tool
