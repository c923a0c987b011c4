#include <catch2/catch.hpp>

#include "tools/rainier/catalog.hpp"
#include "tools/rainier/figures.hpp"
#include "tools/rainier/setup.hpp"
#include "tools/rainier/tool_test.hpp"

using namespace rainier;
using namespace rainier::tool;
using host::ScratchFolder;

TEST_CASE("every drive that ships loads, with the source of every value it states") {
  const Catalog catalog;
  REQUIRE(catalog.drives().size() >= 5);
  for (const std::string& name : catalog.drives()) {
    INFO(name);
    SetupOptions options;
    options.drive = name;
    const Setup setup = load_setup(catalog, options);
    CHECK(setup.drive.params.capacity_bytes < setup.drive.params.raw_bytes());
    CHECK(setup.drive.params.name != controller::DriveConfig().name);
  }
}

TEST_CASE("every host that ships loads") {
  const Catalog catalog;
  REQUIRE(catalog.hosts().size() >= 2);
  for (const std::string& name : catalog.hosts()) CHECK_NOTHROW(load_host(catalog, name));
}

TEST_CASE("every spec table names rows of figures that were published, in a unit they are measured in") {
  const Catalog catalog;
  const auto figures = load_figures(catalog.validation("published/figures.yaml"));
  int tables = 0;
  for (const std::string& drive : catalog.drives()) {
    const auto file = catalog.validation("specs/" + drive + ".yaml");
    if (file.empty()) continue;
    ++tables;
    for (const SpecRow& row : load_spec(file).rows) {
      INFO(drive << " " << row.id);
      CHECK(unit_value(figure_of(row, figures)) > 0);
      CHECK_NOTHROW(load_host(catalog, row.host));
    }
  }
  CHECK(tables >= 4);
}

TEST_CASE("every workload that ships runs on a P320h") {
  const Catalog catalog;
  const ScratchFolder folder;
  REQUIRE(catalog.workloads().size() >= 9);
  for (const std::string& name : catalog.workloads()) {
    INFO(name);
    std::string text = content(catalog.workload(name));
    const std::size_t runtime = text.find("runtime=10\n");
    REQUIRE(runtime != std::string::npos);
    std::ofstream(folder / "short.fio") << text.replace(runtime, 10, "runtime=5ms");
    const Ran ran = shell(folder, "run --drive p320h-700 --scale 1/64 short.fio");
    CHECK(ran.err.empty());
    CHECK(ran.status == 0);
    CHECK(ran.out.find(name) != std::string::npos);
  }
}

TEST_CASE("list names everything that ships") {
  const Catalog catalog;
  const ScratchFolder folder;
  const std::string out = shell(folder, "list").out;
  for (const auto& names : {catalog.drives(), catalog.hosts(), catalog.nands(), catalog.workloads()})
    for (const std::string& name : names) CHECK(out.find("  " + name + " ") != std::string::npos);
}

TEST_CASE("a folder of one's own is searched first") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder / "mine/drives");
  std::ofstream(folder / "mine/drives/toy.yaml")
      << "# A toy.\nname: Toy\ncapacity: 64MiB\nnand: mt29f128g08auaba\n";
  CHECK(shell(folder, "show toy --configs mine").out.starts_with("Toy\n"));
  setenv("RAINIER_CONFIGS", (folder / "mine").c_str(), 1);
  const std::string out = shell(folder, "list").out;
  const std::size_t toy = out.find("  toy  ");
  REQUIRE(toy != std::string::npos);
  CHECK(out.substr(toy, out.find('\n', toy) - toy).ends_with("  A toy."));
  unsetenv("RAINIER_CONFIGS");
}

TEST_CASE("what show prints as YAML loads again to the same drive") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder / "mine/drives");
  const std::string arguments = "show p320h-350 --set ftl.gc.victim=fifo ";
  std::ofstream(folder / "mine/drives/again.yaml") << shell(folder, arguments + "--yaml").out;
  const auto fingerprint = [&](const std::string& text) {
    const std::string out = shell(folder, text).out;
    return out.substr(out.find("fingerprint"), 28);
  };
  CHECK(fingerprint(arguments) == fingerprint("show again --configs mine"));
}
