#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/drive/recipe.hpp"
#include "sim/kernel/time.hpp"

/// The tests of SNIA's Solid State Storage Performance Test Specification (PTS) on a simulated drive.
namespace rainier::pts {

enum class Test : std::uint8_t { iops, throughput, latency, write_saturation };
/// The names under which the command and the files know them: iops, throughput, latency, wsat.
std::string name_of(Test test);
std::vector<std::string> test_names();

/// What is loaded onto the drive for one cell of a round.
struct Cell {
  std::uint64_t block_bytes = 4096;
  std::uint32_t read_percent = 0;
  drive::Pass::Kind pattern = drive::Pass::Kind::random;
  bool operator==(const Cell&) const = default;
};
/// `4KiB, 65 % reads`
std::string name_of(const Cell& cell);

enum class Metric : std::uint8_t { iops, throughput, latency_mean };
std::string name_of(Metric metric);

/// Rounds on one drive that begins purged. Steady state is reached in the first round after which the last
/// five of every tracked cell are steady.
struct Part {
  std::vector<drive::Pass> precondition;
  std::vector<Cell> cells;           ///< of a round, in their order
  std::vector<std::size_t> tracked;  ///< places in `cells`
  bool operator==(const Part&) const = default;
};

/// A test with all its choices.
struct Plan {
  Test test = Test::iops;
  Metric metric = Metric::iops;  ///< what is tracked
  std::vector<Part> parts;
  std::uint32_t queue_depth = 32;  ///< requests outstanding, over all workers
  std::uint32_t workers = 8;
  std::uint64_t most_rounds = 25;
  std::uint64_t rounds_after = 0;  ///< run after steady state and averaged; 0: the five steady ones are
  double capacities = 0;           ///< host writes that end the test; 0: steady state does
  Time cell{60'000'000'000'000};
  Time sample{100'000'000'000};  ///< the least that is timed of a cell; `cell` or more: all of it
  std::uint64_t cells() const;
};

/// The test as the specification has it:
///  - IOPS: random; 100, 95, 65, 50, 35, 5, 0 % reads, and for each 1024, 128, 64, 32, 16, 8, 4 and 0.5 KiB;
///    tracked are 4 KiB writes and, as the first edition asked, 64 KiB at 65 % and 1024 KiB reads.
///  - throughput: 1024 KiB, then on a purged drive 128 KiB; sequential reads, then writes; both tracked.
///  - latency: one request outstanding; 100, 65, 0 % reads, for each 8, 4 and 0.5 KiB; the mean latency of
///    4 KiB writes is tracked.
///  - write saturation: a purged drive takes random 4 KiB writes, four capacities of them or for 24 hours.
/// The first three precondition with two capacities of sequential writes, 128 KiB (throughput: its block).
Plan plan_of(Test test);

/// Keeps only these cells; an empty list keeps all. @throws std::invalid_argument if none or no tracked one
/// is left
void keep(Plan& plan, const std::vector<std::uint64_t>& blocks, const std::vector<std::uint32_t>& reads);

}  // namespace rainier::pts
