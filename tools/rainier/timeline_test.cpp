#include <catch2/catch.hpp>

#include "tools/rainier/tool_test.hpp"
#include "tools/rainier/trace_event_rules_test.hpp"

namespace rainier::tool {
namespace {

using Json = nlohmann::json;

const std::string mixed =
    "--rw=randrw --bs=4k --iodepth=8 --time_based --runtime=20ms --norandommap --quiet ";
const std::string full = "--precondition seq:128KiB:1,rand:4KiB:2 ";

TraceEventRules timeline_of(const std::string& arguments) {
  const host::ScratchFolder folder;
  const Ran ran = shell(folder, "run " + arguments + "--timeline t.json --timeline-window 5ms..9ms");
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return TraceEventRules(Json::parse(content(folder / "t.json")));
}

TEST_CASE("a timeline keeps the rules of Chrome's trace events, and its slices lie within the window") {
  const std::string drive = GENERATE(std::string("--set power.governor=true --set power.cap=11W --set "
                                                 "power.idle=10W --set ftl.parity=7 --set capacity=640MiB "),
                                     std::string("--set controller.cores=3 --set controller.map_time=2us "));
  const TraceEventRules rules = timeline_of(small_drive + drive + mixed + full);
  CAPTURE(drive);
  REQUIRE(rules.faults() == std::vector<std::string>());
  std::set<std::string> names;
  for (const auto& [track, slices] : rules.slices())
    for (const auto& slice : slices) {
      REQUIRE(slice.begin >= 5000);
      REQUIRE(slice.begin <= 9000);
      names.insert(slice.name);
    }
  for (const char* name : {"read 4096 B", "write 4096 B", "pipeline", "driver", "read (host)",
                           "program (host)", "read (GC)", "program (GC)"}) {
    INFO(name);
    REQUIRE(names.contains(name));
  }
  REQUIRE(rules.arrows() > 10);
}

TEST_CASE("every box of the drive has its tracks in a timeline") {
  const TraceEventRules rules = timeline_of(
      small_drive + "--set power.governor=true --set power.cap=11W --set power.idle=10W " +
      "--set ftl.parity=7 --set capacity=640MiB --set controller.cores=3 --set controller.map_time=2us " +
      mixed + full);
  const auto most = [&](const std::string& name) {
    INFO(name);
    REQUIRE(rules.counters().contains(name));
    const std::vector<double>& values = rules.counters().at(name);
    return *std::max_element(values.begin(), values.end());
  };
  REQUIRE(most("queues: requests outstanding") == 8);
  REQUIRE(most("link: to the host, % busy") > 0);
  REQUIRE(most("link: to the host, % busy") <= 101);
  REQUIRE(most("firmware: command pipeline, % busy") > 0);
  REQUIRE(most("firmware: map cores, % busy") > 0);
  REQUIRE(most("write buffer: units used") > 0);
  REQUIRE(most("garbage collection: pages copied") > 0);
  REQUIRE(most("parity: parity pages") > 0);
  REQUIRE(most("power governor: operations that wait for power") > 0);
  REQUIRE(most("power governor: power, W") > 10);
  REQUIRE(most("temperature: NAND, C") > 25);
  REQUIRE(most("temperature: controller, C") > 25);
  REQUIRE(!rules.spans().empty());
  REQUIRE(rules.spans().begin()->starts_with("superblock "));
}

TEST_CASE("what breaks the rules of trace events is found") {
  const auto faults = [](const char* events) {
    return TraceEventRules(
               Json::parse(std::string(R"({"traceEvents":[)") +
                           R"({"ph":"M","name":"process_name","pid":1,"tid":0,"ts":0,"args":{"name":"p"}},)" +
                           R"({"ph":"M","name":"thread_name","pid":1,"tid":1,"ts":0,"args":{"name":"t"}},)" +
                           events + "]}"))
        .faults();
  };
  const std::string slice = R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":10,"dur":10})";
  REQUIRE(faults(slice.c_str()).empty());
  REQUIRE(faults(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":10})").size() == 1);
  REQUIRE(faults(R"({"ph":"X","name":"a","pid":1,"tid":2,"ts":10,"dur":1})").size() == 1);
  REQUIRE(faults(R"({"ph":"X","name":"a","tid":1,"ts":10,"dur":1})").size() == 1);
  REQUIRE(faults((slice + R"(,{"ph":"X","name":"b","pid":1,"tid":1,"ts":15,"dur":10})").c_str()).size() == 1);
  REQUIRE(faults((slice + R"(,{"ph":"X","name":"b","pid":1,"tid":1,"ts":15,"dur":5})").c_str()).empty());
  const std::string begin = R"(,{"ph":"s","name":"a","cat":"c","id":1,"pid":1,"tid":1,"ts":12})";
  REQUIRE(faults((slice + begin).c_str()).empty());
  REQUIRE(faults((slice + begin + begin).c_str()).size() == 1);
  REQUIRE(
      faults((slice + R"(,{"ph":"s","name":"a","cat":"c","id":1,"pid":1,"tid":1,"ts":22})").c_str()).size() ==
      1);
  REQUIRE(
      faults((slice + begin + R"(,{"ph":"f","bp":"e","name":"a","cat":"c","id":1,"pid":1,"tid":1,"ts":11})")
                 .c_str())
          .size() == 1);
  REQUIRE(faults(R"({"ph":"C","name":"a","pid":1,"tid":0,"ts":1,"args":{}})").size() == 1);
  REQUIRE(faults(R"({"ph":"b","name":"a","cat":"c","id":1,"pid":1,"tid":0,"ts":1})").size() == 1);
}

}  // namespace
}  // namespace rainier::tool
