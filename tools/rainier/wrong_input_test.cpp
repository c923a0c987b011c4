#include <catch2/catch.hpp>

#include "sim/config/source_dir.hpp"
#include "tools/rainier/tool_test.hpp"

using namespace rainier::tool;
namespace config = rainier::config;
using rainier::host::ScratchFolder;

namespace {

const std::string configs = rainier::config::in_sources("configs");

/// One line on standard error, nothing on standard output, exit status 2, and no file left behind.
void refuses(const std::string& arguments, const std::string& line) {
  INFO("rainier " << arguments);
  const ScratchFolder folder;
  const Ran ran = shell(folder, arguments);
  CHECK(ran.err == "rainier: " + line + "\n");
  CHECK(ran.out.empty());
  CHECK(ran.status == 2);
  CHECK(folder.names() == std::vector<std::string>{"err", "out"});
}

}  // namespace

TEST_CASE("a wrong command or option is one line with the nearest name") {
  const ScratchFolder folder;
  const Ran none = shell(folder, "");
  CHECK_THAT(none.err, Catch::StartsWith("rainier: give a command: run, explain, "));
  CHECK_THAT(none.err, Catch::EndsWith(" or list (rainier --help says more)\n"));
  CHECK(none.status == 2);
  refuses("rnu", "unknown command \"rnu\"; did you mean \"run\"?");
  refuses("run --drvie p320h-700 4k-randread", "--drive is required");
  refuses("run --drive p320h-700 --sede 4 4k-randread",
          "unknown option \"--sede\"; did you mean \"--seed\"?");
  refuses("run --drive p320h-700 --iodpeth=4", "unknown option \"--iodpeth\"; did you mean \"--iodepth\"?");
  refuses("run --drive p320h-700 --rw=read --json", "--json: 1 required FILE missing");
  refuses("show p320h-700 --yaml --json", "--yaml excludes --json");
  refuses("list drives", "unexpected argument \"drives\"");
}

TEST_CASE("a name that is not there is one line with the nearest name") {
  refuses("run --drive p320h-70 4k-randread", "--drive: expected the name of a preset in " + configs +
                                                  "/drives (got \"p320h-70\"); did you mean \"p320h-700\"?");
  refuses("run --drive p320h-700 --host linux-foi 4k-randread",
          "--host: expected the name of a preset in " + configs +
              "/hosts (got \"linux-foi\"); did you mean \"linux-fio\"?");
  refuses("run --drive p320h-700 4k-randreed",
          "no such job file: \"4k-randreed\"; did you mean \"4k-randread\"?");
  refuses("run --drive p320h-700 --configs /nowhere 4k-randread", "--configs: no such folder: \"/nowhere\"");
  refuses("schema gc.victm", "no parameter or group \"gc.victm\"; did you mean \"ftl.gc.victim\"?");
  refuses("spec p320h-700 --rows seq_raed",
          "--rows: no row \"seq_raed\" in " + rainier::config::in_sources("validation/specs/p320h-700.yaml") +
              "; did you mean \"seq_read\"?");
  refuses("spec generic-8x4",
          "no spec table for drive \"generic-8x4\": expected a file validation/specs/generic-8x4.yaml");
}

TEST_CASE("what drives behind a bridge can't do is one line") {
  const std::string job = " --rw=randread --bs=4k --runtime=1ms --time_based";
  refuses("serve intel-910-800 --socket s",
          "drives behind a bridge (bridge.members above 1) can't be served: serve one of them, with --set "
          "bridge.members=1");
  refuses(
      "run --drive intel-910-800 --timeline t.json" + job,
      "drives behind a bridge (bridge.members above 1) have no timeline, no blktrace and no other observer: "
      "those look at one drive");
  refuses(
      "run --drive intel-910-800 --set data=real" + job,
      rainier::config::in_sources("configs/drives/intel-910-800.yaml") +
          ":3: drives behind a bridge have no data: real, faults or reliability.errors: drawn: those need "
          "one drive alone");
}

