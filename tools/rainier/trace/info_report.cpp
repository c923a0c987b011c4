#include "tools/rainier/trace/info_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "tools/rainier/output.hpp"
#include "tools/rainier/table.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::ordered_json;
using trace::Amounts;
using trace::Profile;

constexpr std::size_t shown_volumes = 12, shown_sizes = 8, shown_intervals = 12;
constexpr std::array<const char*, fio::data_directions> directions{"read", "write", "trim"};
constexpr std::array<double, 5> percentiles{50, 90, 99, 99.9, 99.99};

std::string number(std::uint64_t value) { return grouped(static_cast<double>(value)); }

std::string bytes(double value) {
  constexpr std::array<const char*, 6> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 || value >= 100 ? fmt::format("{:.0f} {}", value, units[unit])
                                   : fmt::format("{:.3g} {}", value, units[unit]);
}
std::string bytes(std::uint64_t value) { return bytes(static_cast<double>(value)); }

std::string duration(double seconds) {
  if (seconds >= 172'800) return fmt::format("{:.3g} days", seconds / 86'400);
  if (seconds >= 7'200) return fmt::format("{:.3g} h", seconds / 3'600);
  if (seconds >= 1) return fmt::format("{:.4g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.4g} ms", seconds * 1e3);
  return fmt::format("{:.4g} us", seconds * 1e6);
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}
std::string percent(double of_one) { return fmt::format("{:.1f} %", 100 * of_one); }

double rate(double amount, Time span) { return span > Time() ? amount / span.seconds() : 0; }

using Lines = std::vector<std::vector<std::string>>;

std::string mix(const Profile& p) {
  Lines lines{{"", "all", "read", "write", "trim"},
              {"requests", number(p.amounts().all_requests())},
              {"share", ""},
              {"data", bytes(p.amounts().all_bytes())},
              {"mean size", bytes(share(p.amounts().all_bytes(), p.amounts().all_requests()))},
              {"footprint", bytes(p.footprint() * Profile::block_bytes)}};
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const std::uint64_t requests = p.amounts().requests[d];
    lines[1].push_back(number(requests));
    lines[2].push_back(percent(share(requests, p.amounts().all_requests())));
    lines[3].push_back(bytes(p.amounts().bytes[d]));
    lines[4].push_back(requests == 0 ? "-" : bytes(share(p.amounts().bytes[d], requests)));
  }
  lines[5].push_back(bytes(p.read_footprint() * Profile::block_bytes));
  lines[5].push_back(bytes(p.write_footprint() * Profile::block_bytes));
  return aligned(lines, "<>>>>");
}

std::string facts(const Profile& p) {
  const std::uint64_t requests = p.amounts().all_requests();
  Lines lines;
  lines.push_back(
      {"time", fmt::format("{}, {} requests a second", duration(p.span().seconds()),
                           fmt::format("{:.5g}", rate(static_cast<double>(requests), p.span())))});
  const auto gap = [&](double q) {
    return duration(static_cast<double>(std::min(p.gaps().percentile(q), p.gaps().max())) / 1e9);
  };
  lines.push_back(
      {"gaps", fmt::format("mean {}, p50 {}, p99 {}, most {}", duration(p.gaps().mean() / 1e9), gap(50),
                           gap(99), duration(static_cast<double>(p.gaps().max()) / 1e9))});
  lines.push_back(
      {"sequential", fmt::format("{} of requests, {} of data, begin where their volume's last one ended",
                                 percent(share(p.sequential(), requests)),
                                 percent(share(p.sequential_bytes(), p.amounts().all_bytes())))});
  if (p.out_of_order() > 0)
    lines.push_back(
        {"disorder", fmt::format("{} requests stand behind later ones, by {} at most",
                                 number(p.out_of_order()), duration(p.furthest_back().seconds()))});
  if (p.unaligned_blocks() > 0)
    lines.push_back(
        {"alignment", fmt::format("{} not of whole 4 KiB blocks, {} requests not of whole sectors",
                                  percent(share(p.unaligned_blocks(), requests)), number(p.unaligned()))});
  if (p.empty() > 0) lines.push_back({"empty", number(p.empty()) + " requests without length"});
  if (p.amounts().syncs > 0) lines.push_back({"syncs", number(p.amounts().syncs)});
  return aligned(lines, "<<");
}

