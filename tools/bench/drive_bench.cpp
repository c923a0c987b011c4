// How fast whole drives are simulated, as `rainier run` uses them: host, link, governor, histograms and all.
//   drive_bench [DRIVE...]     (default: p320h-700 generic-8x4, the last two lines compare the first with the
//   last)
// Prints for each drive the pages a second of the functional tier, the requests a wall second of 4 KiB random
// reads (10 M after a warm-up) and steady-state random writes at QD 256, flash operations a second, and
// memory. On a machine that does nothing else a CPU second is a wall second; comparisons are by CPU seconds.
#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>

#include <exception>
#include <numeric>

#include "models/drive/simulation.hpp"
#include "models/host/fio/job_file.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/setup.hpp"

namespace {

using namespace rainier;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// How long something took, since it was made.
struct Watch {
  double wall_start = tool::wall_seconds(), cpu_start = cpu_seconds();
  double wall() const { return tool::wall_seconds() - wall_start; }
  double cpu() const { return cpu_seconds() - cpu_start; }
};

struct Speed {
  double per_wall_second = 0, per_cpu_second = 0;
  double flash_operations = 0;  ///< a CPU second
  double simulated = 0;         ///< seconds a wall second
};

std::uint64_t flash_operations(const drive::Usage& usage) {
  std::uint64_t sum = 0;
  for (const auto& kind : usage.flash.operations) sum = std::accumulate(kind.begin(), kind.end(), sum);
  return sum;
}

void advance_requests(drive::Simulation& simulation, std::uint64_t count) {
  const std::uint64_t end = simulation.usage().requests + count;
  while (simulation.usage().requests < end) simulation.advance(Time(5'000'000'000));
}

Speed measure(drive::Simulation& simulation, const char* rw, std::uint64_t warm_up, std::uint64_t requests) {
  simulation.load(fio::parse_options({std::string("rw=") + rw, "bs=4k", "iodepth=32", "numjobs=8",
                                      "norandommap", "time_based", "runtime=10d"})
                      .jobs);
  advance_requests(simulation, warm_up);
  const drive::Usage before = simulation.usage();
  const Watch watch;
  advance_requests(simulation, requests);
  const double wall = watch.wall(), cpu = watch.cpu();
  const drive::Usage spent = simulation.usage() - before;
  simulation.drain();
  const auto count = static_cast<double>(spent.requests);
  return {count / wall, count / cpu, static_cast<double>(flash_operations(spent)) / cpu,
          spent.seconds() / wall};
}

Speed precondition(drive::Simulation& simulation, const char* recipe) {
  simulation.settle(Time(1'000'000'000'000));
  const Watch watch;
  simulation.precondition(drive::parse_recipe(recipe));
  const double pages = simulation.controller().ftl().logical_pages();
  return {pages / watch.wall(), pages / watch.cpu()};
}

void print_speed(const std::string& drive, const char* what, const char* unit, const Speed& speed) {
  fmt::print("{:<14} {:<26} {:>7.2f} M {:<8} / wall s  {:>7.2f} M / CPU s", drive, what,
             speed.per_wall_second / 1e6, unit, speed.per_cpu_second / 1e6);
  if (speed.simulated > 0)
    fmt::print("  {:>7.2f} M flash operations / CPU s  {:>6.2f} x real time", speed.flash_operations / 1e6,
               speed.simulated);
  fmt::print("\n");
  std::fflush(stdout);
}

double resident_gib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

struct Both {
  Speed reads, writes;
};

Both bench(const std::string& name) {
  const tool::Catalog catalog;
  tool::SetupOptions options;
  options.drive = name;
  const tool::Setup setup = tool::load_setup(catalog, options);
  drive::Simulation simulation(setup.drive.params, setup.host.params, 1);
  print_speed(name, "functional, sequential", "pages", precondition(simulation, "seq:128KiB:1"));
  precondition(simulation, "rand:4KiB:1");  // GC at work
  print_speed(name, "functional, random, GC", "pages", precondition(simulation, "rand:4KiB:1"));
  Both both;
  both.reads = measure(simulation, "randread", 1'000'000, 10'000'000);
  print_speed(name, "4 KiB random read, QD 256", "requests", both.reads);
  both.writes = measure(simulation, "randwrite", 500'000, 2'000'000);
  print_speed(name, "4 KiB random write, QD 256", "requests", both.writes);
  for (const std::string& law : simulation.broken_laws()) fmt::print("broken law: {}\n", law);
  fmt::print("{:<14} {:<26} {:>7.2f} GiB at most so far\n", name, "resident", resident_gib());
  return both;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::vector<std::string> drives(argv + 1, argv + argc);
    if (drives.empty()) drives = {"p320h-700", "generic-8x4"};
    std::vector<Both> all;
    for (const std::string& drive : drives) all.push_back(bench(drive));
    if (drives.size() < 2) return 0;
    const auto ratio = [&](Speed Both::*of) {
      return (all.front().*of).flash_operations / (all.back().*of).flash_operations;
    };
    fmt::print("{} / {}: {:.2f} of the flash operations a second in reads, {:.2f} in writes\n",
               drives.front(), drives.back(), ratio(&Both::reads), ratio(&Both::writes));
  } catch (const std::exception& error) {
    fmt::print(stderr, "drive_bench: {}\n", error.what());
    return 2;
  }
}
