#include "validation/oracles/rain_stripe.hpp"

#include <catch2/catch.hpp>

using namespace rainier::oracle;

TEST_CASE("a user page is lost with probability about k u squared") {
  CHECK(rain::page_loss(7, 1e-6) == Approx(7e-12).epsilon(1e-5));
  CHECK(rain::page_loss(15, 1e-12) == Approx(15e-24).epsilon(1e-9));
}

TEST_CASE("the loss of a page is exact where failures are common") {
  CHECK(rain::page_loss(1, 0.5) == Approx(0.25));
  CHECK(rain::page_loss(7, 0.1) == Approx(0.1 * (1 - 0.4782969)));
  CHECK(rain::page_loss(7, 0) == 0);
  CHECK(rain::page_loss(7, 1) == 1);
}

TEST_CASE("a failed P320h die has 524,288 pages, each rebuilt from seven reads") {
  CHECK(rain::die_pages(2, 2048, 128) == 524'288);
  CHECK(rain::die_pages(2, 2048, 128) * rain::rebuild_reads(7) == 3'670'016);
}

TEST_CASE("7+1 leaves seven eighths of the raw capacity to data") {
  CHECK(rain::data_share(7) * 1099.5 == Approx(962.1).margin(0.1));
  CHECK(rain::program_factor(7) * 2.04 == Approx(2.33).margin(0.005));
}

TEST_CASE("7+1 survives a channel of 32 and 15+1 does not survive one of eight") {
  CHECK(rain::survives_channel(7, 32));
  CHECK_FALSE(rain::survives_channel(15, 8));
}
