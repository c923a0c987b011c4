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
  std::vector<std::uint64_t> erases(drive.flash().dies()), blocks(drive.flash().dies());
  for (std::uint32_t sb = 0; sb < superblocks.count(); ++sb)
    for (std::uint32_t column = 0; column < layout.row(); ++column) {
      const std::uint32_t die = layout.place(layout.first_of_column(sb, column)).die;
      erases[die] += superblocks.erases[sb];
      ++blocks[die];
    }
  std::vector<double> all;
  for (std::size_t die = 0; die < erases.size(); ++die)
    all.push_back(blocks[die] == 0
                      ? 0.0
                      : rounded(static_cast<double>(erases[die]) / static_cast<double>(blocks[die])));
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
