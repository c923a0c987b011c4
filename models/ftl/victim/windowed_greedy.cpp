#include <algorithm>
#include <vector>

#include "models/ftl/victim/policies.hpp"
#include "models/ftl/victim/scan.hpp"

namespace rainier::ftl {
namespace {

/// The fewest valid pages among the `window` superblocks closed longest ago.
class WindowedGreedy final : public Victim {
 public:
  explicit WindowedGreedy(std::uint32_t window) : window_(window) {}

  std::uint32_t choose(const Superblocks& s, std::uint32_t, std::uint64_t) override {
    oldest_.clear();
    for (std::uint32_t sb = 0; sb < s.count(); ++sb)
      if (s.collectable(sb)) oldest_.push_back(sb);
    if (oldest_.empty()) return none_found;
    if (oldest_.size() > window_) {
      const auto older = [&](std::uint32_t a, std::uint32_t b) { return s.closed_at[a] < s.closed_at[b]; };
      std::nth_element(oldest_.begin(), oldest_.begin() + window_, oldest_.end(), older);
      oldest_.resize(window_);
    }
    const auto fewer = [&](std::uint32_t a, std::uint32_t b) {
      return s.valid[a] != s.valid[b] ? s.valid[a] < s.valid[b] : s.closed_at[a] < s.closed_at[b];
    };
    return *std::min_element(oldest_.begin(), oldest_.end(), fewer);
  }

 private:
  std::uint32_t window_;
  std::vector<std::uint32_t> oldest_;
};

}  // namespace

Policy windowed_greedy_policy() {
  return {"windowed-greedy", "the fewest valid pages of the oldest",
          [](const GcParams& params, Philox) -> std::unique_ptr<Victim> {
            return std::make_unique<WindowedGreedy>(params.window);
          }};
}

}  // namespace rainier::ftl
