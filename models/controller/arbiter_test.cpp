#include "models/controller/arbiter.hpp"

#include <catch2/catch.hpp>
#include <numeric>

using namespace rainier::controller;

namespace {

NvmeParams of(std::uint32_t queues, std::uint32_t burst) {
  NvmeParams params;
  params.queues = queues;
  params.burst = burst;
  return params;
}

/// How many of `commands` each queue gets where all always have more, `room` at a time.
std::vector<std::uint32_t> shares(const NvmeParams& params, std::uint32_t commands,
                                  std::uint32_t room = 1000) {
  Arbiter arbiter(params);
  std::vector<std::uint32_t> got(params.queues, 0);
  while (std::accumulate(got.begin(), got.end(), 0U) < commands) {
    const Arbiter::Grant grant = arbiter.next([](std::uint32_t) { return true; });
    const std::uint32_t taken = std::min(grant.most, room);
    got[grant.queue] += taken;
    arbiter.took(taken);
  }
  return got;
}

}  // namespace

TEST_CASE("queues in turn get equal shares, whatever the burst") {
  for (const std::uint32_t burst : {1U, 8U, 256U})
    for (const std::uint32_t n : shares(of(5, burst), 5 * 256 * 4)) CHECK(n == 256 * 4);
}

TEST_CASE("a turn is a burst long at most") {
  Arbiter arbiter(of(2, 8));
  for (std::uint32_t i = 0; i < 6; ++i) {
    const Arbiter::Grant grant = arbiter.next([](std::uint32_t) { return true; });
    CHECK(grant.queue == i % 2);
    CHECK(grant.most == 8);
    arbiter.took(8);
  }
}

TEST_CASE("a queue without commands is passed over") {
  Arbiter arbiter(of(4, 1));
  for (int i = 0; i < 4; ++i) {
    CHECK(arbiter.next([](std::uint32_t queue) { return queue == 2; }).queue == 2);
    arbiter.took(1);
  }
  CHECK(arbiter.next([](std::uint32_t) { return false; }).most == 0);
}

TEST_CASE("classes share by their weights, and the queues of a class equally") {
  NvmeParams params = of(4, 3);
  params.arbitration = Arbitration::weighted;
  params.priorities = {1, 2, 3, 3};
  params.high_weight = 12;
  params.medium_weight = 6;
  params.low_weight = 2;
  for (const std::uint32_t room : {1U, 2U, 1000U}) {
    const auto got = shares(params, 20'000, room);
    CHECK(got[0] == Approx(12'000).epsilon(0.01));
    CHECK(got[1] == Approx(6'000).epsilon(0.01));
    CHECK(got[2] == Approx(1'000).epsilon(0.01));
    CHECK(got[3] == Approx(1'000).epsilon(0.01));
  }
}

TEST_CASE("a class without commands leaves its share to the others") {
  NvmeParams params = of(3, 1);
  params.arbitration = Arbitration::weighted;
  params.priorities = {1, 2, 3};
  Arbiter arbiter(params);
  std::vector<std::uint32_t> got(3, 0);
  for (int i = 0; i < 3000; ++i) {
    ++got[arbiter.next([](std::uint32_t queue) { return queue > 0; }).queue];
    arbiter.took(1);
  }
  CHECK(got == std::vector<std::uint32_t>{0, 2000, 1000});
}

TEST_CASE("urgent queues go first as long as they have commands") {
  NvmeParams params = of(3, 4);
  params.arbitration = Arbitration::weighted;
  params.priorities = {1, 0, 0};
  const auto got = shares(params, 800);
  CHECK(got == std::vector<std::uint32_t>{0, 400, 400});
}
