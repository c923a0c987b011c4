#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tools/rainier/tool_test.hpp"

namespace rainier::tool {
namespace {

const std::string device = R"(<?xml version="1.0" encoding="us-ascii"?>
<Execution_Parameter_Set>
  <Host_Parameter_Set>
    <PCIe_Lane_Bandwidth>0.5</PCIe_Lane_Bandwidth>
    <PCIe_Lane_Count>8</PCIe_Lane_Count>
  </Host_Parameter_Set>
  <Device_Parameter_Set>
    <Seed>321</Seed>
    <HostInterface_Type>nvme</HostInterface_Type>
    <IO_Queue_Depth>66560</IO_Queue_Depth>
    <Data_Cache_Capacity>33554432</Data_Cache_Capacity>
    <Data_Cache_DRAM_Data_Burst_Size>1</Data_Cache_DRAM_Data_Burst_Size>
    <CMT_Capacity>2097152</CMT_Capacity>
    <Overprovisioning_Ratio>0.125</Overprovisioning_Ratio>
    <GC_Block_Selection_Policy>RGA</GC_Block_Selection_Policy>
    <Flash_Channel_Count>4</Flash_Channel_Count>
    <Channel_Transfer_Rate>333</Channel_Transfer_Rate>
    <Chip_No_Per_Channel>2</Chip_No_Per_Channel>
    <Flash_Parameter_Set>
      <Flash_Technology>MLC</Flash_Technology>
      <Page_Read_Latency_LSB>50000</Page_Read_Latency_LSB>
      <Page_Read_Latency_MSB>75000</Page_Read_Latency_MSB>
      <Page_Program_Latency_LSB>400000</Page_Program_Latency_LSB>
      <Page_Program_Latency_MSB>1200000</Page_Program_Latency_MSB>
      <Die_No_Per_Chip>1</Die_No_Per_Chip>
      <Plane_No_Per_Die>2</Plane_No_Per_Die>
      <Block_No_Per_Plane>64</Block_No_Per_Plane>
      <Page_No_Per_Block>64</Page_No_Per_Block>
      <Page_Capacity>8192</Page_Capacity>
      <Page_Metadat_Capacity>448</Page_Metadat_Capacity>
    </Flash_Parameter_Set>
  </Device_Parameter_Set>
</Execution_Parameter_Set>
)";

const std::string workload = R"(<?xml version="1.0"?>
<MQSim_IO_Scenarios>
  <IO_Scenario>
    <IO_Flow_Parameter_Set_Synthetic>
      <Priority_Class>HIGH</Priority_Class>
      <Device_Level_Data_Caching_Mode>WRITE_CACHE</Device_Level_Data_Caching_Mode>
      <Initial_Occupancy_Percentage>75</Initial_Occupancy_Percentage>
      <Working_Set_Percentage>50</Working_Set_Percentage>
      <Synthetic_Generator_Type>QUEUE_DEPTH</Synthetic_Generator_Type>
      <Read_Percentage>70</Read_Percentage>
      <Address_Distribution>HOTCOLD_RANDOM</Address_Distribution>
      <Percentage_of_Hot_Region>20</Percentage_of_Hot_Region>
      <Average_Request_Size>16</Average_Request_Size>
      <Average_No_of_Reqs_in_Queue>12</Average_No_of_Reqs_in_Queue>
      <Stop_Time>20000000</Stop_Time>
    </IO_Flow_Parameter_Set_Synthetic>
  </IO_Scenario>
  <IO_Scenario>
    <IO_Flow_Parameter_Set_Trace_Based>
      <File_Path>traces\small.trace</File_Path>
      <Relay_Count>2</Relay_Count>
      <Time_Unit>MICROSECOND</Time_Unit>
    </IO_Flow_Parameter_Set_Trace_Based>
  </IO_Scenario>
</MQSim_IO_Scenarios>
)";

