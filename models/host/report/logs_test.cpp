#include "models/host/report/logs.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "models/host/report/atomic_file.hpp"
#include "models/host/report/scratch_folder.hpp"

using namespace rainier;
using namespace rainier::host;

TEST_CASE("A log line has fio's columns, with the priority last") {
  const LogLine line{148, 10297, 1, 4096, 61440};
  CHECK(log_text(line, false) == "148, 10297, 1, 4096, 0\n");
  CHECK(log_text(line, true) == "148, 10297, 1, 4096, 61440, 0\n");
}

TEST_CASE("Logs have fio's names, and a latency prefix gives three files, empty ones too") {
  const ScratchFolder folder;
  JobLogs logs;
  logs.clat = {{0, 60595, 0, 4096, 61440}, {1, 634, 1, 4096, 774144}};
  logs.bandwidth = {{0, 67596, 0, 4096, 61440}};
  const std::string prefix = (folder / "x").string();
  const auto paths = write_logs(logs, {prefix, prefix, "", true}, 6);
  CHECK(folder.names() ==
        std::vector<std::string>{"x_bw.6.log", "x_clat.6.log", "x_lat.6.log", "x_slat.6.log"});
  CHECK(paths.size() == 4);
  CHECK(folder.content("x_clat.6.log") == "0, 60595, 0, 4096, 61440, 0\n1, 634, 1, 4096, 774144, 0\n");
  CHECK(folder.content("x_bw.6.log") == "0, 67596, 0, 4096, 61440, 0\n");
  CHECK(folder.content("x_slat.6.log").empty());
}

TEST_CASE("A log that was asked for without a prefix has the job's name, others are not written") {
  fio::Job job;
  job.name = "randread";
  job.lat_log = "mine";
  job.log_iops = true;
  const LogNames names = log_names(job);
  CHECK(names.latency == "mine");
  CHECK(names.iops == "randread");
  CHECK(names.bandwidth.empty());
  CHECK_FALSE(names.offsets);
}

TEST_CASE("If one log cannot be written none appears") {
  const ScratchFolder folder;
  const LogNames names{(folder / "x").string(), (folder / "missing" / "x").string(), "", false};
  CHECK_THROWS_AS(write_logs({}, names, 1), FileError);
  CHECK(folder.names().empty());
}

TEST_CASE("Large logs arrive whole") {
  const ScratchFolder folder;
  JobLogs logs;
  for (std::uint64_t i = 0; i < 100'000; ++i) logs.iops.push_back({i, 1, 0, 4096, 0});
  write_logs(logs, {"", "", (folder / "x").string(), false}, 1);
  std::string expected;
  for (const LogLine& line : logs.iops) expected += log_text(line, false);
  CHECK(folder.content("x_iops.1.log") == expected);
}
