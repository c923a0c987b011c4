#include "tools/rainier/cost_of_life.hpp"

#include <catch2/catch.hpp>

#include "tools/rainier/catalog.hpp"

using namespace rainier::tool;

TEST_CASE("the reviews' five drives have a life and a cost of a petabyte, as they print them") {
  const auto costs = costs_of_life(Catalog().validation("published/figures.yaml"), {});
  const auto line = [&](const std::string& figure) {
    for (const CostOfLife& c : costs)
      if (c.figure == figure) return c;
    FAIL("no " << figure);
    return CostOfLife();
  };
  CHECK(costs.size() == 5);
  for (const auto& [figure, per_pb, user, raw] :
       {std::tuple{"intel_910.endurance_test", 106.60, 46'339, 41'374},
        std::tuple{"intel_s3700.endurance_test", 64.66, 36'343, 27'532},
        std::tuple{"intel_x25e.endurance_test", 60.51, 237'968, 198'307},
        std::tuple{"toshiba_mk4001grzb.endurance_test", 79.63, 225'064, 175'831}}) {
    INFO(figure);
    const CostOfLife c = line(figure);
    CHECK(c.cost(c.published) == Approx(per_pb));
    CHECK(CostOfLife::cycles(c.published, c.user_gb) == Approx(user).epsilon(1e-3));
    CHECK(CostOfLife::cycles(c.published, c.raw_gb) == Approx(raw).epsilon(3e-3));
  }
  const CostOfLife p320h = line("p320h_700.endurance_test");  // its price is printed itself: so is its cost
  CHECK(p320h.price == 6995);
  CHECK(p320h.cost(p320h.published) == Approx(38.57).epsilon(1e-3));
}

TEST_CASE("a drive that was not simulated has its published life alone") {
  Comparison simulated;
  simulated.figure.id = "intel_x25e.endurance_test";
  simulated.simulated = 150;
  const auto costs = costs_of_life(Catalog().validation("published/figures.yaml"), {simulated});
  const std::string text = costs_text(costs);
  INFO(text);
  CHECK(text.find("234,375") != std::string::npos);  // 15 PB of 64 GB
  CHECK(text.find("61.44") != std::string::npos);    // 60.51 x 152.3 / 150
  CHECK(text.find("46,339") == std::string::npos);
}
