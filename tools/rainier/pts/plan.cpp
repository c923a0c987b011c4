#include "tools/rainier/pts/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "sim/config/quantity.hpp"

namespace rainier::pts {
namespace {

constexpr std::uint64_t kib = 1024;
constexpr std::array<const char*, 4> names{"iops", "throughput", "latency", "wsat"};
using Kind = drive::Pass::Kind;

std::vector<drive::Pass> twice(std::uint64_t block) { return {{Kind::sequential, block, 2}}; }

std::vector<Cell> table(const std::vector<std::uint32_t>& reads, const std::vector<std::uint64_t>& blocks) {
  std::vector<Cell> cells;
  for (const std::uint32_t percent : reads)
    for (const std::uint64_t block : blocks) cells.push_back({block, percent, Kind::random});
  return cells;
}

Part part(std::vector<drive::Pass> precondition, std::vector<Cell> cells, const std::vector<Cell>& tracked) {
  Part made{std::move(precondition), std::move(cells), {}};
  for (const Cell& cell : tracked)
    made.tracked.push_back(
        static_cast<std::size_t>(std::find(made.cells.begin(), made.cells.end(), cell) - made.cells.begin()));
  return made;
}

Part throughput_of(std::uint64_t block) {
  const std::vector<Cell> cells{{block, 100, Kind::sequential}, {block, 0, Kind::sequential}};
  return part(twice(block), cells, cells);
}

template <class T>
bool has(const std::vector<T>& asked, T value) {
  return asked.empty() || std::find(asked.begin(), asked.end(), value) != asked.end();
}

}  // namespace

std::string name_of(Test test) { return names.at(static_cast<std::size_t>(test)); }

std::vector<std::string> test_names() { return {names.begin(), names.end()}; }

std::string name_of(const Cell& cell) {
  return fmt::format("{}, {} % reads", config::format_bytes(cell.block_bytes), cell.read_percent);
}

std::string name_of(Metric metric) {
  return metric == Metric::iops ? "iops" : metric == Metric::throughput ? "throughput" : "latency_mean";
}

std::uint64_t Plan::cells() const {
  std::uint64_t all = 0;
  for (const Part& p : parts) all += p.cells.size();
  return all;
}

Plan plan_of(Test test) {
  Plan plan;
  plan.test = test;
  switch (test) {
    case Test::iops:
      plan.parts = {part(twice(128 * kib),
                         table({100, 95, 65, 50, 35, 5, 0}, {1024 * kib, 128 * kib, 64 * kib, 32 * kib,
                                                             16 * kib, 8 * kib, 4 * kib, kib / 2}),
                         {{4 * kib, 0}, {64 * kib, 65}, {1024 * kib, 100}})};
      break;
    case Test::throughput:
      plan.metric = Metric::throughput;
      plan.parts = {throughput_of(1024 * kib), throughput_of(128 * kib)};
      plan.workers = 1;
      break;
    case Test::latency:
      plan.metric = Metric::latency_mean;
      plan.parts = {part(twice(128 * kib), table({100, 65, 0}, {8 * kib, 4 * kib, kib / 2}), {{4 * kib, 0}})};
      plan.queue_depth = plan.workers = 1;
      break;
    case Test::write_saturation:
      plan.parts = {part({}, table({0}, {4 * kib}), {{4 * kib, 0}})};
      plan.most_rounds = 24 * 60;
      plan.capacities = 4;
      break;
  }
  return plan;
}

void keep(Plan& plan, const std::vector<std::uint64_t>& blocks, const std::vector<std::uint32_t>& reads) {
  std::erase_if(plan.parts, [&](Part& p) {
    std::vector<Cell> tracked;
    for (const std::size_t place : p.tracked) tracked.push_back(p.cells[place]);
    const auto unwanted = [&](const Cell& cell) {
      return !has(blocks, cell.block_bytes) || !has(reads, cell.read_percent);
    };
    std::erase_if(p.cells, unwanted);
    std::erase_if(tracked, unwanted);
    p = part(p.precondition, p.cells, tracked);
    return p.cells.empty();
  });
  if (plan.parts.empty()) throw std::invalid_argument("no cell of the test is left");
  for (const Part& p : plan.parts)
    if (p.tracked.empty()) throw std::invalid_argument("no cell is left that steady state is judged by");
}

}  // namespace rainier::pts
