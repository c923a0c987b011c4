#include "sim/archive/archive.hpp"

#include <algorithm>

#include "models/media/event_log.hpp"
#include "models/media/failures.hpp"
#include "models/media/spares.hpp"

namespace rainier::media {
namespace {

/// In order, so that equal sets are equal bytes.
void archive_set(Archive& a, std::unordered_set<std::uint64_t>& set, std::uint64_t limit) {
  std::vector<std::uint64_t> numbers(set.begin(), set.end());
  std::sort(numbers.begin(), numbers.end());
  a.list(numbers, limit);
  if (a.reading()) set = {numbers.begin(), numbers.end()};
}

}  // namespace

void EventLog::archive(Archive& a, Time now) {
  constexpr std::size_t longest = 4096;
  std::uint64_t count = entries_.size();
  a.below(count, most + 1);
  entries_.resize(count);
  for (Entry& entry : entries_) {
    a.moment(entry.at, now);
    a.text(entry.what, longest);
  }
  a.value(dropped_);
}

void Failures::archive(Archive& a) {
  a.items(planes_);
  archive_set(a, blocks_, shape_.all_blocks());
  archive_set(a, worn_, shape_.all_blocks());
  archive_set(a, units_, shape_.all_units());
}

void Spares::archive(Archive& a) {
  left_ = 0;
  for (std::vector<std::uint16_t>& free : free_) {
    std::vector<std::uint32_t> blocks(free.begin(), free.end());
    a.list(blocks, shape_.blocks);
    free.assign(blocks.begin(), blocks.end());
    left_ += free.size();
  }
  a.value(made_);
  if (left_ > made_) throw BadArchive("it has more spare blocks than were made");
  a.value(turn_);
  turn_ %= static_cast<std::uint32_t>(free_.size());
  std::vector<std::uint64_t> replaced, by;
  for (const auto& [block, spare] : stands_in_) replaced.push_back(block);
  std::sort(replaced.begin(), replaced.end());
  for (const std::uint64_t block : replaced) {
    const Block& spare = stands_in_.at(block);
    by.push_back(shape_.block(spare.die, spare.at));
  }
  a.list(replaced, shape_.all_blocks());
  a.list(by, shape_.all_blocks());
  if (!a.reading()) return;
  if (by.size() != replaced.size()) throw BadArchive("blocks are replaced by nothing");
  stands_in_.clear();
  for (std::size_t i = 0; i < by.size(); ++i) {
    const std::uint64_t plane = by[i] / shape_.blocks;
    stands_in_[replaced[i]] = {static_cast<std::uint32_t>(plane / shape_.planes),
                               {static_cast<std::uint16_t>(by[i] % shape_.blocks), 0,
                                static_cast<std::uint8_t>(plane % shape_.planes)}};
  }
}

}  // namespace rainier::media
