#include "models/link/pcie.hpp"

#include <catch2/catch.hpp>

using namespace rainier;
using namespace rainier::literals;
using link::Pcie;
using link::PcieParams;

namespace {

PcieParams bare(std::uint64_t payload, std::uint64_t overhead) {
  PcieParams p;
  p.payload_bytes = payload;
  p.tlp_overhead_bytes = overhead;
  p.dllp_share = 0;
  p.posted_credits = 4096;
  p.propagation = Time();
  return p;
}

double megabytes_per_second(const PcieParams& params) {
  Pcie pcie(params);
  Time end;
  for (int i = 0; i < 10'000; ++i) end = pcie.post(Time(), 4096);
  return 4096e4 / end.seconds() / 1e6;
}

}  // namespace

// physics.md, section 3: PCIe Gen2 x8.
TEST_CASE("Gen2 x8 carries what its TLP overhead leaves") {
  CHECK(megabytes_per_second(bare(128, 20)) == Approx(3459).margin(1));
  CHECK(megabytes_per_second(bare(128, 24)) == Approx(3368).margin(1));
  CHECK(megabytes_per_second(bare(256, 20)) == Approx(3710).margin(1));
  CHECK(megabytes_per_second(bare(256, 24)) == Approx(3657).margin(1));
}

TEST_CASE("half the lanes carry half the bytes") {
  PcieParams p = bare(128, 24);
  const double eight = megabytes_per_second(p);
  p.lanes = 4;
  CHECK(megabytes_per_second(p) == Approx(eight / 2).epsilon(1e-3));
}

TEST_CASE("too few posted credits set the pace: credits x payload / return time") {
  PcieParams p = bare(128, 24);
  p.posted_credits = 4;
  p.credit_return = 1_us;
  CHECK(megabytes_per_second(p) == Approx(4 * 128 / 1.0).epsilon(1e-3));
}

TEST_CASE("reads of host memory are bound by tags x request size / round trip") {
  PcieParams p = bare(128, 24);
  p.tags = 2;
  p.memory_latency = 2_us;
  Pcie pcie(p);
  Time end;
  for (int i = 0; i < 1'000; ++i) end = pcie.fetch(Time(), 4096);
  const double round_trip = 2e-6 + 4 * 152 / 4e9;
  CHECK(4096e3 / end.seconds() == Approx(2 * 512 / round_trip).epsilon(0.08));
}

TEST_CASE("a fetch alone takes the round trip and its completions") {
  PcieParams p = bare(128, 24);
  p.propagation = 150_ns;
  p.memory_latency = 400_ns;
  Pcie pcie(p);
  const double expected_ns = 24 / 4.0 + 2 * 150 + 400 + 152 / 4.0;
  CHECK(static_cast<double>(pcie.fetch(Time(), 128).ps()) / 1e3 == Approx(expected_ns).margin(0.1));
}

TEST_CASE("both directions count their payload") {
  Pcie pcie(bare(128, 24));
  pcie.post(Time(), 4096);
  pcie.fetch(Time(), 1000);
  CHECK(pcie.posted_bytes() == 4096);
  CHECK(pcie.fetched_bytes() == 1000);
}

TEST_CASE("a doorbell that the host rings later does not hold back what the device reads until then") {
  Pcie pcie(bare(128, 24)), quiet(bare(128, 24));
  CHECK(pcie.doorbell(3_us) == 3_us + 7_ns);  // 28 B at 4 GB/s
  CHECK(pcie.fetch(Time(), 128) == quiet.fetch(Time(), 128));
}
