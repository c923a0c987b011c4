#include "models/drive/vitals.hpp"

#include <algorithm>
#include <numeric>

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

}  // namespace

health::Vitals vitals_of(const Simulation& simulation) {
  const controller::Controller& drive = simulation.controller();
  const controller::DriveConfig& c = drive.config();
  health::Vitals v;
  v.hours = simulation.now().seconds() / 3600;
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
    if (const controller::Correction* correction = guard->correction())
      v.read_again = correction->counters().failed - correction->counters().exhausted;
    if (const controller::PowerLoss* power = guard->power()) {
      v.power_losses = power->counters().losses;
      v.power_cycles = 1 + v.power_losses;
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
  v.temperature = drive.thermal().temperature();
  v.lowest = drive.thermal().lowest();
  v.highest = drive.thermal().highest();
  v.shut_down = drive.thermal().shut_down();
  return v;
}

std::vector<media::EventLog::Entry> events_of(const Simulation& simulation) {
  const controller::Controller& drive = simulation.controller();
  std::vector<media::EventLog::Entry> all = drive.thermal().log().entries();
  if (const controller::Guard* guard = drive.guard()) {
    const auto& more = guard->log().entries();
    all.insert(all.end(), more.begin(), more.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  return all;
}

}  // namespace rainier::drive
