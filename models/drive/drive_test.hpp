#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "models/controller/small_drive_test.hpp"
#include "models/drive/simulation.hpp"
#include "models/host/fio/job_file.hpp"

namespace rainier::drive {

using controller::DriveConfig;
using controller::provision;
using controller::small_drive;

/// Jobs as a job file has them; the sections are the caller's.
inline std::vector<fio::Job> jobs(const std::string& text) {
  return fio::parse_job_text(text, "test.fio").jobs;
}
/// One job of these options, one a line.
inline std::vector<fio::Job> job(const std::string& options) { return jobs("[job]\n" + options + "\n"); }

/// Runs the jobs to their end. Fails where no request is left to end, or after 1,000 simulated seconds.
inline void finish(Simulation& simulation) {
  for (int second = 0; !simulation.done(); ++second) {
    REQUIRE_FALSE(simulation.stuck());
    REQUIRE(second < 1'000);
    simulation.advance(Time(1'000'000'000'000));
  }
}

/// No law of conservation is broken, and the map and its inverse agree page by page.
inline void require_sound(Simulation& simulation) {
  REQUIRE(simulation.broken_laws() == std::vector<std::string>{});
  REQUIRE(simulation.controller().ftl().consistent());
}

/// What all jobs that ended have done: requests by direction.
inline std::uint64_t ios(Simulation& simulation, std::size_t direction) {
  std::uint64_t all = 0;
  for (const host::JobResult& result : simulation.workers().results()) all += result.direction[direction].ios;
  return all;
}

/// Loads the jobs, runs them to the end and checks that requests in are requests out.
inline void run(Simulation& simulation, const std::vector<fio::Job>& work) {
  simulation.load(work);
  finish(simulation);
  REQUIRE(simulation.workers().issued() == simulation.workers().finished());
  require_sound(simulation);
}

}  // namespace rainier::drive