TEST_CASE("a wrong value is one line that says what was expected") {
  const std::string run = "run --drive p320h-700 ";
  refuses(run + "--set ftl.gc.victm=fifo 4k-randread",
          "--set ftl.gc.victm=fifo: ftl.gc.victm: unknown parameter; did you mean \"ftl.gc.victim\"?");
  refuses(run + "--set host.coers=4 4k-randread",
          "--set host.coers=4: coers: unknown parameter; did you mean \"cores\"?");
  refuses(run + "--set power.cap=25 4k-randread",
          "--set power.cap=25: power.cap: expected a power from 10mW to 1kW, with its unit: uW, mW, W or kW "
          "(got \"25\", "
          "without a unit)");
  refuses(run + "--precondition seq:3 4k-randread",
          "--precondition: expected KIND:BLOCK:CAPACITIES with KIND seq or rand, such as seq:128KiB:2 (got "
          "\"seq:3\")");
  refuses(run + "--scale 2 4k-randread",
          "--scale: expected a share above 0 and up to 1, such as 1/16 (got \"2\")");
  refuses(run + "--scale 1/1024 4k-randread",
          "--scale: scale 0.0009765625 leaves 2 of 2048 blocks in a plane; at least 8 are needed");
  refuses(run + "--fault die:3.16@1s 4k-randread",
          "--fault: expected a die from 0 to 15 (got \"die:3.16@1s\")");
  refuses(
      run + "--fault die:3.2@soon 4k-randread",
      "--fault: expected a time (10s), a count of host commands (5000ops) or a rate (1e-6/op) after the @ "
      "(got \"die:3.2@soon\")");
  refuses(
      run + "--set faults=die:99.0@1s 4k-randread",
      configs + "/drives/p320h-700.yaml:2: faults: expected a channel from 0 to 31 (got \"die:99.0@1s\")");
  refuses(run + "--rw=read --verify=crc32c",
          "command line: verify: the drive carries no bytes to check: give it data: real (--set data=real)");
  refuses(run + "--seed x 4k-randread", "--seed: expected a whole number (got \"x\")");
  refuses(run + "--queue tree 4k-randread", "--queue: expected wheel or heap (got \"tree\")");
  refuses(run + "--series-interval 3 4k-randread",
          "--series-interval: expected a time above 0 such as 100ms (got \"3\")");
}

TEST_CASE("a spec table is refused at any scale but the whole drive") {
  refuses("spec p320h-700 --scale 1/16",
          "--scale: a spec table is only valid at full capacity (rainier run takes --scale)");
}

TEST_CASE("a job that fio or the drive could not run is one line") {
  const std::string run = "run " + small_drive;
  refuses(run, "nothing to run: give a job file, or options such as --rw=randread --bs=4k --iodepth=32");
  refuses(run + "--rw=read 4k-randread",
          "give job files or options of a job, not both (rw=read and 4k-randread)");
  refuses(run + "--rw=randred",
          "command line: rw: expected read, write, trim, randread, randwrite, randtrim, rw, readwrite, "
          "randrw, trimwrite or randtrimwrite, not \"randred\"");
  refuses(run + "--rw=read --bs=700", "command line: bs: expected a multiple of 512 bytes, not 700");
  refuses(run + "--rw=read --bs=0", "command line: bs: expected more than 0");
  refuses(run + "--rw=read --size=0", "command line: size: expected more than 0");
  refuses(run + "--rw=read --size=1g",
          "command line: size: job \"rainier\" needs 1073741824 bytes from byte 0 on, but the drive has "
          "805306368 bytes");
  refuses(
      run + "--rw=read --offset=1g",
      "command line: offset: job \"rainier\" begins at byte 1073741824, but the drive has 805306368 bytes");
}

TEST_CASE("an error in a job file names its file and line") {
  const ScratchFolder folder;
  std::ofstream(folder / "a.fio") << "[a]\nrw=read\niodpeth=4\n";
  const Ran ran = shell(folder, "run " + small_drive + "a.fio");
  CHECK(ran.err == "rainier: a.fio:3: iodpeth: expected an option of a fio job; did you mean \"iodepth\"?\n");
  CHECK(ran.status == 2);
}

TEST_CASE("a trace with times out of order is one line") {
  const ScratchFolder folder;
  std::ofstream(folder / "t.log")
      << "fio version 3 iolog\n0 d add\n0 d open\n20 d read 0 4096\n10 d read 4096 4096\n30 d close\n";
  const Ran ran = shell(folder, "run " + small_drive + "--read_iolog=t.log");
  INFO(ran.err);
  CHECK(ran.err.starts_with("rainier: t.log:5: "));
  CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  CHECK(ran.status == 2);
}

TEST_CASE("an over-provisioning at which GC can't make progress is said before running, with the numbers") {
  refuses("run --drive p320h-700 --scale 1/16 --set capacity=990GB 4k-randread",
          "garbage collection could not make progress: 15106201 logical pages need more than the 14422016 "
          "user pages of 1016 "
          "superblocks less 10 open or kept free; give more spare, a smaller ftl.gc.free_target or smaller "
          "superblocks");
}

TEST_CASE("an output that can't be written is refused before the run") {
  const std::string run = "run " + small_drive + short_read;
  refuses(run + "--json /nowhere/x.json", "cannot write /nowhere/x.json: No such file or directory");
  refuses(run + "--json /tmp", "cannot write /tmp: Is a directory");
  refuses(run + "--series /nowhere/x.csv", "cannot write /nowhere/x.csv: No such file or directory");
  refuses(run + "--write_lat_log=/nowhere/x", "cannot write /nowhere/x.log: No such file or directory");
}

TEST_CASE("a full disk is refused in one line, after the table has been printed") {
  const ScratchFolder folder;
  const Ran ran = shell(folder, "run " + small_drive + short_read + "--json /dev/full");
  CHECK(ran.err == "rainier: cannot write /dev/full: No space left on device\n");
  CHECK(ran.out.find("IOPS") != std::string::npos);
  CHECK(ran.status == 2);
  const Ran printed = shell(folder, "list >/dev/full 2>err; exit $? #");
  CHECK(printed.status == 2);
}
