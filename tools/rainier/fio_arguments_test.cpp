#include "tools/rainier/fio_arguments.hpp"

#include <catch2/catch.hpp>

#include "tools/rainier/output.hpp"
#include "tools/rainier/table.hpp"

using namespace rainier::tool;
using Words = std::vector<std::string>;

TEST_CASE("options of fio are taken out of a command line, with or without an equals sign") {
  const SplitArguments split = split_fio_options(
      {"run", "--rw", "randread", "--drive", "x", "--bs=4k", "a.fio", "--time_based", "b.fio", "--seed", "3"},
      {"drive", "seed"});
  CHECK(split.fio == Words{"rw=randread", "bs=4k", "time_based"});
  CHECK(split.rest == Words{"run", "--drive", "x", "a.fio", "b.fio", "--seed", "3"});
}

TEST_CASE("an option of fio that is passed over takes its value along") {
  CHECK(split_fio_options({"--ioengine", "libaio", "--thread", "--direct=1"}, {}).fio ==
        Words{"ioengine=libaio", "thread", "direct=1"});
}

TEST_CASE("what nobody knows stays, and so does everything after two dashes") {
  CHECK(split_fio_options({"--iodpeth=3", "--", "--rw=read"}, {}).rest ==
        Words{"--iodpeth=3", "--", "--rw=read"});
}

TEST_CASE("an option of the tool's own is not fio's") {
  CHECK(split_fio_options({"--size=1g"}, {"size"}).fio.empty());
}

TEST_CASE("numbers are grouped by thousands") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999.4) == "999");
  CHECK(grouped(1234567.8) == "1,234,568");
  CHECK(grouped(-123456) == "-123,456");
}

TEST_CASE("columns are aligned and lines have no blanks at their end") {
  CHECK(aligned({{"a", "b", ""}, {"ccc", "ddd", "e"}}, "<>") == "a      b\nccc  ddd  e\n");
}
