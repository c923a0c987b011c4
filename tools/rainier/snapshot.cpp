#include <fmt/format.h>

#include "models/drive/recipe.hpp"
#include "tools/rainier/commands.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/snapshot_file.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

std::string described(const Origin& origin) {
  std::string text = fmt::format("drive         {}\nprecondition  {}\nseed          {}\n", origin.drive,
                                 origin.recipe, origin.seed);
  for (const auto& [path, value] : origin.parameters) text += fmt::format("{:<28}  {}\n", path, value);
  return text;
}

}  // namespace

int snapshot(const SnapshotOptions& options) {
  if (options.setup.drive.empty()) {
    print(described(verify_snapshot(options.file)));
    return 0;
  }
  const Setup setup = load_setup(Catalog(options.configs), options.setup);
  const std::vector<drive::Pass> recipe = drive::parse_recipe(options.precondition);
  const std::uint64_t seed = parse_seed(options.seed);
  if (recipe.empty())
    throw UsageError("--precondition: expected what is written before, such as seq:128KiB:2");
  require_savable(setup);
  check_writable(options.file);
  catch_interrupts();
  Progress progress(!options.quiet);
  drive::Simulation simulation(setup.drive.params, setup.host.params, seed);
  const bool finished = simulation.precondition(recipe, [&progress](double done) {
    progress.show(fmt::format("preconditioning {:.0f} %", 100 * done));
    return !interrupted();
  });
  if (!finished) return exit_interrupted;
  progress.show("saving");
  save_snapshot(options.file, origin_of(setup, recipe, seed), simulation);
  progress.clear();
  const double bytes = static_cast<double>(std::filesystem::file_size(options.file));
  if (!options.quiet) print(fmt::format("{}: {:.1f} MB\n", options.file, bytes / 1e6));
  return 0;
}

}  // namespace rainier::tool
