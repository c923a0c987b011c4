#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "models/ftl/functional.hpp"
#include "sim/config/source_dir.hpp"
#include "validation/checks/test_drive_test.hpp"

using namespace rainier;
using namespace rainier::checks;
using namespace rainier::literals;

namespace {

/// A drive so small and so busy that whatever can matter does: every resource is short at one time or
/// another.
const Overrides small_drive{"capacity=72MiB",
                            "nand.blocks_per_plane=32",
                            "nand.pages_per_block=32",
                            "channel.channels=4",
                            "channel.dies=16",
                            "channel.multi_plane=true",
                            "ftl.planes=2",
                            "ftl.unit_bytes=4KiB",
                            "link.sata.data_fis_time=1us",
                            "controller.map_time=100ns",
                            "ftl.frontier=2",
                            "ftl.reserve=10%",
                            "ftl.gc.free_target=4",
                            "ftl.gc.free_reserve=1",
                            "ftl.gc.in_flight=16",
                            "ftl.gc.window=8",
                            "ftl.wear.spread=2",
                            "ftl.wear.interval=2",
                            "link.tags=2",
                            "link.propagation=100ns",
                            "link.posted_credits=4",
                            "link.credit_return=2us",
                            "link.errors.bit_error_rate=3e-8",
                            "dram.rate=100MT/s",
                            "dram.write_buffer=128KiB",
                            "controller.slots=12",
                            "controller.slot_group=4",
                            "controller.page_time=100ns",
                            "controller.coalesce_count=3",
                            "controller.coalesce_time=5us",
                            "power.cap=10.8W",
                            "startup.hold_up=200us",
                            "startup.checkpoint=1ms",
                            "power.link_byte=1nJ"};
const Overrides small_host{
    "cores=2",         "max_sectors=64",   "max_segments=8",       "requeue_time=700ns",
    "reap_time=500ns", "group_time=500ns", "completion_time=500ns"};

/// What has to be so for a parameter to matter.
const std::map<std::string, std::string> needs{
    {"ftl.gc.choices", "ftl.gc.victim=d-choices"},
    {"ftl.gc.window", "ftl.gc.victim=windowed-greedy"},
    {"controller.completion_bytes", "link.credit_return=0ns"},
    {"nand.page_bytes", "controller.acknowledge=buffer"},
    {"ftl.gc.pair_planes", "controller.acknowledge=buffer"},
    {"ftl.unit_bytes", "controller.acknowledge=buffer"},
    {"nand.lower_read_time", "nand.cells=mlc"},
    {"nand.lower_program_time", "nand.cells=mlc"},
    {"controller.cores", "controller.map_time=2us"},
    {"link.sata.generation", "link.interface=sata"},
    {"link.sata.fis_payload_bytes", "link.interface=sata"},
    {"link.sata.frame_bytes", "link.interface=sata"},
    {"link.sata.data_fis_time", "link.interface=sata"},
    {"link.errors.recovery_time", "link.interface=sata"},
    {"rebuild.blocks", "faults=die:0.0@0s"},
    {"rebuild.write_protect", "faults=program:any@0.06/op"},
    {"reliability.rated_rber", "reliability.fresh_rber=1e-6"},
    {"startup.hold_up", "faults=power@2500us"},
    {"startup.checkpoint", "faults=power@2500us"},
    {"controller.nvme.low_weight", "controller.nvme.priorities=[3, 1]"},
    {"ftl.region_pages", "ftl.separation=regions"}};

/// A drive whose reads meet errors, for what the others need of it.
const Overrides worn_drive{"reliability.errors=drawn",         "reliability.fresh_rber=1e-4",
                           "reliability.rated_rber=6e-4",      "reliability.age.cycles=80000",
                           "reliability.age.years=0.5",        "reliability.retention.growth=1",
                           "reliability.disturb=10",           "reliability.retry.steps=3",
                           "reliability.scrub.period=500ms",   "reliability.scrub.refresh=1",
                           "reliability.scrub.sampling=100ms", "reliability.wear_out.life=1.5",
                           "reliability.temperature=45C",      "nand.cells=mlc"};
/// Two drives behind a bridge whose link to the host is slow enough to matter.
const Overrides bridged_drive{"bridge.members=2",
                              "bridge.slots=8",
                              "bridge.uplink.generation=1",
                              "bridge.uplink.lanes=1",
                              "bridge.uplink.tags=2",
                              "bridge.uplink.posted_credits=4",
                              "bridge.uplink.credit_return=2us",
                              "bridge.uplink.propagation=100ns"};
/// A drive on a SAS link, whose wire is without errors.
const Overrides sas_drive{"link.interface=sas", "link.errors.bit_error_rate=0"};
/// A drive that throttles, and warms within milliseconds, for what is said of its temperature.
const Overrides warm_drive{"thermal.ambient=60C",  "thermal.nand_heat=10mJ", "thermal.controller_heat=10mJ",
                           "thermal.throttle=65C", "thermal.shutdown=90C",   "thermal.throttle_power=10.8W"};

/// A drive with few queues, whose entries wait for it.
const Overrides nvme_drive{"controller.front_end=nvme",        "controller.slots=3",
                           "controller.nvme.queues=2",         "controller.nvme.depth=4",
                           "controller.nvme.burst=1",          "controller.nvme.arbitration=weighted",
                           "controller.nvme.priorities=[1, 2]"};

/// Parameters that change no event, energy or power of a run, and why.
const std::map<std::string, std::string> idle{
    {"nand.rated_cycles", "the rating of the data sheet: for health reports"},
    {"health.counter_cycles", "the scale of the percent-of-life counter: for health reports"},
    {"dram.size", "only checked: map and buffer must fit"},
    {"ftl.factory_bad",
     "no block is drawn as bad: the reserve is set aside whole, whichever blocks it replaces"}};

const char* const workload = R"([global]
norandommap
[reads]
rw=randread
bssplit=512/30:4k/40:64k/30
iodepth=4
numjobs=2
number_ios=300
[writes]
rw=randwrite
bssplit=512/20:1536/20:4k/40:128k/20
iodepth=6
numjobs=2
number_ios=600
fsync=40
size=30m
[trims]
rw=randtrim
bs=8k
iodepth=2
number_ios=100
)";

