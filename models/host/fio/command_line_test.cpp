#include <catch2/catch.hpp>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/job_file.hpp"

using namespace rainier;
using namespace rainier::fio;

namespace {

std::string error_of(const std::vector<std::string>& options) {
  try {
    parse_options(options);
  } catch (const JobError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Options of the command line make one job") {
  const JobFile file =
      parse_options({"--rw=randread", "bs=8k", "--iodepth=32", "--norandommap", "--direct=1"});
  REQUIRE(file.jobs.size() == 1);
  const Job& job = file.jobs[0];
  CHECK(job.name == "rainier");
  CHECK((job.random && !job.random_map));
  CHECK(job.iodepth == 32);
  CHECK(file.ignored == std::vector<std::string>{"direct"});
  CHECK(error_of({"--name=global", "--bs=8k"}) == "command line: name: expected a job beside global");
  CHECK(error_of({"--iodepht=32"}) ==
        "command line: iodepht: expected an option of a fio job; did you mean \"iodepth\"?");
  CHECK(error_of({"--bs=8k", "--size=4k"}) ==
        "command line: size: 4096 bytes are less than one block of 8192 bytes (reads)");
}

TEST_CASE("Each name on a command line begins a job; what stands before the first is for all, as in fio") {
  const JobFile file =
      parse_options({"--bs=8k", "--name=a", "--rw=randread", "--name=b", "--bs=16k", "--rw=randwrite"});
  REQUIRE(file.jobs.size() == 2);
  CHECK(file.jobs[0].name == "a");
  CHECK(file.jobs[0].blocks[0][0].bytes == 8192);
  CHECK((file.jobs[0].reads && !file.jobs[0].writes));
  CHECK(file.jobs[1].name == "b");
  CHECK(file.jobs[1].blocks[0][0].bytes == 16384);
  CHECK((file.jobs[1].writes && !file.jobs[1].reads));
  CHECK(parse_options({"--name=global", "--bs=8k", "--name=a"}).jobs.at(0).blocks[0][0].bytes == 8192);
}
