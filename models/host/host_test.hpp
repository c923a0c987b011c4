#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "models/controller/small_drive_test.hpp"
#include "models/host/fio/job_file.hpp"
#include "models/host/workers.hpp"

namespace rainier::host {

/// A small drive on a host that runs the jobs of a job file.
class Bench {
 public:
  explicit Bench(const std::string& job_file, const Params& params = {},
                 const controller::DriveConfig& config = controller::small_drive())
      : drive_(config, calendar_, 1),
        driver_(params, drive_, calendar_),
        workers_(params, fio::parse_job_text(job_file, "test.fio").jobs, config.capacity_bytes, driver_,
                 calendar_, 1) {
    workers_.start();
  }

  /// Runs to the end of all jobs, or for `span`.
  void run(Time span = Time(1'000'000'000'000'000)) {
    calendar_.run(calendar_.now() + span, [this](const Event& event) { dispatch(event); });
  }
  std::vector<JobResult> finish() {
    run();
    REQUIRE(workers_.done());
    REQUIRE(workers_.issued() == workers_.finished());
    REQUIRE(driver_.slots_used() == 0);
    REQUIRE(driver_.outstanding() == 0);
    return workers_.results();
  }
  Time now() const { return calendar_.now(); }
  Workers& workers() { return workers_; }
  Driver& driver() { return driver_; }
  controller::Controller& drive() { return drive_; }
  std::uint32_t most_slots() const { return most_slots_; }

 private:
  void dispatch(const Event& event) {
    if (event.handler < controller::event::interrupt) {
      drive_.handle(event);
    } else if (event.handler <= host::event::last_of_driver) {
      driver_.handle(event, [this](std::uint32_t request) { workers_.completed(request); });
    } else {
      workers_.handle(event);
      if (workers_.done()) calendar_.stop();
    }
    most_slots_ = std::max(most_slots_, driver_.slots_used());
  }

  Calendar calendar_;
  controller::Controller drive_;
  Driver driver_;
  Workers workers_;
  std::uint32_t most_slots_ = 0;
};

/// All clones of one job of these options, one a line, to their end.
inline std::vector<JobResult> results_of(const std::string& options, const Params& params = {}) {
  return Bench("[job]\n" + options + "\n", params).finish();
}
inline JobResult result_of(const std::string& options, const Params& params = {}) {
  const auto all = results_of(options, params);
  REQUIRE(all.size() == 1);
  return all[0];
}
inline std::uint64_t ios(const JobResult& result) {
  return result.direction[0].ios + result.direction[1].ios + result.direction[2].ios;
}

}  // namespace rainier::host
