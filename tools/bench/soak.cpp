// Random requests with bytes and faults against a reference, for as long as one likes:
//   soak [OPERATIONS] [SEED] [VARIANTS] [power [VARIANT]]
// (default: 10,000,000 operations over 12 variants, seed 1). With `power` the drive loses its power at random
// moments too; VARIANT: that one alone.
// Prints a line for each variant of the drive; exit status 1 if a byte was wrong or an acknowledged write
// lost.
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "models/drive/survival_test.hpp"

int main(int argc, char** argv) {
  using namespace rainier;
  using namespace rainier::drive;
  const auto number = [&](int i, std::uint64_t otherwise) {
    return argc > i ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  const std::uint64_t operations = number(1, 10'000'000), seed = number(2, 1), variants = number(3, 12);
  const bool power = argc > 4 && std::string(argv[4]) == "power";
  bool sound = true;
  std::uint64_t all = 0;
  for (std::uint64_t variant = 0; variant < variants; ++variant) {
    if (argc > 5 && variant != number(5, 0)) continue;
    const Survival s = SurvivalRun(power ? power_survivor(variant) : survivor(variant), seed * 1000 + variant,
                                   power ? with_power(survivable_faults()) : survivable_faults())
                           .run(operations / variants);
    all += s.operations;
    sound = sound && s.sound() && s.guard.mismatches == 0;
    fmt::print(
        "variant {:>2} seed {}: {} operations, {} sectors read, {} wrong, {} read and {} write errors; {} "
        "faults on "
        "{} drives, {} units reconstructed, {} pages rebuilt, {} lost; {} losses of power, {} commands "
        "failed, "
        "{} units lost, {} held, {} mismatches{}{}\n",
        variant, seed * 1000 + variant, s.operations, s.sectors_read, s.wrong_sectors, s.read_errors,
        s.write_errors, s.faults, s.drives, s.guard.reconstructed, s.guard.rebuilt_pages, s.guard.lost_pages,
        s.power.losses, s.power.failed_commands, s.power.lost_units, s.power.held_units, s.guard.mismatches,
        s.first_trouble.empty() ? "" : "; ", s.first_trouble);
    std::fflush(stdout);
  }
  fmt::print("{} operations: {}\n", all, sound ? "sound" : "NOT SOUND");
  return sound ? 0 : 1;
}
