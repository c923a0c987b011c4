#include "models/ftl/functional.hpp"

#include <algorithm>
#include <stdexcept>

namespace rainier::ftl {

Functional::Functional(Ftl& ftl)
    : ftl_(ftl),
      l2p_(ftl.l2p_.complements()),
      p2l_(ftl.p2l_.complements()),
      counts_(ftl.sb_.valid.data()),
      host_{&ftl.streams_[Ftl::cold]},
      gc_{&ftl.streams_[Ftl::gc]} {}

void Functional::write(Lpn lpn) {
  while (ftl_.write(lpn).ppn == none) {
    if (!collect())
      throw std::logic_error("GC makes no progress: no page to copy and no superblock to erase");
  }
  if (ftl_.collection_due()) collect();
}

bool Functional::collect() {
  bool worked = false;
  for (Ppn source = ftl_.next_copy(); source != none; source = ftl_.next_copy()) {
    ftl_.place_copy(source);
    ftl_.end_copy(source);
    worked = true;
  }
  for (std::uint32_t sb = ftl_.take_erasable(); sb != none; sb = ftl_.take_erasable()) {
    ftl_.end_erase(sb);
    worked = true;
  }
  return worked;
}

void Functional::write_sequential(Lpn first, std::uint64_t count) {
  const Lpn end = ftl_.logical_pages_;
  Lpn lpn = first;
  for (load(); count > 0;) {
    auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, end - lpn));
    most = std::min(most, host_.left);
    const bool copies_come = ftl_.pace_ > 0 || ftl_.collection_due();
    if (most <= 1 || copies_come || ftl_.heat_.enabled()) {
      most = 1;
      fast_write(lpn);
    } else {
      block(lpn, most);
    }
    lpn = lpn + most == end ? 0 : lpn + most;
    count -= most;
  }
  settle();
}

void Functional::write_random(std::uint64_t count, std::uint32_t run, Philox& random) {
  // Of the writes to come, far ahead the map entry is on its way from memory, then the mark of the old page.
  constexpr std::size_t ahead = 32, near = 12;
  const std::uint64_t places = ftl_.logical_pages_ / run;
  std::array<Lpn, ahead> coming{};
  const auto draw = [&](std::uint64_t number) {
    const auto lpn = static_cast<Lpn>(random.below(places) * run);
    ftl_.prefetch(lpn);
    coming[number % ahead] = lpn;
  };
  load();
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, ahead); ++i) draw(i);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Lpn lpn = coming[i % ahead];
    if (i + ahead < count) draw(i + ahead);
    ftl_.valid_.prefetch(~l2p_[coming[(i + near) % ahead]]);
    for (std::uint32_t unit = 0; unit < run; ++unit) fast_write(lpn + unit);
  }
  settle();
}

void Functional::load(Lane& lane) {
  const Stream& stream = *lane.stream;
  const Layout& layout = ftl_.layout_;
  lane.left = lane.told = stream.stripe_room(layout);
  if (lane.left == 0) return;
  const Ppn first = layout.ppn(stream.superblock(), 0);
  lane.next = first + stream.next_unit(layout);
  lane.parity = stream.parity_ahead() == none ? none : first + (stream.parity_ahead() << layout.page_shift());
}

void Functional::load() {
  load(host_);
  load(gc_);
  urgent_ = ftl_.free_superblocks() <= ftl_.params_.gc.free_reserve;
}

// Tells the stream what its lane has placed.
void Functional::settle(Lane& lane) {
  const std::uint32_t placed = lane.told - lane.left;
  if (placed == 0) return;
  lane.told = lane.left;
  counts_[lane.stream->superblock()] += placed;
  lane.stream->skip(placed, ftl_.layout_);
}

void Functional::settle() {
  settle(host_);
  settle(gc_);
}

// The lane has filled its stripe, and perhaps its superblock.
[[gnu::noinline]] void Functional::finish(Lane& lane) {
  Stream& stream = *lane.stream;
  const std::uint32_t superblock = stream.superblock();
  counts_[superblock] += lane.told;
  const std::uint32_t parity = stream.finish_stripe(lane.told, ftl_.layout_);
  if (parity != none) ftl_.mark_parity(superblock, parity);
  if (stream.room() == 0) ftl_.close(stream);
  load(lane);
}

inline void Functional::place(Lane& lane, Lpn lpn) {
  const Ppn at = lane.next;
  l2p_[lpn] = ~at;
  p2l_[at] = ~lpn;
  ftl_.valid_.insert(at);
  lane.next = at + 1;
  if (lane.next == lane.parity) lane.next += ftl_.layout_.units_per_page();
  if (--lane.left == 0) finish(lane);
}

[[gnu::noinline]] void Functional::slow_write(Lpn lpn) {
  settle();
  write(lpn);
  load();
}