struct Files {
  explicit Files(const std::string& ssd = device, const std::string& work = workload) {
    std::ofstream(folder / "ssd.xml", std::ios::binary) << ssd;
    std::ofstream(folder / "work.xml", std::ios::binary) << work;
  }
  Ran import() const { return shell(folder, "import mqsim ssd.xml work.xml --output o"); }
  host::ScratchFolder folder;
};

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE(
    "a device of MQSim becomes a drive with its geometry and times, and a scenario a job that runs on it") {
  const Files files;
  const Ran ran = files.import();
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const std::string drive = content(files.folder / "o/drives/ssd.yaml");
  // 4 x 2 x 1 dies of 2 x 64 blocks of 64 pages of 8 KiB, less an eighth.
  for (const char* line :
       {"capacity: 448MiB", "dies: 8 ", "planes: 2 ", "blocks_per_plane: 64 ", "cells: mlc",
        "read_time: 75000ns", "lower_read_time: 50000ns", "program_time: 800000ns",
        "lower_program_time: 400000ns", "victim: d-choices", "choices: 6 ", "generation: 2 ", "lanes: 8 ",
        "write_buffer: 33554432B", "timing_mode: 5 ", "slots: 1024 "})
    REQUIRE_THAT(drive, Catch::Contains(line));
  const std::string job = content(files.folder / "o/workloads/ssd-scenario-1.fio");
  for (const char* line : {"rw=randrw\n", "bs=8192\n", "size=50%\n", "rwmixread=70\n", "iodepth=12\n",
                           "random_distribution=zoned:80/20:20/80\n", "runtime=20000us\n"})
    REQUIRE_THAT(job, Catch::Contains(line));
  const Ran run = shell(files.folder,
                        "run --configs o --drive ssd ssd-scenario-1 --precondition seq:128KiB:0.75 --json -");
  INFO(run.err);
  REQUIRE(run.status == 0);
  REQUIRE(nlohmann::json::parse(run.out)["jobs"][0]["read"]["total_ios"] > 100);
}

TEST_CASE("a scenario of a trace becomes the command that replays it") {
  const Files files;
  REQUIRE(files.import().status == 0);
  REQUIRE(content(files.folder / "o/workloads/ssd-scenario-2.sh") ==
          "#!/bin/sh\nrainier replay 'traces/small.trace' --format mqsim --time-unit us --merge overlay "
          "--past-end "
          "wrap --passes 2 --configs \"$(dirname \"$0\")/..\" --drive ssd\n");
}

TEST_CASE("each parameter without counterpart is named with its line, and so are MQSim's quirks") {
  const Files files;
  const std::string out = files.import().out;
  for (const char* line : {"ssd.xml:8: Seed = 321: ", "ssd.xml:13: CMT_Capacity = 2097152: ",
                           "work.xml:5: Priority_Class = HIGH: ",
                           "ssd.xml:17: Channel_Transfer_Rate = 333: 333 MB/s a channel; the nearest timing "
                           "mode, 5, moves 200 MB/s",
                           "ssd.xml:10: IO_Queue_Depth = 66560: MQSim keeps 16 bits of it: 1024",
                           "ssd.xml:12: Data_Cache_DRAM_Data_Burst_Size = 1: MQSim passes over it, and so "
                           "was done here; did you mean "
                           "\"Data_Cache_DRAM_Data_Busrt_Size\"?"})
    REQUIRE_THAT(out, Catch::Contains(line));
  REQUIRE(out.find(content(files.folder / "o/ssd-import.txt")) == 0);
}

TEST_CASE("what is wrong in MQSim's files is one line with its number, and nothing is written") {
  const auto said = [](const std::string& ssd, const std::string& work) {
    const Files files(ssd, work);
    const Ran ran = files.import();
    REQUIRE(ran.status == 2);
    REQUIRE(ran.out.empty());
    REQUIRE_FALSE(std::filesystem::exists(files.folder / "o"));
    return ran.err;
  };
  REQUIRE(said("hello", workload) == "rainier: ssd.xml:1: not XML: No document element found\n");
  REQUIRE(said(workload, workload) ==
          "rainier: ssd.xml: expected the element Execution_Parameter_Set, not \"MQSim_IO_Scenarios\"\n");
  REQUIRE(said(changed(device, ">66560<", ">many<"), workload) ==
          "rainier: ssd.xml:10: IO_Queue_Depth: expected a whole number (got \"many\")\n");
  REQUIRE(said(changed(device, ">MLC<", ">MLD<"), workload) ==
          "rainier: ssd.xml:20: Flash_Technology: expected one of SLC, MLC, TLC (got \"MLD\"); did you mean "
          "\"MLC\"?\n");
  REQUIRE(said(changed(device, "</Host_Parameter_Set>", "<x></Host_Parameter_Set>"), workload)
              .starts_with("rainier: ssd.xml:6: not XML: "));
  REQUIRE(said(device, changed(workload, ">QUEUE_DEPTH<", ">DEPTH<"))
              .starts_with("rainier: work.xml:9: Synthetic_Generator_Type: expected one of QUEUE_DEPTH, "));
  // Found only when the drive is put together.
  const std::string late = said(changed(device, ">0.125<", ">0.001<"), workload);
  REQUIRE(late.starts_with("rainier: ssd.xml makes no drive: "));
  REQUIRE(std::count(late.begin(), late.end(), '\n') == 1);
  REQUIRE(said(changed(device, ">4</Flash_Channel_Count", ">0</Flash_Channel_Count"), workload)
              .starts_with("rainier: ssd.xml makes no drive: capacity: expected "));
  REQUIRE(said(device, "<MQSim_IO_Scenarios/>") ==
          "rainier: work.xml:1: MQSim_IO_Scenarios: expected an IO_Scenario in it\n");
}

}  // namespace
}  // namespace rainier::tool
