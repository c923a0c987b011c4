/// The hold model: pop the earliest event, push it back after a random delay, with a fixed number pending.
/// Wheel, reference heap and std::priority_queue (which breaks FIFO ties) run the same delays in one process;
/// the last lines give the ratios, which mean more than the times on a shared machine.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <queue>
#include <string>
#include <vector>

#include "sim/kernel/calendar.hpp"
#include "sim/random/philox.hpp"

namespace {

using namespace rainier;

/// The common library's queue behind the same interface.
class Standard {
 public:
  void push(Event event) { queue_.push(event); }
  Event pop() {
    const Event event = queue_.top();
    queue_.pop();
    return event;
  }

 private:
  struct Later {
    bool operator()(const Event& a, const Event& b) const { return a.when > b.when; }
  };
  std::priority_queue<Event, std::vector<Event>, Later> queue_;
};

double exponential(Philox& random) { return 1e8 * random.exponential(); }
/// Command, transfer, read, program and erase times with 10 % of jitter: 100 ns to 1 ms.
double nand(Philox& random) {
  static constexpr double times[] = {1e5, 3e5, 1e6, 5e6, 25e6, 25e6, 230e6, 1e9};
  return times[random.below(8)] * (0.95 + 0.1 * random.unit());
}

std::vector<Time> delays(double (*draw)(Philox&)) {
  Philox random(1, "hold");
  std::vector<Time> all(1 << 16);
  for (Time& delay : all) delay = Time::nearest(draw(random));
  return all;
}

template <class Queue>
void hold(benchmark::State& state, double (*draw)(Philox&)) {
  const std::vector<Time> delay = delays(draw);
  const std::size_t mask = delay.size() - 1;
  std::size_t i = 0;
  Queue queue;
  const auto pending = static_cast<std::uint32_t>(state.range(0));
  for (std::uint32_t slot = 0; slot < pending; ++slot) queue.push({delay[i++ & mask], 0, slot});
  for (auto _ : state) {
    Event event = queue.pop();
    event.when += delay[i++ & mask];
    queue.push(event);
  }
  state.SetItemsProcessed(state.iterations());
}

void calendar_run(benchmark::State& state, Calendar::Kind kind) {
  const std::vector<Time> delay = delays(nand);
  const std::size_t mask = delay.size() - 1;
  std::size_t i = 0;
  Calendar calendar(kind);
  for (std::uint32_t slot = 0; slot < 512; ++slot) calendar.at(delay[i++ & mask], 0, slot);
  std::uint64_t goal = 0;
  while (state.KeepRunningBatch(100'000)) {
    goal += 100'000;
    calendar.run(Time::max(), [&](const Event& event) {
      calendar.at(event.when + delay[i++ & mask], event.handler, event.slot);
      if (calendar.processed() == goal) calendar.stop();
    });
  }
  state.SetItemsProcessed(state.iterations());
}

void philox(benchmark::State& state) {
  Philox random(1, "draws");
  for (auto _ : state) benchmark::DoNotOptimize(random.uint32());
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(calendar_run, wheel, Calendar::Kind::wheel);
BENCHMARK_CAPTURE(calendar_run, heap, Calendar::Kind::heap);
BENCHMARK(philox);

using Draw = double (*)(Philox&);

template <class Queue>
void add_hold(const std::string& queue, const std::string& load, Draw draw) {
  benchmark::RegisterBenchmark((queue + "/" + load).c_str(), hold<Queue>, draw)->Arg(512)->Arg(4096);
}

void add_holds(const std::string& load, Draw draw) {
  add_hold<Wheel>("wheel", load, draw);
  add_hold<Heap>("heap", load, draw);
  add_hold<Standard>("priority_queue", load, draw);
}

/// Prints as the console does, and remembers the time of each run.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration) nanoseconds_[run.benchmark_name()] = run.GetAdjustedCPUTime();
    ConsoleReporter::ReportRuns(runs);
  }

  void print() const {
    for (const char* load : {"exponential", "nand"})
      for (const char* pending : {"512", "4096"}) {
        const auto time = [&](const char* queue) {
          const auto found = nanoseconds_.find(std::string(queue) + "/" + load + "/" + pending);
          return found == nanoseconds_.end() ? std::nan("") : found->second;
        };
        if (std::isnan(time("wheel") + time("heap") + time("priority_queue"))) continue;
        std::printf(
            "%-11s %4s pending: the wheel is %.1f times as fast as the heap, %.1f as std::priority_queue\n",
            load, pending, time("heap") / time("wheel"), time("priority_queue") / time("wheel"));
      }
  }

 private:
  std::map<std::string, double> nanoseconds_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  add_holds("exponential", exponential);
  add_holds("nand", nand);
  Ratios ratios;
  benchmark::RunSpecifiedBenchmarks(&ratios);
  ratios.print();
  return 0;
}
