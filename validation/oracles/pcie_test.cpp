#include "validation/oracles/pcie.hpp"

#include <catch2/catch.hpp>

using namespace rainier::oracle::pcie;

TEST_CASE("a Gen2 x8 link moves 4.0 GB/s each way after 8b/10b") {
  CHECK(raw_rate(Generation::gen2, 8) == Approx(4.0e9));
  CHECK(raw_rate(Generation::gen1, 8) == Approx(2.0e9));
  CHECK(raw_rate(Generation::gen3, 4) == Approx(3.938e9).epsilon(1e-3));
}

TEST_CASE("Gen2 x8 packets of 128 and 256 bytes reach the published payload rates in MB/s") {
  const double raw = raw_rate(Generation::gen2, 8) / 1e6;
  CHECK(posted_write_rate(raw, 128, Header::three_words) == Approx(3459).margin(0.5));
  CHECK(posted_write_rate(raw, 128, Header::four_words) == Approx(3368).margin(0.5));
  CHECK(posted_write_rate(raw, 256, Header::three_words) == Approx(3710).margin(0.5));
  CHECK(posted_write_rate(raw, 256, Header::four_words) == Approx(3657).margin(0.5));
}

TEST_CASE(
    "a train of 128 byte packets is 84.2 % efficient, and one data-link packet in three costs 2 % more") {
  CHECK(efficiency(128, Header::four_words) == Approx(0.842).margin(5e-4));
  CHECK(4.0 * efficiency(128, Header::four_words, 8.0 / 3) == Approx(3.30).margin(0.015));
}

TEST_CASE("a 4 KiB read takes 1.216 us of a Gen2 x8 link in 128 byte packets") {
  CHECK(wire_bytes(4096, 128, Header::four_words) == 32 * 152);
  CHECK(wire_bytes(4096, 128, Header::four_words) / raw_rate(Generation::gen2, 8) == Approx(1.216e-6));
  CHECK(wire_bytes(1, 128, Header::three_words) == 21);
  CHECK(wire_bytes(0, 128, Header::three_words) == 0);
}

TEST_CASE("reads of host memory are bound by tags until the wire is full") {
  const double raw = raw_rate(Generation::gen2, 8);
  CHECK(read_rate(raw, 128, 8, 256, 1e-6) == Approx(2.048e9));
  CHECK(read_rate(raw, 128, 32, 256, 1e-6) == Approx(3.459e9).epsilon(1e-3));
}
