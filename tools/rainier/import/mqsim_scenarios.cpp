#include <fmt/format.h>

#include <algorithm>

#include "tools/rainier/import/mqsim.hpp"

namespace rainier::tool {
namespace {

constexpr std::uint64_t sector = 512;

/// What both kinds of flows have; answers how full the drive is before.
std::uint64_t common(MqsimValues& flow, MqsimCaching& caching) {
  const std::string mode = flow.word("Device_Level_Data_Caching_Mode", "WRITE_CACHE",
                                     {"TURNED_OFF", "WRITE_CACHE", "READ_CACHE", "WRITE_READ_CACHE"});
  if (mode == "READ_CACHE" || mode == "WRITE_READ_CACHE")
    flow.approximate("Device_Level_Data_Caching_Mode",
                     "reads are served from the write buffer, not from a read cache");
  if (mode == "TURNED_OFF" || mode == "READ_CACHE") caching.writes = false;
  flow.without("Priority_Class", "jobs have no priority classes");
  for (const char* key : {"Channel_IDs", "Chip_IDs", "Die_IDs", "Plane_IDs"})
    flow.without(key, "every job uses the whole drive: a flow confined to a part of it is not");
  flow.elsewhere("Type");
  return flow.number("Initial_Occupancy_Percentage", 0);
}

std::string options(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& option : list) text += option + "\n";
  return text;
}

std::string synthetic(MqsimValues& flow, const std::string& name, std::uint64_t& occupancy,
                      MqsimCaching& caching) {
  occupancy = std::max(occupancy, common(flow, caching));
  const std::uint64_t reads = std::min<std::uint64_t>(flow.number("Read_Percentage", 100), 100);
  const std::uint64_t bytes = std::max<std::uint64_t>(flow.number("Average_Request_Size", 8), 1) * sector;
  const std::uint64_t working_set = flow.number("Working_Set_Percentage", 85);
  const std::string where =
      flow.word("Address_Distribution", "UNIFORM_RANDOM",
                {"STREAMING", "HOTCOLD_RANDOM", "UNIFORM_RANDOM", "RANDOM_UNIFORM", "RANDOM_HOTCOLD"});
  const bool streaming = where == "STREAMING", hot_cold = where.find("HOTCOLD") != std::string::npos;
  const std::string kind = reads == 100 ? "read" : reads == 0 ? "write" : "rw";
  std::vector<std::string> list{"rw=" + (streaming ? kind : "rand" + kind), fmt::format("bs={}", bytes),
                                fmt::format("size={}%", std::clamp<std::uint64_t>(working_set, 1, 100))};
  if (kind == "rw") list.push_back(fmt::format("rwmixread={}", reads));
  if (!streaming) list.emplace_back("norandommap");
  const std::uint64_t hot = flow.number("Percentage_of_Hot_Region", 0);
  if (hot_cold && hot > 0 && hot < 100)
    list.push_back(fmt::format("random_distribution=zoned:{}/{}:{}/{}", 100 - hot, hot, hot, 100 - hot));
  if (flow.word("Request_Size_Distribution", "FIXED", {"FIXED", "NORMAL"}) == "NORMAL")
    flow.approximate("Request_Size_Distribution", "all requests have the mean size; bssplit can say others");
  flow.number("Variance_Request_Size", 0);

  const std::uint64_t depth = flow.number("Average_No_of_Reqs_in_Queue", 16);
  const std::uint64_t intensity = flow.number("Intensity", flow.number("Bandwidth", 262'144));
  if (flow.word("Synthetic_Generator_Type", "QUEUE_DEPTH", {"QUEUE_DEPTH", "ARRIVAL_RATE", "BANDWIDTH"}) ==
      "QUEUE_DEPTH") {
    list.push_back(fmt::format("iodepth={}", std::max<std::uint64_t>(depth, 1)));
  } else {
    list.emplace_back("iodepth=4096");
    list.emplace_back("rate_process=poisson");
    list.push_back(fmt::format("rate={},{}", intensity * reads / 100, intensity * (100 - reads) / 100));
    flow.quirk("Intensity", "MQSim takes it as bytes a second, and draws exponential times between requests");
  }
  const std::uint64_t stop = flow.number("Stop_Time", 1'000'000'000);
  const std::uint64_t requests = flow.number("Total_Requests_To_Generate", 0);
  if (requests > 0) {
    list.push_back(fmt::format("number_ios={}", requests));
    list.emplace_back("time_based");
    list.emplace_back("runtime=10d");
  } else {
    list.emplace_back("time_based");
    list.push_back(fmt::format("runtime={}us", std::max<std::uint64_t>(stop / 1000, 1)));
  }
  list.push_back(fmt::format("randseed={}", flow.number("Seed", 798)));
  return "[" + name + "]\n" + options(list);
}

std::string trace(MqsimValues& flow, const MqsimFile& file, const pugi::xml_node& node,
                  const std::string& drive, std::uint64_t& occupancy, MqsimCaching& caching) {
  occupancy = std::max(occupancy, common(flow, caching));
  flow.elsewhere("File_Path");
  std::string path = node.child("File_Path").text().as_string();
  if (path.empty()) file.fail(node, "expected a File_Path in it");
  std::replace(path.begin(), path.end(), '\\', '/');
  const std::string unit = flow.word("Time_Unit", "NANOSECOND", {"PICOSECOND", "NANOSECOND", "MICROSECOND"});
  const std::uint64_t share = flow.number("Percentage_To_Be_Executed", 100);
  if (share != 100)
    flow.approximate("Percentage_To_Be_Executed", "the whole trace is played; --requests N ends it after N");
  std::string line =
      fmt::format("rainier replay '{}' --format mqsim --time-unit {} --merge overlay --past-end wrap", path,
                  unit == "PICOSECOND"   ? "ps"
                  : unit == "NANOSECOND" ? "ns"
                                         : "us");
  if (const std::uint64_t passes = flow.number("Relay_Count", 1); passes > 1)
    line += fmt::format(" --passes {}", passes);
  return line + fmt::format(" --configs \"$(dirname \"$0\")/..\" --drive {}", drive);
}

std::string recipe(std::uint64_t occupancy) {
  return occupancy == 0
             ? ""
             : fmt::format(" --precondition seq:128KiB:{:.2g}", static_cast<double>(occupancy) / 100);
}

}  // namespace

MqsimScenarios mqsim_scenarios(const MqsimFile& file, const std::string& drive, Remarks& remarks) {
  MqsimScenarios all;
  int number = 0;
  for (const pugi::xml_node& scenario : file.root().children("IO_Scenario")) {
    ++number;
    std::string jobs, replays;
    std::uint64_t occupancy = 0;
    int flows = 0;
    for (const pugi::xml_node& node : scenario.children()) {
      if (node.type() != pugi::node_element) continue;
      MqsimValues flow(file, node, remarks);
      const std::string kind = node.name();
      if (kind == "IO_Flow_Parameter_Set_Synthetic")
        jobs += (jobs.empty() ? "" : "\n") +
                synthetic(flow, fmt::format("flow-{}", ++flows), occupancy, all.caching);
      else if (kind == "IO_Flow_Parameter_Set_Trace_Based")
        replays += trace(flow, file, node, drive, occupancy, all.caching) + recipe(occupancy) + "\n";
      else
        file.fail(node, "expected IO_Flow_Parameter_Set_Synthetic or IO_Flow_Parameter_Set_Trace_Based");
      flow.finish();
    }
    if (!jobs.empty() && !replays.empty())
      file.fail(scenario, "flows of a trace and synthetic ones in one scenario can't be run together");
    const std::string name = fmt::format("{}-scenario-{}", drive, number);
    if (!jobs.empty())
      all.files.push_back({name + ".fio", fmt::format("; rainier run --configs FOLDER --drive {} {}{}\n\n{}",
                                                      drive, name, recipe(occupancy), jobs)});
    if (!replays.empty()) all.files.push_back({name + ".sh", "#!/bin/sh\n" + replays});
  }
  if (number == 0) file.fail(file.root(), "expected an IO_Scenario in it");
  return all;
}

}  // namespace rainier::tool
