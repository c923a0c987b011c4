#include "tools/rainier/manager/manage_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/rainier/output.hpp"
#include "tools/rainier/table.hpp"

namespace rainier::manager {
namespace {

using Json = nlohmann::ordered_json;
using tool::aligned;
using tool::grouped;
using Lines = std::vector<std::vector<std::string>>;

std::string text(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }
double number(const Json& value) { return value.is_number() ? value.get<double>() : 0; }

std::string bytes(double value) {
  static constexpr std::array<const char*, 6> units{"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; value >= 1000 && unit + 1 < units.size(); ++unit) value /= 1000;
  return fmt::format("{:.4g} {}", value, units[unit]);
}

std::string span(double microseconds) {
  if (microseconds < 1000) return fmt::format("{:.4g} us", microseconds);
  return microseconds < 1e6 ? fmt::format("{:.4g} ms", microseconds / 1e3)
                            : fmt::format("{:.4g} s", microseconds / 1e6);
}

std::string latency(const Json& flow, const char* key) {
  const Json& l = flow.at("latency_us");
  return l.is_null() ? "-" : span(number(l.at(key)));
}

std::string health(const Json& status) {
  const std::string rain = text(status.at("rain").at("state"));
  if (!status.at("smart").at("passed").get<bool>()) return "FAILED";
  return rain == "whole" || rain == "none" ? "good" : rain;
}

std::string rain(const Json& r) {
  const std::string state = text(r.at("state"));
  if (state == "none") return "no parity";
  std::string line = fmt::format("{}+{}, {}", text(r.at("data")), text(r.at("parity")), state);
  if (state == "rebuilding")
    line +=
        fmt::format(" {:.1f} %, {} blocks to go", 100 * number(r.at("progress")), text(r.at("blocks_left")));
  if (number(r.at("lost_dies")) > 0) line += fmt::format(", {} dies lost", text(r.at("lost_dies")));
  return line;
}

std::string pace(const Json& time) {
  return fmt::format("{}: {:.4g} simulated seconds a second, replies {} late", text(time.at("pace")),
                     number(time.at("achieved")), span(1e6 * number(time.at("lag_seconds"))));
}

}  // namespace

std::string list_text(const std::vector<Json>& drives) {
  if (drives.empty()) return "no drive is served (rainier serve DRIVE serves one)\n";
  Lines lines{{"NAME", "DRIVE", "CAPACITY", "HEALTH", "IOPS", "PAGE"}};
  for (const Json& s : drives) {
    const double iops =
        number(s.at("load").at("read").at("iops")) + number(s.at("load").at("write").at("iops"));
    lines.push_back({text(s.at("about").at("name")), text(s.at("drive").at("model")),
                     bytes(number(s.at("drive").at("capacity_bytes"))), health(s), grouped(iops),
                     s.at("about").contains("page") ? text(s.at("about").at("page")) : "-"});
  }
  return aligned(lines, "<<><><");
}

std::string info_text(const Json& s) {
  const Json &d = s.at("drive"), &about = s.at("about");
  Lines lines{{"drive", text(d.at("model"))},
              {"serial number", text(d.at("serial"))},
              {"firmware", text(d.at("firmware"))},
              {"capacity", fmt::format("{} of {} raw", bytes(number(d.at("capacity_bytes"))),
                                       bytes(number(d.at("raw_bytes"))))},
              {"flash", fmt::format("{} {} dies on {} channels, {} planes x {} blocks x {} pages x {}",
                                    text(d.at("dies")), text(d.at("cells")), text(d.at("channels")),
                                    text(d.at("planes")), text(d.at("blocks_per_plane")),
                                    text(d.at("pages_per_block")), bytes(number(d.at("page_bytes"))))},
              {"RAIN", rain(s.at("rain"))},
              {"health", health(s)},
              {"pace", pace(s.at("time"))}};
  for (const auto& [key, value] : about.items()) lines.push_back({key, text(value)});
  return aligned(lines, "<<");
}

std::string smart_text(const Json& s) {
  const Json& smart = s.at("smart");
  Lines lines{{"ID", "ATTRIBUTE", "VALUE", "WORST", "THRESHOLD", "STATE", "RAW"}};
  for (const Json& a : smart.at("table"))
    lines.push_back({text(a.at("id")), text(a.at("name")), text(a.at("value")), text(a.at("worst")),
                     text(a.at("threshold")), a.at("failing").get<bool>() ? "FAILING" : "-",
                     text(a.at("raw"))});
  return fmt::format("{}, serial {}: {}\n\n", text(s.at("drive").at("model")),
                     text(s.at("drive").at("serial")), smart.at("passed").get<bool>() ? "PASSED" : "FAILED") +
         aligned(lines, "><>>><<");
}

std::string stats_text(const Json& s) {
  const Json &load = s.at("load"), &t = s.at("temperature"), &p = s.at("power"), &w = s.at("wear");
  Lines flows{{"", "IOPS", "BANDWIDTH", "MEAN", "P50", "P99", "P99.9", "MAX"}};
  for (const char* way : {"read", "write"}) {
    const Json& f = load.at(way);
    flows.push_back({way, grouped(number(f.at("iops"))), bytes(number(f.at("bytes_per_second"))) + "/s",
                     latency(f, "mean"), latency(f, "p50"), latency(f, "p99"), latency(f, "p999"),
                     latency(f, "max")});
  }
  const double cap = number(p.at("cap"));
  const Lines lines{
      {"queue depth", fmt::format("{:.4g} of {}", number(load.at("depth")), text(load.at("slots")))},
      {"temperature",
       fmt::format("{:.1f} C in air of {:.1f} C{}", number(t.at("celsius")), number(t.at("ambient")),
                   t.at("shut_down").get<bool>()    ? ", shut down"
                   : t.at("throttling").get<bool>() ? ", throttling"
                                                    : "")},
      {"power",
       fmt::format("{:.2f} W{}", number(p.at("watts")), cap > 0 ? fmt::format(" of {:g} W", cap) : "")},
      {"life used", fmt::format("{:.3g} %, {:.4g} mean erases", number(w.at("percent_of_life")),
                                number(w.at("mean_erases")))},
      {"write amplification",
       fmt::format("{:.3f} now, {:.3f} in all, parity included", number(w.at("write_amplification_now")),
                   number(w.at("write_amplification")))},
      {"garbage collection",
       fmt::format("{} copies/s, {} of {} superblocks free", grouped(number(s.at("gc").at("copies"))),
                   text(s.at("gc").at("free_superblocks")), text(s.at("gc").at("superblocks")))},
      {"RAIN", rain(s.at("rain"))},
      {"errors", text(load.at("errors"))},
      {"pace", pace(s.at("time"))}};
  return aligned(flows, "<>>>>>>>") + "\n" + aligned(lines, "<<");
}

std::string watch_head() {
  return fmt::format("{:>12} {:>10} {:>10} {:>11} {:>10} {:>10} {:>6} {:>6} {:>6}  {}\n", "SIMULATED",
                     "READ/S", "WRITE/S", "BANDWIDTH", "READ P99", "WRITE P99", "DEPTH", "C", "W", "RAIN");
}

std::string watch_line(const Json& s) {
  const Json &load = s.at("load"), &read = load.at("read"), &write = load.at("write");
  return fmt::format("{:>10.3f} s {:>10} {:>10} {:>11} {:>10} {:>10} {:>6.1f} {:>6.1f} {:>6.2f}  {}\n",
                     number(s.at("time").at("simulated_seconds")), grouped(number(read.at("iops"))),
                     grouped(number(write.at("iops"))),
                     bytes(number(read.at("bytes_per_second")) + number(write.at("bytes_per_second"))) + "/s",
                     latency(read, "p99"), latency(write, "p99"), number(load.at("depth")),
                     number(s.at("temperature").at("celsius")), number(s.at("power").at("watts")),
                     rain(s.at("rain")));
}

std::string events_text(const Json& s) {
  if (s.at("events").empty()) return "no events\n";
  std::string all = "     SECONDS  EVENT\n";
  for (const Json& e : s.at("events"))
    all += fmt::format("{:12.6f}  {}\n", number(e.at("seconds")), text(e.at("what")));
  return all;
}

}  // namespace rainier::manager