std::string sizes(const Profile& p) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> by_count;
  for (const auto& [size, counts] : p.sizes()) by_count.emplace_back(counts[0] + counts[1] + counts[2], size);
  std::sort(by_count.rbegin(), by_count.rend());
  Lines lines{{"size", "share", "of reads", "of writes"}};
  std::uint64_t rest = p.other_sizes();
  for (std::size_t i = 0; i < by_count.size(); ++i) {
    if (i >= shown_sizes) {
      rest += by_count[i].first;
      continue;
    }
    const auto& counts = p.sizes().at(by_count[i].second);
    lines.push_back({bytes(by_count[i].second), percent(share(by_count[i].first, p.amounts().all_requests())),
                     percent(share(counts[0], p.amounts().requests[0])),
                     percent(share(counts[1], p.amounts().requests[1]))});
  }
  if (rest > 0) lines.push_back({"others", percent(share(rest, p.amounts().all_requests()))});
  return aligned(lines, ">>>>");
}

std::string volumes(const trace::Reader& reader, const Profile& p) {
  std::vector<std::uint32_t> order(p.volumes().size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return p.volumes()[a].amounts.all_requests() > p.volumes()[b].amounts.all_requests();
  });
  Lines lines{{"volume", "requests", "reads", "data", "ends at", "footprint", "sequential"}};
  for (std::size_t i = 0; i < std::min(order.size(), shown_volumes); ++i) {
    const trace::VolumeProfile& v = p.volumes()[order[i]];
    const std::uint64_t requests = v.amounts.all_requests();
    lines.push_back({reader.volumes().name(order[i]), number(requests),
                     percent(share(v.amounts.requests[0], requests)), bytes(v.amounts.all_bytes()),
                     bytes(v.end), bytes(v.blocks.estimate() * Profile::block_bytes),
                     percent(share(v.sequential, requests))});
  }
  std::string text = aligned(lines, "<>>>>>>");
  if (order.size() > shown_volumes)
    text += fmt::format("and {} more volumes\n", order.size() - shown_volumes);
  return text;
}

std::string course(const Profile& p) {
  const std::size_t count = p.intervals().size();
  const std::size_t together = (count + shown_intervals - 1) / shown_intervals;
  Lines lines{{"from", "requests/s", "reads", "MB/s", "working set"}};
  for (std::size_t at = 0; at < count; at += together) {
    trace::Interval sum;
    std::uint64_t requests = 0, reads = 0, data = 0;
    for (std::size_t i = at; i < std::min(count, at + together); ++i) {
      const trace::Interval& one = p.intervals()[i];
      requests += one.amounts.all_requests();
      reads += one.amounts.requests[0];
      data += one.amounts.all_bytes();
      sum.blocks.merge(one.blocks);
    }
    const double seconds = p.interval().seconds() * static_cast<double>(std::min(count - at, together));
    lines.push_back({duration(p.interval().seconds() * static_cast<double>(at)),
                     fmt::format("{:.5g}", static_cast<double>(requests) / seconds),
                     percent(share(reads, requests)),
                     fmt::format("{:.4g}", static_cast<double>(data) / seconds / 1e6),
                     bytes(sum.blocks.estimate() * Profile::block_bytes)});
  }
  return aligned(lines, ">>>>>");
}

Json amounts_json(const Amounts& amounts) {
  Json json = Json::object();
  for (std::size_t d = 0; d < directions.size(); ++d)
    json[directions[d]] = {{"requests", amounts.requests[d]}, {"bytes", amounts.bytes[d]}};
  json["syncs"] = amounts.syncs;
  return json;
}

