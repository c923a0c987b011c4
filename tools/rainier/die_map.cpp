#include "tools/rainier/die_map.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

Json shares(const std::vector<Time>& now, const std::vector<Time>& before, Time span) {
  Json all = Json::array();
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Time busy = now[i] - (before.empty() ? Time() : before[i]);
    all.push_back(span > Time() ? rounded(busy.seconds() / span.seconds()) : 0.0);
  }
  return all;
}

}  // namespace

FlashBusy busy_of(const channel::FlashArray& flash) {
  FlashBusy busy;
  for (std::uint32_t i = 0; i < flash.dies(); ++i) busy.dies.push_back(flash.die_busy(i));
  for (std::uint32_t i = 0; i < flash.channels(); ++i) busy.channels.push_back(flash.bus_busy(i));
  return busy;
}

std::vector<double> mean_erases(const controller::Controller& drive) {
  const ftl::Layout& layout = drive.ftl().layout();
  const ftl::Superblocks& superblocks = drive.ftl().superblocks();
  const std::size_t dies = drive.flash().dies();
  // A superblock lies on dies that follow each other, the first after the last: what begins at each of them,
  // less what has ended before it.
  std::vector<std::int64_t> erases(dies + 1), blocks(dies + 1);
  for (std::uint32_t sb = 0; sb < superblocks.count(); ++sb) {
    const std::size_t first = layout.place(layout.ppn(sb, 0)).die, end = first + layout.width();
    const auto add = [&](std::size_t at, std::int64_t sign) {
      erases[at] += sign * superblocks.erases[sb];
      blocks[at] += sign;
    };
    add(first, 1);
    add(std::min(end, dies), -1);
    if (end <= dies) continue;
    add(0, 1);
    add(end - dies, -1);
  }
  std::vector<double> all;
  std::int64_t erases_here = 0, blocks_here = 0;
  for (std::size_t die = 0; die < dies; ++die) {
    erases_here += erases[die];
    blocks_here += blocks[die];
    all.push_back(blocks_here == 0
                      ? 0.0
                      : rounded(static_cast<double>(erases_here) / static_cast<double>(blocks_here)));
  }
  return all;
}

Json dies_json(const controller::Controller& drive, const FlashBusy& before, Time span) {
  const FlashBusy now = busy_of(drive.flash());
  return {{"order", "die d is on channel d modulo channels"},
          {"channels", drive.flash().channels()},
          {"channel_busy", shares(now.channels, before.channels, span)},
          {"busy", shares(now.dies, before.dies, span)},
          {"mean_erases", mean_erases(drive)}};
}

Json erase_classes(const ftl::Superblocks& superblocks) {
  constexpr std::uint32_t most_classes = 32;
  const auto [least, most] = std::minmax_element(superblocks.erases.begin(), superblocks.erases.end());
  const std::uint32_t width = (*most - *least) / most_classes + 1;
  std::map<std::uint32_t, std::uint32_t> classes;
  for (const std::uint32_t erases : superblocks.erases) ++classes[*least + (erases - *least) / width * width];
  Json all = Json::array();
  for (const auto& [erases, count] : classes) all.push_back({erases, count});
  return all;
}

}  // namespace rainier::tool
