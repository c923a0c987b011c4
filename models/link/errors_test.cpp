#include <catch2/catch.hpp>
#include <cmath>

#include "models/link/link.hpp"

using namespace rainier;
using namespace rainier::literals;
using namespace rainier::link;

namespace {

Params pcie(double bit_error_rate) {
  Params p;
  p.dllp_share = 0;
  p.posted_credits = 4096;
  p.propagation = 100_ns;
  p.errors.bit_error_rate = bit_error_rate;
  return p;
}

Params sata(double bit_error_rate) {
  Params p;
  p.interface = Interface::sata;
  p.errors.bit_error_rate = bit_error_rate;
  return p;
}

constexpr int transfers = 20'000;

/// Time of a wire that is never idle for one transfer of 4 KiB to the host.
double seconds_a_transfer(Link& link) {
  for (int i = 0; i < transfers; ++i) link.send(Time(), 4096);
  return link.up().busy().seconds() / transfers;
}

}  // namespace

TEST_CASE("TLPs that go bad cost a saturated PCIe link what go-back-N costs") {
  // 152 bytes of 10 bits each a TLP, 38 ns; a bad one costs itself and all until its NAK has come.
  const double t = 38, until_nak = 280 + 2 * 100, bits = 1520;
  for (const double rate : {1e-6, 1e-5, 1e-4}) {
    const double p = -std::expm1(-rate * bits);
    Link clean(pcie(0)), noisy(pcie(rate));
    const double share = seconds_a_transfer(clean) / seconds_a_transfer(noisy);
    CHECK(share == Approx((1 - p) / (1 + p * until_nak / t)).epsilon(0.01));
    const double bad = p / (1 - p) * 32 * transfers;
    CHECK(static_cast<double>(noisy.errors().bad_frames) == Approx(bad).margin(4 * std::sqrt(bad)));
    CHECK(noisy.errors().lost_frames == 0);
    CHECK(noisy.posted_bytes() == clean.posted_bytes());
  }
}

TEST_CASE("a bad TLP delays a fetch, a doorbell and an interrupt by its replay") {
  const Params params = pcie(0);
  const auto delay = [&](auto act, int bytes) {
    Link clean(params), faulty(params, true);
    faulty.fail_next();
    const Time lost = act(faulty) - act(clean);
    const double tlp_ns = (bytes + 24) / 4.0;
    CHECK(static_cast<double>(lost.ps()) / 1e3 == Approx(tlp_ns + 280 + 200).margin(0.01));
    CHECK(faulty.errors().bad_frames == 1);
  };
  delay([](Link& link) { return link.doorbell(1_us); }, 4);
  delay([](Link& link) { return link.interrupt(1_us); }, 4);
  delay([](Link& link) { return link.complete(1_us, 8); }, 8);
  delay([](Link& link) { return link.send(1_us, 4096); }, 128);
}

TEST_CASE("a SATA frame without data is sent again until it is whole") {
  Link link(sata(1e-4));
  for (int i = 0; i < transfers; ++i) link.complete(Time(), 8);
  const double p = -std::expm1(-1e-4 * 10 * 8), bad = p / (1 - p) * transfers;
  const ErrorCounters& errors = link.errors();
  CHECK(static_cast<double>(errors.bad_frames) == Approx(bad).margin(4 * std::sqrt(bad)));
  CHECK(errors.lost_frames == 0);
  CHECK(errors.replayed_bytes == 8 * errors.bad_frames);
  // 8 bytes at 600 MB/s, and the turnaround.
  CHECK(errors.wire_time.us() ==
        Approx(static_cast<double>(errors.bad_frames) * (0.28 + 8 / 600.0)).epsilon(1e-4));
}

TEST_CASE("a SATA frame with data is lost with its command, and it is the one that a fault hits") {
  Link link(sata(0), true);
  const auto fetch = [&](std::uint64_t before) {
    bool lost = false;
    link.fetch(Time(), 4096, before, [&] { lost = true; });
    return lost;
  };
  CHECK_FALSE(fetch(0));
  link.fail_next();
  link.doorbell(Time());
  link.complete(Time(), 8);
  CHECK(link.errors().bad_frames == 0);
  CHECK(fetch(4096));
  CHECK_FALSE(fetch(8192));
  CHECK(link.errors().lost_frames == 1);
  CHECK(link.errors().bad_frames == 1);
}

TEST_CASE("Data FISes are lost as often as their bits say") {
  const double rate = 1e-6, p = -std::expm1(-rate * 10 * (8192 + 16));
  Link link(sata(rate));
  int lost = 0;
  for (int i = 0; i < transfers; ++i) link.send(Time(), 8192, [&] { ++lost; });
  CHECK(lost == Approx(p * transfers).margin(4 * std::sqrt(p * transfers)));
  CHECK(link.errors().lost_frames == static_cast<std::uint64_t>(lost));
}

TEST_CASE("the same seed draws the same errors, another one others") {
  const auto end = [](std::uint64_t seed) {
    Link link(pcie(1e-6), false, seed);
    Time last;
    for (int i = 0; i < 1'000; ++i) last = link.send(last, 4096 + 512 * (i % 3));
    return last;
  };
  CHECK(end(1) == end(1));
  CHECK(end(1) != end(2));
}
