#include "models/host/fio/share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/text.hpp"

namespace rainier::fio {

namespace {

constexpr std::size_t most_shares = 64;  // fio's limits
constexpr std::size_t most_zones = 256;

struct Pair {
  std::string_view first, second;
};

std::vector<Pair> pairs(std::string_view text, std::size_t most) {
  std::vector<Pair> result;
  for (std::string_view part : split(text, ':')) {
    part = trim(part);
    if (part.empty()) continue;
    const auto slash = part.find('/');
    const bool whole = slash == std::string_view::npos;
    result.push_back(
        {trim(part.substr(0, slash)), whole ? std::string_view() : trim(part.substr(slash + 1))});
  }
  if (result.empty()) throw ValueError("expected a list such as 4k/60:8k/40");
  if (result.size() > most) throw ValueError(fmt::format("expected at most {} entries", most));
  return result;
}

void give_remainder(std::vector<BlockShare>& shares, const std::vector<bool>& open, double rest) {
  const auto blanks = std::count(open.begin(), open.end(), true);
  if (blanks == 0) {
    const auto larger = [](const BlockShare& a, const BlockShare& b) { return a.percent < b.percent; };
    std::max_element(shares.begin(), shares.end(), larger)->percent += rest;
    return;
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (open[i]) shares[i].percent = rest / static_cast<double>(blanks);
  }
}

double access_sum(const std::vector<Zone>& zones) {
  double sum = 0;
  for (const Zone& zone : zones) sum += zone.access_percent;
  return sum;
}

void require_full_access(const std::vector<Zone>& zones) {
  const double sum = access_sum(zones);
  if (sum != 100) throw ValueError(fmt::format("expected accesses that sum to 100 percent, not {}", sum));
}

}  // namespace

std::vector<BlockShare> read_block_shares(std::string_view text, KbBase kb_base) {
  std::vector<BlockShare> shares;
  std::vector<bool> open;
  double sum = 0;
  for (const auto& [size, percent] : pairs(text, most_shares)) {
    const std::uint64_t bytes = read_positive(size, kb_base);
    open.push_back(percent.empty());
    shares.push_back({bytes, percent.empty() ? 0.0 : read_percent(percent)});
    sum += shares.back().percent;
  }
  if (sum > 100) throw ValueError(fmt::format("expected percentages that sum to at most 100, not {}", sum));
  give_remainder(shares, open, 100 - sum);
  std::erase_if(shares, [](const BlockShare& share) { return share.percent == 0; });
  return shares;
}

std::vector<Zone> read_zones(std::string_view text) {
  std::vector<Zone> zones;
  double size = 0;
  for (const auto& [access, part] : pairs(text, most_zones)) {
    zones.push_back({double(read_percent(access)), double(read_percent(part)), 0});
    if (zones.back().size_percent == 0) throw ValueError("expected zones of more than 0 percent");
    size += zones.back().size_percent;
  }
  require_full_access(zones);
  if (size > 100)
    throw ValueError(fmt::format("expected zones that sum to at most 100 percent, not {}", size));
  return zones;
}

std::vector<Zone> read_absolute_zones(std::string_view text, KbBase kb_base) {
  std::vector<Zone> zones;
  for (const auto& [access, bytes] : pairs(text, most_zones)) {
    zones.push_back({double(read_percent(access)), 0, read_positive(bytes, kb_base)});
  }
  require_full_access(zones);
  return zones;
}

}  // namespace rainier::fio
