#include "models/ftl/victim/scan.hpp"

namespace rainier::ftl {
namespace {

/// The fewest valid pages.
class Greedy final : public Victim {
 public:
  std::uint32_t choose(const Superblocks& s, std::uint32_t, std::uint64_t) override {
    return least(s, [&](std::uint32_t sb) { return s.valid[sb]; });
  }
};

}  // namespace

std::unique_ptr<Victim> make_greedy() { return std::make_unique<Greedy>(); }

}  // namespace rainier::ftl