/// Rewrites a quarter of the drive, so that erase counts drift apart.
void wear_a_part(drive::Simulation& simulation) {
  ftl::Ftl& ftl = simulation.controller().ftl();
  ftl::Functional functional(ftl);
  for (std::uint32_t page = 0; page < 8 * ftl.logical_pages(); ++page)
    functional.write(page % (ftl.logical_pages() / 4));
  simulation.controller().restore_dies();
}

/// What a run shows: its events, what it cost, and the power it reports.
using Outcome = std::tuple<std::uint64_t, double, double>;

Outcome outcome(Overrides drive_set, Overrides host_set) {
  const auto config = drive_config("p320h-700", 1, std::move(drive_set));
  TestDrive drive(config, host_params("linux-fio", std::move(host_set)), "seq:4KiB:1,rand:4KiB:1");
  wear_a_part(*drive);
  drive->load(fio::parse_job_text(workload, "every_parameter.fio").jobs);
  for (int step = 0; !drive->done() && step < 1000; ++step) drive->advance(10_ms);
  REQUIRE(drive->done());
  drive->settle(50_ms);
  drive->roll_meters();
  return {drive->event_hash(), drive->usage().active_joules(), drive->peak_rms_watts().value_or(0)};
}

bool is_numeric(const config::Leaf& leaf) {
  return leaf.kind != config::Kind::text && leaf.kind != config::Kind::choice &&
         leaf.shape == config::Shape::one;
}

/// Values above and below, nearest first; what the schema refuses is passed over by the caller.
std::pair<std::vector<std::string>, std::vector<std::string>> neighbours(const config::Leaf& leaf) {
  if (leaf.kind == config::Kind::boolean) return {{leaf.value == "true" ? "false" : "true"}, {}};
  const std::size_t unit = leaf.value.find_first_not_of("0123456789.");
  const std::string suffix = unit == std::string::npos ? "" : leaf.value.substr(unit);
  const double value = std::stod(leaf.value);
  std::vector<std::string> up, down;
  const auto add = [&](std::vector<std::string>& to, double v) {
    const bool whole = v == static_cast<double>(static_cast<long long>(v));
    to.push_back((whole ? std::to_string(static_cast<long long>(v)) : std::to_string(v)) + suffix);
  };
  for (const double factor : {1.25, 1.5, 2.0, 4.0}) add(up, value == 0 ? factor : value * factor);
  if (value > 1) add(up, value + 1);
  if (value == 0) add(up, 0.01);
  for (const double factor : {0.8, 0.75, 0.5, 0.25}) add(down, value * factor);
  if (value > 1) add(down, value - 1);
  return {up, down};
}

using Run = std::function<Outcome(const Overrides&)>;

/// Whether one value of the list that the schema takes shows.
bool any_shows(const std::vector<std::string>& values, const config::Leaf& leaf, Overrides set,
               const Outcome& before, const Run& run) {
  set.emplace_back();
  for (const std::string& value : values) {
    set.back() = leaf.path + "=" + value;
    try {
      if (run(set) != before) return true;
    } catch (const config::Error&) {  // out of range, or not with the others
    } catch (const std::invalid_argument&) {
    }
  }
  return false;
}

void check_each(const std::vector<config::Leaf>& leaves, const Overrides& base, const Run& run) {
  std::map<Overrides, Outcome> known;
  for (const config::Leaf& leaf : leaves) {
    if (!is_numeric(leaf)) continue;
    Overrides set = base;
    if (leaf.path.starts_with("reliability.")) set.insert(set.end(), worn_drive.begin(), worn_drive.end());
    if (leaf.path.starts_with("thermal.")) set.insert(set.end(), warm_drive.begin(), warm_drive.end());
    if (leaf.path.starts_with("link.sas.")) set.insert(set.end(), sas_drive.begin(), sas_drive.end());
    if (leaf.path.starts_with("bridge.")) set.insert(set.end(), bridged_drive.begin(), bridged_drive.end());
    if (leaf.path.starts_with("controller.nvme."))
      set.insert(set.end(), nvme_drive.begin(), nvme_drive.end());
    if (const auto need = needs.find(leaf.path); need != needs.end()) set.push_back(need->second);
    if (!known.contains(set)) known[set] = run(set);
    const auto [up, down] = neighbours(leaf);
    const Outcome& before = known.at(set);
    const bool shows = any_shows(up, leaf, set, before, run) || any_shows(down, leaf, set, before, run);
    CAPTURE(leaf.path, leaf.value);
    CHECK(shows != idle.contains(leaf.path));
  }
}

}  // namespace

TEST_CASE("every numeric parameter of a drive moves something, but for those that say why not (heavy)") {
  const auto leaves = config::load<controller::DriveConfig>(
                          config::in_sources("configs/drives/p320h-700.yaml"), {{}, small_drive})
                          .leaves;
  check_each(leaves, small_drive, [](const Overrides& set) { return outcome(set, small_host); });
}

TEST_CASE("every numeric parameter of a host moves something (heavy)") {
  const auto leaves =
      config::load<host::Params>(config::in_sources("configs/hosts/linux-fio.yaml"), {{}, small_host}).leaves;
  check_each(leaves, small_host, [](const Overrides& set) { return outcome(small_drive, set); });
}
