#include "tools/rainier/serve/life_file.hpp"

#include "models/drive/recipe.hpp"
#include "tools/rainier/snapshot_file.hpp"

namespace rainier::live {
namespace {

constexpr tool::StateFile life_file{"rainier-life 2\n", "state", "rainier serve --store",
                                    "without it the drive begins anew, with its bytes"};

/// All parameters count; faults that are asked for belong to one life.
tool::Origin origin_of(const LiveSetup& live) {
  tool::Origin origin{live.setup.drive_name, {}, live.recipe, live.seed, {}};
  for (const config::Leaf& leaf : live.setup.drive.leaves)
    if (leaf.path != "faults") origin.parameters.emplace_back(leaf.path, leaf.value);
  return origin;
}

}  // namespace

void save_life(const std::string& file, LiveSetup& live) {
  tool::save_state(life_file, file, origin_of(live), [&live](Archive& a) { live.drive->keep(a); });
}

void restore_life(const std::string& file, LiveSetup& live, const std::string& recipe) {
  live.recipe = recipe.empty() ? tool::read_origin(life_file, file).recipe
                               : drive::recipe_text(drive::parse_recipe(recipe));
  tool::restore_state(life_file, file, origin_of(live), [&live](Archive& a) { live.drive->keep(a); });
}

}  // namespace rainier::live