std::uint64_t footprint_bytes(double blocks) {
  return static_cast<std::uint64_t>(blocks + 0.5) * Profile::block_bytes;
}

}  // namespace

std::string how_read(const trace::Reader& reader) {
  const std::string compression = reader.input().compression();
  return fmt::format("{}{} ({}{})", reader.format_title(), compression.empty() ? "" : ", " + compression,
                     reader.format_name(), reader.detected() ? ", detected" : "");
}

std::string info_text(const trace::Reader& reader, const Profile& p) {
  std::string text = fmt::format("trace: {}: {}", reader.input().name(), how_read(reader));
  if (reader.counts().passed_over > 0)
    text += fmt::format("; {} lines or events that are no requests", number(reader.counts().passed_over));
  if (reader.counts().bad_lines > 0)
    text += fmt::format("; {} bad lines skipped", number(reader.counts().bad_lines));
  if (reader.input().unterminated()) text += "; the last line has no line end";
  text += "\n\n" + mix(p) + "\n" + facts(p) + "\n" + sizes(p) + "\n" + volumes(reader, p);
  if (p.intervals().size() > 1) text += "\n" + course(p);
  return text;
}

Json info_json(const trace::Reader& reader, const Profile& p) {
  Json json{{"file", reader.input().name()},
            {"format", reader.format_name()},
            {"detected", reader.detected()},
            {"compression", reader.input().compression()},
            {"passed_over", reader.counts().passed_over},
            {"bad_lines", reader.counts().bad_lines},
            {"seconds", p.span().seconds()},
            {"amounts", amounts_json(p.amounts())},
            {"footprint_bytes",
             {{"all", footprint_bytes(p.footprint())},
              {"read", footprint_bytes(p.read_footprint())},
              {"write", footprint_bytes(p.write_footprint())},
              {"standard_error", 0.004}}},
            {"sequential", {{"requests", p.sequential()}, {"bytes", p.sequential_bytes()}}},
            {"out_of_order", {{"requests", p.out_of_order()}, {"most_seconds", p.furthest_back().seconds()}}},
            {"unaligned", {{"sectors", p.unaligned()}, {"blocks_4k", p.unaligned_blocks()}}},
            {"empty", p.empty()}};
  Json gaps{{"mean", p.gaps().mean()}, {"min", p.gaps().min()}, {"max", p.gaps().max()}};
  for (const double q : percentiles) gaps["percentile"][fmt::format("{}", q)] = p.gaps().percentile(q);
  Json& bins = gaps["bins"] = Json::array();
  p.gaps().for_each_bin([&bins](std::uint64_t value, std::uint64_t count) {
    bins.push_back({value, count});
  });
  json["gaps_ns"] = std::move(gaps);
  Json& of_size = json["sizes"] = Json::array();
  for (const auto& [size, counts] : p.sizes())
    of_size.push_back({{"bytes", size}, {"read", counts[0]}, {"write", counts[1]}, {"trim", counts[2]}});
  json["other_sizes"] = p.other_sizes();
  Json& all = json["volumes"] = Json::array();
  for (std::uint32_t v = 0; v < p.volumes().size(); ++v) {
    const trace::VolumeProfile& volume = p.volumes()[v];
    all.push_back({{"name", reader.volumes().name(v)},
                   {"amounts", amounts_json(volume.amounts)},
                   {"end", volume.end},
                   {"footprint_bytes", footprint_bytes(volume.blocks.estimate())},
                   {"sequential", volume.sequential}});
  }
  Json& course = json["intervals"] = Json::array();
  json["interval_seconds"] = p.interval().seconds();
  for (const trace::Interval& interval : p.intervals())
    course.push_back({{"amounts", amounts_json(interval.amounts)},
                      {"working_set_bytes", footprint_bytes(interval.blocks.estimate())}});
  return json;
}

}  // namespace rainier::tool
