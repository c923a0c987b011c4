#include "sim/config/load.hpp"

#include <algorithm>

#include "sim/config/loader.hpp"
#include "sim/random/fnv.hpp"

namespace rainier::config {

namespace {

void finish(Loader& loader, const Options& options) {
  for (const std::string& argument : options.overrides) loader.override_with(argument);
  if (options.rules) loader.check();
}

}  // namespace

void load_file(Schema& schema, const std::filesystem::path& file, const Options& options) {
  Loader loader(schema, options);
  loader.file(file);
  finish(loader, options);
}

void load_text(Schema& schema, std::string_view text, const std::string& file, const Options& options) {
  Loader loader(schema, options);
  loader.text(text, file);
  finish(loader, options);
}

void load_nothing(Schema& schema, const Options& options) {
  Loader loader(schema, options);
  finish(loader, options);
}

std::uint64_t fingerprint(const std::vector<Leaf>& leaves) {
  std::vector<std::string> lines;
  for (const Leaf& leaf : leaves) lines.push_back(leaf.path + "=" + leaf.value + "\n");
  std::sort(lines.begin(), lines.end());
  std::uint64_t hash = fnv1a_basis;
  for (const std::string& line : lines) hash = fnv1a(line, hash);
  return hash;
}

}  // namespace rainier::config
