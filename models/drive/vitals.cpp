#include "models/drive/vitals.hpp"

#include <algorithm>
#include <numeric>

#include "models/controller/checkpoint.hpp"
#include "models/controller/guard.hpp"
#include "models/controller/layout_of.hpp"

namespace rainier::drive {
namespace {

/// P/E cycles of the mean good block: the reserve takes its turn.
double mean_erases(const controller::Controller& drive) {
  const auto& erases = drive.ftl().superblocks().erases;
  const auto sum = static_cast<double>(std::accumulate(erases.begin(), erases.end(), std::uint64_t{0}));
  const controller::DriveConfig& c = drive.config();
  const double superblock = static_cast<double>(drive.ftl().layout().units() * c.unit_bytes());
  return sum * superblock / (static_cast<double>(c.raw_bytes()) * (1 - c.ftl.factory_bad));
}

/// Of a drive that has lost none.
std::uint64_t spare_blocks(const controller::Controller& drive) {
  const controller::DriveConfig& c = drive.config();
  const media::Shape shape{c.channel.dies, c.nand.planes, c.nand.blocks_per_plane, c.nand.pages_per_block,
                           c.units_per_page()};
  return media::Spares(shape, c.channel.channels, drive.bad_blocks(), controller::usable_blocks(c)).made();
}

health::Vitals vitals_of(const controller::Controller& drive, Time powered) {
  const controller::DriveConfig& c = drive.config();
  health::Vitals v;
  v.hours = powered.seconds() / 3600;
  if (const controller::Guard* guard = drive.guard()) {
    const controller::GuardCounters& counts = guard->counters();
    v.reconstructed = counts.reconstructed;
    v.uncorrectable = counts.uncorrectable;
    v.mismatches = counts.mismatches;
    v.program_failures = counts.program_failures;
    v.erase_failures = counts.erase_failures;
    v.spare_blocks = guard->spares().made();
    v.spare_blocks_left = guard->spares().left();
    v.write_protected = guard->write_protected();
    const ftl::Layout& layout = drive.ftl().layout();
    const auto blocks = [&](double units) { return units / layout.user_units() * layout.row(); };
    const auto surplus = static_cast<double>(drive.ftl().surplus());
    const auto given_up = static_cast<double>(counts.given_up * layout.user_units());
    v.stand_ins = static_cast<double>(spare_blocks(drive)) + blocks(surplus + given_up);
    v.stand_ins_left = static_cast<double>(v.spare_blocks_left) + blocks(surplus);
    if (const controller::Correction* correction = guard->correction())
      v.read_again = correction->counters().failed - correction->counters().exhausted;
    if (const controller::PowerLoss* power = guard->power()) {
      v.power_losses = power->counters().losses;
      v.power_cycles = 1 + v.power_losses + power->counters().orderly;
    }
  } else {
    v.spare_blocks = v.spare_blocks_left = spare_blocks(drive);
  }
  v.write_protect_share = c.media.write_protect;
  v.mean_erases = mean_erases(drive);
  v.percent_of_life = health::percent_of_life(c.health, c.nand.rated_cycles, v.mean_erases);
  v.crc_errors = drive.link().errors().bad_frames;
  const ftl::Counters ftl = drive.ftl().counters();
  v.host_sectors = ftl.host_writes * (c.unit_bytes() / 512);
  v.host_pages = ftl.host_writes / c.units_per_page();
  v.other_pages = (ftl.copies + ftl.parity) / c.units_per_page();
  if (const controller::Checkpoint* map = drive.checkpoint()) v.other_pages += map->counters().pages;
  v.temperature = drive.thermal().temperature();
  v.lowest = drive.thermal().lowest();
  v.highest = drive.thermal().highest();
  v.shut_down = drive.thermal().shut_down();
  return v;
}

/// Of two drives behind a bridge as of one.
void add(health::Vitals& to, const health::Vitals& v) {
  to.read_again += v.read_again;
  to.reconstructed += v.reconstructed;
  to.uncorrectable += v.uncorrectable;
  to.mismatches += v.mismatches;
  to.program_failures += v.program_failures;
  to.erase_failures += v.erase_failures;
  to.spare_blocks += v.spare_blocks;
  to.spare_blocks_left += v.spare_blocks_left;
  to.write_protected |= v.write_protected;
  to.shut_down |= v.shut_down;
  to.mean_erases = std::max(to.mean_erases, v.mean_erases);
  to.percent_of_life = std::max(to.percent_of_life, v.percent_of_life);
  to.crc_errors += v.crc_errors;
  to.host_sectors += v.host_sectors;
  to.host_pages += v.host_pages;
  to.other_pages += v.other_pages;
  to.temperature = std::max(to.temperature, v.temperature);
  to.lowest = std::min(to.lowest, v.lowest);
  to.highest = std::max(to.highest, v.highest);
}

}  // namespace

health::Vitals vitals_of(const Simulation& simulation) {
  const std::vector<const controller::Controller*> drives = simulation.drives();
  health::Vitals all = vitals_of(*drives.front(), simulation.powered());
  for (std::size_t m = 1; m < drives.size(); ++m) add(all, vitals_of(*drives[m], simulation.powered()));
  return all;
}

std::vector<media::EventLog::Entry> events_of(const Simulation& simulation) {
  std::vector<media::EventLog::Entry> all;
  const auto add_log = [&all](const media::EventLog& log) {
    all.insert(all.end(), log.entries().begin(), log.entries().end());
  };
  for (const controller::Controller* drive : simulation.drives()) {
    add_log(drive->thermal().log());
    if (const controller::Guard* guard = drive->guard()) add_log(guard->log());
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  return all;
}

}  // namespace rainier::drive