inline void Functional::fast_write(Lpn lpn) {
  if (ftl_.heat_.enabled()) return write(lpn);
  if (host_.left == 0) return slow_write(lpn);
  ++ftl_.counters_.host_writes;
  ftl_.credit_ += ftl_.pace_;
  const Ppn old = ~l2p_[lpn];
  if (old != none)
    ftl_.lose(old);
  else
    ++ftl_.mapped_;
  place(host_, lpn);
  if (ftl_.collection_due()) fast_collect();
}

// `count` logical units in order, at most what the stripe holds, during which no copy comes due.
void Functional::block(Lpn first, std::uint32_t count) {
  std::uint32_t superblock = none, lost = 0;  // of the old units
  Ppn begin = 0, units = 0;
  ftl_.counters_.host_writes += count;
  host_.left -= count;
  while (count > 0) {
    const Ppn at = host_.next;
    const std::uint32_t piece = std::min(count, host_.parity - at);
    for (std::uint32_t i = 0; i < piece; ++i) {
      const Ppn old = ~l2p_[first + i];
      l2p_[first + i] = ~(at + i);
      p2l_[at + i] = ~(first + i);
      if (old == none) {
        ++ftl_.mapped_;
        continue;
      }
      ftl_.valid_.erase(old);
      if (old - begin >= units) {
        if (lost > 0) counts_[superblock] -= lost;
        superblock = ftl_.layout_.superblock(old);
        begin = ftl_.layout_.ppn(superblock, 0);
        units = ftl_.layout_.units();
        lost = 0;
      }
      ++lost;
    }
    ftl_.valid_.insert(at, piece);
    first += piece;
    count -= piece;
    host_.next = at + piece == host_.parity ? host_.parity + ftl_.layout_.units_per_page() : at + piece;
  }
  if (lost > 0) counts_[superblock] -= lost;
  if (host_.left == 0) finish(host_);
}

// Brings in the map entry of one more page that will be copied.
inline void Functional::scout(Ppn end) {
  if (scouted_ >= end) return;
  constexpr Ppn line_ahead = 64;
  __builtin_prefetch(&p2l_[std::size_t{scouted_} + line_ahead]);
  __builtin_prefetch(&l2p_[static_cast<Lpn>(~p2l_[scouted_])], 1);
  scouted_ = ftl_.valid_.next(scouted_ + 1, end);
}

[[gnu::noinline]] void Functional::begin_scouting(Ppn first, Ppn end) {
  constexpr int ahead = 16;
  scouted_ = first;
  for (int i = 0; i < ahead; ++i) scout(end);
}

[[gnu::noinline]] void Functional::open_for_copies() {
  settle();
  ftl_.open(Ftl::gc);
  load();
}

// Copies out of the victim until the tokens or its valid pages run out. False at its end.
[[gnu::always_inline]] inline bool Functional::copy_out() {
  const Ppn first = ftl_.layout_.ppn(ftl_.victim_, 0), end = first + ftl_.layout_.units();
  std::uint32_t& count = counts_[ftl_.victim_];
  Ppn at = ftl_.valid_.next(first + ftl_.scan_, end);
  if (scouted_ == none) begin_scouting(at, end);
  for (; at < end; at = ftl_.valid_.next(at + 1, end)) {
    scout(end);
    ftl_.scan_ = at + 1 - first;
    ftl_.credit_ = std::max<std::int64_t>(ftl_.credit_ - Ftl::token, 0);
    if (gc_.left == 0) open_for_copies();
    ++ftl_.counters_.copies;
    ftl_.valid_.erase(at);
    --count;
    place(gc_, ~p2l_[at]);
    if (count == 0 || !has_token()) return true;
  }
  ftl_.scan_ = end - first;
  return false;
}

[[gnu::noinline]] bool Functional::next_victim() {
  settle();
  const bool found = ftl_.prepare_scan();
  load();
  scouted_ = none;
  return found;
}

[[gnu::noinline]] void Functional::end_victim() {
  settle();
  ftl_.finish_scan();
  load();
}

[[gnu::noinline]] void Functional::erase() {
  settle();
  for (std::uint32_t sb = ftl_.take_erasable(); sb != none; sb = ftl_.take_erasable()) ftl_.end_erase(sb);
  load();
}

// Copies what there are tokens for, as Ftl::next_copy() and place_copy() do one at a time.
void Functional::fast_collect() {
  while (true) {
    const bool scanning = ftl_.victim_ != none && counts_[ftl_.victim_] > 0;
    if (scanning ? !has_token() : !next_victim()) break;
    if (!copy_out()) end_victim();
  }
  if (!ftl_.erasable_.empty()) erase();
}

}  // namespace rainier::ftl
