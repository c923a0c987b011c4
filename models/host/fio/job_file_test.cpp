#include "models/host/fio/job_file.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::fio;
using namespace rainier::literals;

namespace {

Environment fixed_environment() {
  Environment environment;
  environment.variable = [](const std::string& name) -> std::optional<std::string> {
    if (name == "SIZE") return "64m";
    return {};
  };
  environment.cpus = 4;
  return environment;
}

JobFile parse(const std::string& text) { return parse_job_text(text, "t.fio", fixed_environment()); }
Job parse_one(const std::string& options) { return parse("[j]\n" + options).jobs.at(0); }

std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const JobError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("A job without options is fio's default: 4 KiB sequential reads at depth 1") {
  const Job job = parse_one("");
  CHECK(job.name == "j");
  CHECK((job.reads && !job.writes && !job.trims && !job.random));
  CHECK(job.blocks[0].at(0).bytes == 4096);
  CHECK(job.iodepth == 1);
  CHECK(job.numjobs == 1);
  CHECK_FALSE(job.size);
}

TEST_CASE("A global section holds for the jobs below it, and later ones add to it") {
  const JobFile file = parse("[global]\nbs=8k\n[a]\n[global]\nrw=randwrite\n[b]\nbs=16k\n[c]\n");
  REQUIRE(file.jobs.size() == 3);
  CHECK(file.jobs[0].reads);
  CHECK(file.jobs[0].blocks[0][0].bytes == 8192);
  CHECK((file.jobs[1].writes && file.jobs[1].random));
  CHECK(file.jobs[1].blocks[1][0].bytes == 16384);
  CHECK(file.jobs[2].blocks[1][0].bytes == 8192);
  CHECK(file.jobs[2].index == 2);
}

TEST_CASE("An unknown option is named with its file, its line and the nearest option") {
  CHECK(error_of("[j]\nbs=4k\niodepht=4\n") ==
        "t.fio:3: iodepht: expected an option of a fio job; did you mean \"iodepth\"?");
}
