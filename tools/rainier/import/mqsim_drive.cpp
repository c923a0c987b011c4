#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "tools/rainier/import/mqsim.hpp"

namespace rainier::tool {
namespace {

/// The lines of a YAML file, with the parameters they come from.
class Yaml {
 public:
  void comment(const std::string& line) { text_ += "# " + line + "\n"; }
  void group(const char* name) { text_ += std::string(name) + ":\n"; }
  template <class T>
  void value(int depth, const char* key, const T& value, const char* from = "") {
    std::string line =
        fmt::format("{}{}: {}", std::string(static_cast<std::size_t>(depth) * 2, ' '), key, value);
    if (*from != '\0') line += fmt::format("  # {}", from);
    text_ += line + "\n";
  }
  void inner(const char* name) { text_ += fmt::format("  {}:\n", name); }
  std::string text() const { return text_; }

 private:
  std::string text_;
};

std::string ns(std::uint64_t time) { return fmt::format("{}ns", time); }

struct Shape {
  std::uint64_t channels, chips, dies_a_chip, planes, blocks, pages, page_bytes;
  std::uint64_t dies() const { return channels * chips * dies_a_chip; }
  std::uint64_t dies_a_channel() const { return chips * dies_a_chip; }
  std::uint64_t raw() const { return dies() * planes * blocks * pages * page_bytes; }
  std::uint64_t superblocks() const { return planes * blocks; }
};

Shape shape_of(MqsimValues& device, MqsimValues& flash) {
  return {device.number("Flash_Channel_Count", 8),  device.number("Chip_No_Per_Channel", 4),
          flash.number("Die_No_Per_Chip", 2),       flash.number("Plane_No_Per_Die", 2),
          flash.number("Block_No_Per_Plane", 2048), flash.number("Page_No_Per_Block", 256),
          flash.number("Page_Capacity", 8192)};
}

void nand(Yaml& yaml, MqsimValues& flash, const Shape& shape) {
  const std::string cells = flash.word("Flash_Technology", "MLC", {"SLC", "MLC", "TLC"});
  const std::uint64_t read_lsb = flash.number("Page_Read_Latency_LSB", 75'000);
  const std::uint64_t read_csb = flash.number("Page_Read_Latency_CSB", 75'000);
  const std::uint64_t read_msb = flash.number("Page_Read_Latency_MSB", 75'000);
  const std::uint64_t program_lsb = flash.number("Page_Program_Latency_LSB", 750'000);
  const std::uint64_t program_csb = flash.number("Page_Program_Latency_CSB", 75'000);
  const std::uint64_t program_msb = flash.number("Page_Program_Latency_MSB", 750'000);
  yaml.group("nand");
  yaml.value(1, "planes", shape.planes, "Plane_No_Per_Die");
  yaml.value(1, "blocks_per_plane", shape.blocks, "Block_No_Per_Plane");
  yaml.value(1, "pages_per_block", shape.pages, "Page_No_Per_Block");
  yaml.value(1, "page_bytes", fmt::format("{}B", shape.page_bytes), "Page_Capacity");
  yaml.value(1, "spare_bytes", fmt::format("{}B", flash.number("Page_Metadat_Capacity", 1872)),
             "Page_Metadat_Capacity");
  yaml.value(1, "codeword_bytes", "512B", "MQSim moves the sectors that are asked for");
  if (cells == "MLC") {
    yaml.value(1, "cells", "mlc", "Flash_Technology");
    yaml.value(1, "read_time", ns(read_msb), "Page_Read_Latency_MSB");
    yaml.value(1, "lower_read_time", ns(read_lsb), "Page_Read_Latency_LSB");
    yaml.value(1, "program_time", ns((program_lsb + program_msb) / 2),
               "mean of Page_Program_Latency_LSB and _MSB");
    yaml.value(1, "lower_program_time", ns(program_lsb), "Page_Program_Latency_LSB");
  } else {
    const bool slc = cells == "SLC";
    yaml.value(1, "cells", "slc", "Flash_Technology");
    yaml.value(1, "read_time", ns(slc ? read_lsb : (read_lsb + read_csb + read_msb) / 3),
               "Page_Read_Latency_*");
    yaml.value(1, "program_time", ns(slc ? program_lsb : (program_lsb + program_csb + program_msb) / 3),
               "Page_Program_Latency_*");
    if (!slc)
      flash.approximate("Flash_Technology",
                        "three bits a cell are not modelled: every page has the mean "
                        "times of the three kinds");
  }
  if (cells != "TLC" && flash.has("Page_Read_Latency_CSB"))
    flash.quirk("Page_Read_Latency_CSB", "the times of CSB pages count with TLC alone");
  yaml.value(1, "erase_time", ns(flash.number("Block_Erase_Latency", 3'800'000)), "Block_Erase_Latency");
  yaml.value(1, "rated_cycles", flash.number("Block_PE_Cycles_Limit", 10'000), "Block_PE_Cycles_Limit");
  flash.without("CMD_Suspension_Support", "programs and erases are not suspended");
  flash.without("Suspend_Erase_Time", "programs and erases are not suspended");
  flash.without("Suspend_Program_Time", "programs and erases are not suspended");
}

void channel(Yaml& yaml, MqsimValues& device, const Shape& shape) {
  constexpr std::array<std::uint64_t, 6> modes{40, 66, 100, 133, 166, 200};
  const std::uint64_t width = device.number("Flash_Channel_Width", 1);
  const std::uint64_t rate = device.number("Channel_Transfer_Rate", 300) * width;
  std::size_t mode = 0;
  const auto far = [rate](std::uint64_t of) { return of > rate ? of - rate : rate - of; };
  for (std::size_t i = 0; i < modes.size(); ++i)
    if (far(modes[i]) < far(modes[mode])) mode = i;
  if (modes[mode] != rate)
    device.approximate("Channel_Transfer_Rate",
                       fmt::format("{} MB/s a channel; the nearest timing mode, {}, moves {} MB/s", rate,
                                   mode, modes[mode]));
  device.word("Flash_Comm_Protocol", "NVDDR2", {"NVDDR2"});
  yaml.group("channel");
  yaml.value(1, "channels", shape.channels, "Flash_Channel_Count");
  yaml.value(1, "dies", shape.dies(), "channels x Chip_No_Per_Channel x Die_No_Per_Chip");
  yaml.value(1, "timing_mode", mode, "Channel_Transfer_Rate x Flash_Channel_Width");
  yaml.value(1, "scheduler", "read-first", "Transaction_Scheduling_Policy");
  yaml.value(1, "cache", "false", "MQSim has no cache operations");
  yaml.value(1, "multi_plane", shape.planes > 1 ? "true" : "false");
  if (device.word("Transaction_Scheduling_Policy", "OUT_OF_ORDER",
                  {"OUT_OF_ORDER", "FLIN", "PRIORITY_OUT_OF_ORDER"}) != "OUT_OF_ORDER")
    device.approximate("Transaction_Scheduling_Policy",
                       "reads go first; fairness and priorities are not modelled");
}

void ftl(Yaml& yaml, MqsimValues& device, const Shape& shape) {
  const std::string victim = device.word("GC_Block_Selection_Policy", "RGA",
                                         {"GREEDY", "RGA", "RANDOM", "RANDOM_P", "RANDOM_PP", "FIFO"});
  const double start = device.real("GC_Exec_Threshold", 0.05), hard = device.real("GC_Hard_Threshold", 0.005);
  const auto count = static_cast<double>(shape.superblocks());
  yaml.group("ftl");
  yaml.value(1, "reserve", 0);
  yaml.value(1, "factory_bad", 0);
  yaml.value(1, "frontier", shape.dies_a_channel(),
             "a superblock spans all dies, as MQSim stripes writes over them");
  yaml.value(1, "parity", 0);
  yaml.inner("gc");
  if (victim == "RGA") {
    yaml.value(2, "victim", "d-choices", "GC_Block_Selection_Policy");
    yaml.value(2, "choices", std::max(2, static_cast<int>(std::bit_width(shape.blocks)) - 1),
               "log2 of Block_No_Per_Plane, as in MQSim");
  } else {
    yaml.value(2, "victim",
               victim == "GREEDY" ? "greedy"
               : victim == "FIFO" ? "fifo"
                                  : "random",
               "GC_Block_Selection_Policy");
    if (victim == "RANDOM_P" || victim == "RANDOM_PP")
      device.approximate("GC_Block_Selection_Policy", "taken as random among all closed superblocks");
  }
  yaml.value(2, "free_target", std::max<std::int64_t>(2, std::llround(start * count)),
             "GC_Exec_Threshold of the superblocks");
  yaml.value(2, "free_reserve", std::max<std::int64_t>(1, std::llround(hard * count)), "GC_Hard_Threshold");
  yaml.inner("wear");
  yaml.value(2, "allocation",
             device.truth("Dynamic_Wearleveling_Enabled", true) ? "least-worn" : "oldest-free",
             "Dynamic_Wearleveling_Enabled");
  yaml.value(2, "static_levelling", device.truth("Static_Wearleveling_Enabled", true) ? "true" : "false",
             "Static_Wearleveling_Enabled");
  yaml.value(2, "spread", device.number("Static_Wearleveling_Threshold", 100),
             "Static_Wearleveling_Threshold");
  if (device.word("Address_Mapping", "PAGE_LEVEL", {"PAGE_LEVEL", "HYBRID"}) == "HYBRID")
    device.approximate("Address_Mapping", "mapping is by page; MQSim has no hybrid mapping either");
  const bool ideal = device.truth("Ideal_Mapping_Table", false);
  const char* const whole_map = "the whole map is in DRAM, as with Ideal_Mapping_Table";
  if (!ideal) device.approximate("Ideal_Mapping_Table", whole_map);
  device.without("CMT_Capacity", whole_map);
  device.without("CMT_Sharing_Mode", whole_map);
  device.without("Plane_Allocation_Scheme", "writes go to channels, then dies, then planes in turn");
  device.without("Use_Copyback_for_GC", "copies go through the controller");
  device.without("Preemptible_GC_Enabled", "GC is paced by the host's writes");
  for (const char* key : {"Preferred_suspend_erase_time_for_read", "Preferred_suspend_erase_time_for_write",
                          "Preferred_suspend_write_time_for_read"})
    device.without(key, "programs and erases are not suspended");
}

void link(Yaml& yaml, MqsimValues& device, MqsimValues& host) {
  constexpr std::array<double, 3> of_generation{0.25, 0.5, 0.985};  // GB/s a lane, after the line code
  const double bandwidth = host.real("PCIe_Lane_Bandwidth", 0.4);
  const std::uint64_t lanes = host.number("PCIe_Lane_Count", 4);
  yaml.group("link");
  if (device.word("HostInterface_Type", "NVME", {"NVME", "SATA"}) == "SATA") {
    yaml.value(1, "interface", "sata", "HostInterface_Type");
    return;
  }
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < of_generation.size(); ++i)
    if (std::abs(of_generation[i] - bandwidth) < std::abs(of_generation[nearest] - bandwidth)) nearest = i;
  if (std::abs(of_generation[nearest] - bandwidth) > 0.02 * bandwidth)
    host.approximate("PCIe_Lane_Bandwidth",
                     fmt::format("{} GB/s; the nearest generation, {}, moves {} GB/s a lane", bandwidth,
                                 nearest + 1, of_generation[nearest]));
  const std::uint64_t power = std::min<std::uint64_t>(std::bit_ceil(std::max<std::uint64_t>(lanes, 1)), 32);
  if (power != lanes) host.approximate("PCIe_Lane_Count", fmt::format("taken as {}", power));
  yaml.value(1, "interface", "pcie", "HostInterface_Type");
  yaml.value(1, "generation", nearest + 1, "PCIe_Lane_Bandwidth");
  yaml.value(1, "lanes", power, "PCIe_Lane_Count");
}

void memory(Yaml& yaml, MqsimValues& device, const Shape& shape, std::uint64_t capacity, bool cached) {
  constexpr std::uint64_t mib = 1 << 20;
  const std::uint64_t cache = device.number("Data_Cache_Capacity", 512 * mib);
  const std::uint64_t buffer = cached ? std::max(cache, 4 * shape.page_bytes) : 8 * mib;
  const std::uint64_t map = 8 * (capacity / shape.page_bytes);
  yaml.group("dram");
  yaml.value(1, "rate", fmt::format("{}MT/s", device.number("Data_Cache_DRAM_Data_Rate", 800)),
             "Data_Cache_DRAM_Data_Rate");
  yaml.value(1, "width", fmt::format("{}B", device.number("Data_Cache_DRAM_Data_Busrt_Size", 4)),
             "Data_Cache_DRAM_Data_Busrt_Size");
  yaml.value(1, "size", fmt::format("{}MiB", (buffer + map) / mib + 16), "the cache and the map");
  yaml.value(1, "write_buffer", fmt::format("{}B", buffer),
             cached ? "Data_Cache_Capacity" : "no cache for writes");
  device.without("Data_Cache_DRAM_Row_Size", "DRAM is a bus with refresh, without rows");
  for (const char* key : {"Data_Cache_DRAM_tRCD", "Data_Cache_DRAM_tCL", "Data_Cache_DRAM_tRP"})
    device.without(key, "DRAM is a bus with refresh, without rows");
  device.without("Data_Cache_Sharing_Mode", "all jobs share one write buffer");
}

void front_end(Yaml& yaml, MqsimValues& device, bool cached) {
  const std::uint64_t depth = device.number("IO_Queue_Depth", 1024), kept = depth & 0xffff;
  if (depth != kept) device.quirk("IO_Queue_Depth", fmt::format("MQSim keeps 16 bits of it: {}", kept));
  yaml.group("controller");
  yaml.value(1, "slots", std::max<std::uint64_t>(kept, 1), "IO_Queue_Depth");
  yaml.value(1, "slot_group", std::max<std::uint64_t>(kept, 1));
  yaml.value(1, "command_time", "0s", "MQSim's controller takes no time");
  yaml.value(1, "coalesce_count", 1, "MQSim raises no interrupts");
  yaml.value(1, "acknowledge", cached ? "buffer" : "program", "Device_Level_Data_Caching_Mode");
  device.without("Queue_Fetch_Size", "the controller takes a command when its doorbell rings");
}

}  // namespace

std::string mqsim_drive(const MqsimFile& file, const std::string& name, const MqsimCaching& caching,
                        Remarks& remarks) {
  const pugi::xml_node device_node = file.root().child("Device_Parameter_Set");
  if (device_node.empty()) file.fail(file.root(), "expected a Device_Parameter_Set in it");
  MqsimValues host(file, file.root().child("Host_Parameter_Set"), remarks);
  MqsimValues device(file, device_node, remarks);
  MqsimValues flash(file, device_node.child("Flash_Parameter_Set"), remarks);
  device.elsewhere("Flash_Parameter_Set");
  const Shape shape = shape_of(device, flash);
  const double spare = device.real("Overprovisioning_Ratio", 0.02);
  if (!(spare > 0 && spare < 1))
    file.fail(device_node.child("Overprovisioning_Ratio"), "expected a share above 0 and below 1");
  constexpr std::uint64_t unit = 1 << 20;
  const auto capacity =
      static_cast<std::uint64_t>(static_cast<double>(shape.raw()) * (1 - spare)) / unit * unit;
  device.word("Memory_Type", "FLASH", {"FLASH"});
  device.without("Seed", "the seed of a run is that of --seed");
  device.without("Enabled_Preconditioning",
                 "a drive is preconditioned with --precondition, as each job file says");
  host.without("Enable_ResponseTime_Logging", "write_lat_log in a job writes latencies");
  host.without("ResponseTime_Logging_Period_Length", "log_avg_msec in a job sets the interval");

  Yaml yaml;
  yaml.comment(fmt::format("From {} of MQSim. What has no counterpart is in the report of the import.",
                           std::filesystem::path(file.name()).filename().string()));
  yaml.value(0, "name", name);
  yaml.value(0, "capacity", fmt::format("{}MiB", capacity / unit), "raw less Overprovisioning_Ratio");
  nand(yaml, flash, shape);
  channel(yaml, device, shape);
  ftl(yaml, device, shape);
  link(yaml, device, host);
  memory(yaml, device, shape, capacity, caching.writes);
  front_end(yaml, device, caching.writes);
  yaml.group("power");
  yaml.value(1, "governor", "false", "MQSim knows no power");
  for (MqsimValues* values : {&host, &device, &flash}) values->finish();
  return yaml.text();
}

}  // namespace rainier::tool
