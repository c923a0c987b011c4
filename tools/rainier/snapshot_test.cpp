#include <catch2/catch.hpp>

#include "tools/rainier/tool_test.hpp"

using namespace rainier;
using namespace rainier::tool;

namespace {

const std::string recipe = "--precondition seq:128KiB:1,rand:4KiB:1.5 ";
const std::string job = "--rw=randrw --bs=4k --iodepth=16 --time_based --runtime=20ms --norandommap ";

void same_files(const host::ScratchFolder& folder, const char* a, const char* b) {
  REQUIRE_FALSE(content(folder / a).empty());
  CHECK(content(folder / a) == content(folder / b));
}

void refuses(const host::ScratchFolder& folder, const std::string& arguments, const std::string& line) {
  const Ran ran = shell(folder, "run " + small_drive + job + "--json no.json " + arguments);
  CHECK(ran.status == 2);
  CHECK(ran.err == "rainier: " + line + "\n");
  CHECK_FALSE(std::filesystem::exists(folder / "no.json"));
}

}  // namespace

TEST_CASE("a run from a snapshot equals the one that wrote its drive, byte for byte") {
  const host::ScratchFolder folder;
  const std::string policy = GENERATE("", "--set ftl.gc.victim=d-choices ", "--set ftl.separation=regions ",
                                      "--set reliability.errors=drawn --set reliability.age.cycles=1000 ",
                                      "--set bridge.members=3 ");
  REQUIRE(shell(folder, "snapshot s " + small_drive + policy + recipe).status == 0);
  REQUIRE(shell(folder, "run " + small_drive + policy + recipe + job + "--json a.json").status == 0);
  REQUIRE(shell(folder, "run " + small_drive + policy + "--snapshot s " + job + "--json b.json").status == 0);
  same_files(folder, "a.json", "b.json");
}

TEST_CASE("a snapshot serves every drive that differs in what its state does not depend on") {
  const host::ScratchFolder folder;
  REQUIRE(shell(folder, "snapshot s " + small_drive + recipe).status == 0);
  const std::string other = "--set power.cap=12W --set nand.program_time=300us --host windows-iometer ";
  REQUIRE(shell(folder, "run " + small_drive + other + recipe + job + "--json a.json").status == 0);
  REQUIRE(shell(folder, "run " + small_drive + other + "--snapshot s " + job + "--json b.json").status == 0);
  same_files(folder, "a.json", "b.json");
}

TEST_CASE("a snapshot of another drive, recipe or seed is refused by what differs") {
  const host::ScratchFolder folder;
  REQUIRE(shell(folder, "snapshot s " + small_drive + recipe).status == 0);
  refuses(folder, "--snapshot s --set nand.blocks_per_plane=40",
          "s: a snapshot of another drive: nand.blocks_per_plane is 32 there and 40 here");
  refuses(folder, "--snapshot s --set ftl.gc.victim=fifo",
          "s: a snapshot of another drive: ftl.gc.victim is greedy there and fifo here");
  refuses(folder, "--snapshot s --set data=real",
          "a drive with data=real can't be saved or restored: its bytes are no part of a snapshot");
  refuses(folder, "--snapshot s --seed 2", "s: a snapshot made with --seed 1, not 2");
  refuses(folder, "--snapshot s --precondition seq:128KiB:2",
          "s: a snapshot preconditioned by seq:128KiB:1,rand:4KiB:1.5, not seq:128KiB:2");
}

TEST_CASE("what is no snapshot, or a damaged one, is one clear line") {
  const host::ScratchFolder folder;
  REQUIRE(shell(folder, "snapshot s " + small_drive + recipe).status == 0);
  const std::string bytes = content(folder / "s");
  const auto write = [&folder](const char* name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
  };
  write("cut", bytes.substr(0, bytes.size() / 2));
  write("text", "[job]\nrw=read\n");
  write("later", "rainier-snapshot 99\n" + bytes.substr(19));
  std::string flipped = bytes;
  flipped[bytes.size() - 3] = static_cast<char>(flipped[bytes.size() - 3] ^ 1);
  write("flipped", flipped);
  write("longer", bytes + "x");
  refuses(folder, "--snapshot cut", "cut: a damaged snapshot: it is cut off");
  for (const std::string name : {"cut", "flipped", "longer"}) {
    const Ran told = shell(folder, "snapshot " + name);
    CAPTURE(name, told.err);
    CHECK(told.status == 2);
    CHECK(told.out.empty());
    CHECK(told.err.starts_with("rainier: " + name + ": a damaged snapshot: "));
  }
  refuses(folder, "--snapshot text", "text: expected a snapshot, as rainier snapshot writes it");
  refuses(folder, "--snapshot later", "later: a snapshot of another version of Rainier: save it again");
  refuses(folder, "--snapshot none", "none: cannot be read: No such file or directory");
}

TEST_CASE("a snapshot says what it was made from") {
  const host::ScratchFolder folder;
  REQUIRE(shell(folder, "snapshot s --seed 5 " + small_drive + recipe).status == 0);
  const Ran ran = shell(folder, "snapshot s");
  CHECK(ran.status == 0);
  CHECK(ran.out.find("drive         generic-8x4\n") != std::string::npos);
  CHECK(ran.out.find("precondition  seq:128KiB:1,rand:4KiB:1.5\n") != std::string::npos);
  CHECK(ran.out.find("seed          5\n") != std::string::npos);
}

TEST_CASE("states are kept from run to run, and a damaged one is made anew, without a changed byte (heavy)") {
  const host::ScratchFolder folder;
  const std::string run = "run --drive p320h-700 --scale 1/32 --precondition seq:128KiB:1,rand:4KiB:1 " + job;
  const std::string kept = run + "--snapshots kept --json ";
  REQUIRE(shell(folder, run + "--snapshots none --json a").status == 0);
  REQUIRE(shell(folder, kept + "b").status == 0);
  std::filesystem::path file;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "kept")) file = entry.path();
  REQUIRE(file.extension() == ".snapshot");
  const std::string bytes = content(file);
  REQUIRE(shell(folder, kept + "c").status == 0);
  std::ofstream(file, std::ios::binary) << bytes.substr(0, bytes.size() / 3);
  REQUIRE(shell(folder, kept + "d").status == 0);
  CHECK(content(file) == bytes);
  for (const char* other : {"b", "c", "d"}) same_files(folder, "a", other);

  // Bytes are no part of a state: a drive that carries them writes its own.
  CHECK(shell(folder, run + "--set data=real --snapshots kept --json e").status == 0);
}
