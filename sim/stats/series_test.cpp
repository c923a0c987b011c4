#include "sim/stats/series.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/kernel/ends_process.hpp"

using namespace rainier;
using namespace rainier::literals;

namespace {

Series two_rows() {
  Series series(500_ms);
  series.column("iops", "1/s");
  series.column("power", "W");
  series.append(std::vector<double>{785'000, 21.5});
  series.append(std::vector<double>{0.1, 0});
  return series;
}

}  // namespace

TEST_CASE("A series is written with units, and each row carries the end of its interval") {
  CHECK(two_rows().csv() == "time [s],iops [1/s],power [W]\n0.5,785000,21.5\n1,0.1,0\n");
  CHECK(two_rows().due() == 1'500_ms);
}

TEST_CASE("A name with a comma is quoted") {
  Series series;
  series.column("reads, all", "1");
  CHECK(series.csv() == "time [s],\"reads, all [1]\"\n");
  CHECK(series.interval() == 1_s);
}

TEST_CASE("A series replaces its file whole and leaves nothing beside it") {
  const auto folder = std::filesystem::temp_directory_path() / ("rainier-series-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const auto path = folder / "series.csv";
  std::ofstream(path) << "old and longer than a single row of the new series could ever be, by far\n";
  two_rows().write_csv(path);
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == two_rows().csv());
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  std::filesystem::remove_all(folder);
}

TEST_CASE("A series that can't be written says where") {
  CHECK_THROWS_WITH(two_rows().write_csv("/nonexistent/folder/x.csv"),
                    Catch::Contains("/nonexistent/folder/x.csv"));
}

TEST_CASE("A row has one value per column") {
  CHECK(ends_process([] { two_rows().append(std::vector<double>{1}); }));
}
