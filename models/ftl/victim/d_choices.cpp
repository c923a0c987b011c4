#include "models/ftl/victim/policies.hpp"
#include "models/ftl/victim/scan.hpp"
#include "sim/archive/archive.hpp"

namespace rainier::ftl {
namespace {

/// The fewest valid pages among d superblocks drawn at random (Van Houdt, SIGMETRICS 2013); d = 1 is random.
class DChoices final : public Victim {
 public:
  DChoices(std::uint32_t choices, Philox random) : choices_(choices), random_(std::move(random)) {}

  std::uint32_t choose(const Superblocks& s, std::uint32_t, std::uint64_t) override {
    std::uint32_t best = none_found;
    std::uint32_t drawn = 0;
    for (std::uint32_t tries = 0; drawn < choices_ && tries < max_tries; ++tries) {
      const auto sb = static_cast<std::uint32_t>(random_.below(s.count()));
      if (!s.collectable(sb)) continue;
      ++drawn;
      if (best == none_found || s.valid[sb] < s.valid[best]) best = sb;
    }
    if (best != none_found) return best;
    return least(s, [&](std::uint32_t sb) { return s.valid[sb]; });
  }

  void archive(Archive& archive) override { random_.archive(archive); }

 private:
  static constexpr std::uint32_t max_tries = 10'000;  ///< then few are collectable: look at all
  std::uint32_t choices_;
  Philox random_;
};

}  // namespace

Policy d_choices_policy() {
  return {"d-choices", "the fewest valid pages of d drawn at random",
          [](const GcParams& params, Philox random) -> std::unique_ptr<Victim> {
            return std::make_unique<DChoices>(params.choices, std::move(random));
          }};
}

Policy random_policy() {
  return {"random", "any", [](const GcParams&, Philox random) -> std::unique_ptr<Victim> {
            return std::make_unique<DChoices>(1, std::move(random));
          }};
}

}  // namespace rainier::ftl
