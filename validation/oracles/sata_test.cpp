#include "validation/oracles/sata.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace rainier::oracle::sata;

TEST_CASE("SATA 6 Gb/s moves 600 MB/s, of which 594 are payload") {
  CHECK(raw_rate(3) == Approx(600e6));
  CHECK(raw_rate(1) == Approx(150e6));
  CHECK(data_rate(raw_rate(3)) == Approx(594e6).epsilon(1e-3));
  CHECK(data_rate(raw_rate(3)) / 4096 == Approx(145e3).epsilon(1e-3));
}

TEST_CASE("a SATA FIS never carries more than 8 KiB") {
  CHECK(data_rate(600e6, 512) < data_rate(600e6, 4096));
  CHECK_THROWS_AS(data_rate(600e6, 8193), std::domain_error);
}
