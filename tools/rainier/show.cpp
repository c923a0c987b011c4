#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/host/report/fio_json.hpp"
#include "sim/config/resolved.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/derived.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/table.hpp"

namespace rainier::tool {
namespace {

std::string origin(const config::Provenance& p) {
  std::string text(config::source_name(p.source));
  if (!p.ref.empty()) text += " " + p.ref;
  for (std::size_t i = 0; i < p.on.size(); ++i) text += (i == 0 ? " on " : ", ") + p.on[i];
  return text;
}

std::string remark(const config::Leaf& leaf) {
  const config::Provenance& p = leaf.provenance;
  std::string text;
  for (const std::string& part :
       {p.formula, p.note, leaf.idle.empty() ? "" : "no effect without " + leaf.idle})
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  return text;
}

std::string parameter_table(const std::vector<config::Leaf>& leaves) {
  std::vector<std::vector<std::string>> lines{{"parameter", "value", "source", "remark"}};
  for (const config::Leaf& leaf : leaves)
    lines.push_back({leaf.path, leaf.value, origin(leaf.provenance), remark(leaf)});
  return aligned(lines, "<<");
}

std::string derived_table(const std::vector<Derived>& numbers) {
  std::vector<std::vector<std::string>> lines{{"derived", "value", "how"}};
  for (const Derived& d : numbers) lines.push_back({d.name, d.text, d.how});
  return aligned(lines, "<<");
}

std::string as_json(const Setup& setup, bool with_host) {
  nlohmann::ordered_json json{{"drive", setup.drive_name},
                              {"fingerprint", drive_fingerprint(setup)},
                              {"config", config::resolved_json(setup.drive.leaves)}};
  for (const Derived& d : derived_of(setup.drive.params))
    json["derived"][d.key] = {{"value", d.value}, {"unit", d.unit}, {"how", d.how}};
  if (with_host)
    json["host"] = {{"preset", setup.host_name}, {"config", config::resolved_json(setup.host.leaves)}};
  return host::json_text(json);
}

}  // namespace

int show(const ShowOptions& options) {
  const bool with_host = !options.setup.host.empty();
  SetupOptions asked = options.setup;
  if (!with_host) asked.host = SetupOptions().host;
  const Setup setup = load_setup(Catalog(options.configs), asked);
  if (options.form == ShowOptions::Form::json) {
    print(as_json(setup, with_host));
  } else if (options.form == ShowOptions::Form::yaml) {
    print(config::resolved_yaml(setup.drive.leaves));
    if (with_host) print("---\n" + config::resolved_yaml(setup.host.leaves));
  } else {
    print(fmt::format("{}\nfingerprint {}\n\n", setup.drive.params.name, drive_fingerprint(setup)));
    print(parameter_table(setup.drive.leaves) + "\n" + derived_table(derived_of(setup.drive.params)));
    if (with_host) print(fmt::format("\n{}\n", setup.host.params.name) + parameter_table(setup.host.leaves));
  }
  return 0;
}

}  // namespace rainier::tool
