#include "sim/archive/archive.hpp"

#include <algorithm>

#include "models/ftl/ftl.hpp"

namespace rainier::ftl {
namespace {

void archive_superblocks(Archive& a, Superblocks& sb) {
  a.items(sb.state);
  a.items(sb.valid);
  a.items(sb.closed_at);
  a.items(sb.written_at);
  a.items(sb.erases);
  a.items(sb.programs);
  a.items(sb.copies);
}

}  // namespace

// The map follows from its inverse, and is a third of what there would be to keep.
void Ftl::archive(Archive& a) {
  a.table(p2l_.complements(), p2l_.size());
  a.bytes(valid_.words(), valid_.word_count() * sizeof *valid_.words());
  archive_superblocks(a, sb_);
  heat_.archive(a);
  a.value(streams_);
  a.value(before_);
  policy_->archive(a);
  a.list(free_, sb_.count());
  a.list(erasable_, sb_.count());
  a.list(first_, sb_.count());
  a.value(counters_);
  a.value(mapped_);
  a.value(closings_);
  a.value(credit_);
  a.value(pace_);
  a.value(due_at_);
  a.value(victim_);
  a.value(scan_);
  a.value(victim_valid_);
  a.value(levelling_);
  a.value(of_first_);
  a.value(reclaiming_);
  a.value(unplaced_);
  if (!a.reading()) return;
  check_read();
  rebuild_map();
}

/// What others take as an index.
void Ftl::check_read() const {
  const auto expect = [](bool right) {
    if (!right) throw BadArchive("it is no state of this drive's FTL");
  };
  const auto superblock = [this](std::uint32_t sb) { return sb == none || sb < sb_.count(); };
  expect(std::all_of(sb_.state.begin(), sb_.state.end(), [](State s) { return s <= State::retired; }));
  expect(std::all_of(before_.begin(), before_.end(), superblock));
  expect(superblock(victim_) && scan_ <= layout_.units() && reclaiming_ <= sb_.count());
  std::vector<std::uint32_t> free = free_;
  std::sort(free.begin(), free.end());
  expect(std::adjacent_find(free.begin(), free.end()) == free.end());
  expect(std::all_of(free.begin(), free.end(), [this](auto sb) { return sb_.state[sb] == State::free; }));
  for (const Stream& stream : streams_)
    expect(superblock(stream.superblock()) && stream.fits(layout_) &&
           (!stream.is_open() || sb_.state[stream.superblock()] == State::open));
}

void Ftl::rebuild_map() {
  constexpr Ppn ahead = 24;
  const auto pages = static_cast<Ppn>(layout_.pages());
  std::vector<std::uint32_t> counts(sb_.count(), 0);
  std::uint64_t mapped = 0;
  l2p_.clear();
  for (Ppn ppn = valid_.next(0, pages); ppn < pages; ppn = valid_.next(ppn + 1, pages)) {
    if (ppn + ahead < pages && p2l_[ppn + ahead] < logical_pages_) l2p_.prefetch(p2l_[ppn + ahead]);
    const Lpn lpn = p2l_[ppn];
    if (lpn >= logical_pages_ || l2p_[lpn] != none) throw BadArchive("its map is not one to one");
    l2p_.set(lpn, ppn);
    ++counts[layout_.superblock(ppn)];
    ++mapped;
  }
  if (mapped != mapped_ || counts != sb_.valid) throw BadArchive("its counts are not those of its map");
}

}  // namespace rainier::ftl
