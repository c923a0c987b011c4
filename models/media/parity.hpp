#pragma once

#include <unordered_map>

#include "models/ftl/layout.hpp"
#include "models/media/content.hpp"

namespace rainier::media {

/// The parity of stripes that are being written, in the controller's memory: the XOR of what has been placed
/// so far. By the unit of the parity page.
class OpenParity {
 public:
  OpenParity(const ftl::Layout& layout, Contents& contents) : layout_(layout), contents_(contents) {}

  /// The unit of the stripe's parity page that covers `ppn`, or `none` where there is no parity.
  ftl::Ppn unit_for(ftl::Ppn ppn) const {
    const rain::Stripes& stripes = layout_.stripes();
    if (!stripes.enabled()) return ftl::none;
    const std::uint32_t unit = layout_.unit(ppn), shift = layout_.page_shift();
    const std::uint32_t parity = stripes.parity(stripes.first(unit >> shift));
    return layout_.ppn(layout_.superblock(ppn), parity << shift | (unit & (layout_.units_per_page() - 1)));
  }
  void add(ftl::Ppn ppn, std::uint32_t content) {
    const ftl::Ppn at = unit_for(ppn);
    if (at == ftl::none || content == no_content) return;
    std::uint32_t& sum = sums_.try_emplace(at, no_content).first->second;
    if (sum == no_content) sum = contents_.take();
    contents_.add(sum, content);
  }
  /// What the parity unit is to hold now.
  std::uint32_t take(ftl::Ppn parity_unit) {
    const auto found = sums_.find(parity_unit);
    if (found == sums_.end()) return no_content;
    const std::uint32_t content = found->second;
    sums_.erase(found);
    return content;
  }
  std::uint32_t look(ftl::Ppn parity_unit) const {
    const auto found = sums_.find(parity_unit);
    return found == sums_.end() ? no_content : found->second;
  }
  void clear() {
    for (const auto& [unit, content] : sums_) contents_.give(content);
    sums_.clear();
  }

 private:
  const ftl::Layout& layout_;
  Contents& contents_;
  std::unordered_map<ftl::Ppn, std::uint32_t> sums_;
};

}  // namespace rainier::media
