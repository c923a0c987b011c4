#include "models/ftl/ftl.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "models/ftl/progress.hpp"
#include "models/ftl/victim/levelling.hpp"

namespace rainier::ftl {

Ftl::Ftl(const Layout& layout, const Params& params, std::uint32_t logical_pages, std::uint64_t seed)
    : layout_(layout),
      params_(params),
      logical_pages_(logical_pages),
      l2p_(logical_pages),
      p2l_(static_cast<std::size_t>(layout.pages())),
      valid_(static_cast<std::size_t>(layout.pages())),
      sb_(layout.superblocks()),
      heat_(params.separation, params.region_pages, logical_pages),
      policy_(make_victim(params.gc, Philox(seed, "ftl.gc.victim"))),
      free_(layout.superblocks()),
      debt_limit_(token * params.gc.in_flight) {
  before_.fill(none);
  if (layout.pages() >= pad_mark) throw std::invalid_argument("a drive holds at most 2^32 - 4 pages");
  require_progress(layout, params, logical_pages);
  std::iota(free_.begin(), free_.end(), 0);
  set_due();
}

bool Ftl::trim(Lpn lpn) {
  const Ppn old = l2p_[lpn];
  if (old == none) return false;
  lose(old);
  l2p_.set(lpn, none);
  --mapped_;
  ++counters_.trimmed;
  return true;
}

// A stream's next superblock waits until the dies of its last one have no more than their next page to
// program: only so is the width of the frontier kept, however much data wait.
bool Ftl::open_for_host(Which which) {
  if (before_[which] != none && sb_.programs[before_[which]] > layout_.row()) return false;
  if (free_superblocks() <= params_.gc.free_reserve) return false;
  if (copy_room() < copy_debt() + layout_.user_units()) return false;
  open(which);
  return true;
}

void Ftl::open(Which which) {
  if (free_.empty()) throw std::logic_error("no free superblock for a copy: GC promised more than it had");
  auto chosen = free_.begin();
  const bool by_wear = params_.wear.allocation == Allocation::least_worn;
  if (by_wear || params_.spread_streams) {
    // New data go to the least worn superblock, copies (colder data) to the most worn one.
    chosen = std::min_element(free_.begin(), free_.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (params_.spread_streams) {
        const std::uint32_t shared_a = dies_shared_with_others(a), shared_b = dies_shared_with_others(b);
        if (shared_a != shared_b) return shared_a < shared_b;
      }
      return by_wear && (which == gc ? sb_.erases[a] > sb_.erases[b] : sb_.erases[a] < sb_.erases[b]);
    });
  }
  const std::uint32_t superblock = *chosen;
  free_.erase(chosen);
  sb_.state[superblock] = State::open;
  streams_[which].open(superblock, layout_);
  set_pace();
}

std::uint32_t Ftl::dies_shared_with_others(std::uint32_t superblock) const {
  std::uint32_t shared = 0;
  for (const Stream& stream : streams_)
    if (stream.is_open()) shared += layout_.shared_dies(superblock, stream.superblock());
  return shared;
}

void Ftl::close(Stream& stream) {
  const std::uint32_t superblock = stream.superblock();
  before_[static_cast<std::size_t>(&stream - streams_.data())] = superblock;
  sb_.state[superblock] = State::closed;
  sb_.closed_at[superblock] = ++closings_;
  sb_.written_at[superblock] = counters_.host_writes;
  stream.close();
}

bool Ftl::choose_victim() {
  std::uint32_t victim = first_.empty() ? none : take_first();
  of_first_ = victim != none;
  if (!of_first_ && free_superblocks() + reclaiming_ >= params_.gc.free_target) {
    set_pace();
    return false;
  }
  const bool levelling_turn =
      !of_first_ && params_.wear.static_levelling && counters_.victims % params_.wear.interval == 0;
  if (levelling_turn)
    victim =
        coldest_if_spread(sb_, *std::max_element(sb_.erases.begin(), sb_.erases.end()), params_.wear.spread);
  levelling_ = victim != none;  // or first: paced like levelling, whatever it gains
  if (!levelling_) victim = policy_->choose(sb_, layout_.user_units(), counters_.host_writes);
  if (victim == Victim::none_found) return false;
  // A full victim gains nothing, but what comes after it in the policy's order does: FIFO passes over cold
  // data so.
  if (!levelling_ && !gains(layout_, sb_.valid[victim]) && !any_gains()) return false;
  if (copy_room() < unplaced_ + sb_.valid[victim]) return false;
  victim_ = victim;
  scan_ = 0;
  victim_valid_ = sb_.valid[victim];
  sb_.state[victim] = State::collecting;
  ++counters_.victims;
  counters_.levelling += levelling_ && !of_first_;
  set_pace();
  return true;
}

bool Ftl::gains(const Layout& layout, std::uint32_t valid) {
  return valid + layout.units_per_page() <= layout.user_units();
}

bool Ftl::any_gains() const {
  for (std::uint32_t i = 0; i < sb_.count(); ++i)
    if (sb_.collectable(i) && gains(layout_, sb_.valid[i])) return true;
  return false;
}

bool Ftl::collect_first(std::uint32_t superblock) {
  const State state = sb_.state[superblock];
  if (state != State::open && state != State::closed) return false;
  if (std::find(first_.begin(), first_.end(), superblock) != first_.end()) return false;
  first_.push_back(superblock);
  set_due();
  return true;
}

// The first of them that can be collected now.
std::uint32_t Ftl::take_first() {
  for (auto it = first_.begin(); it != first_.end();) {
    const std::uint32_t superblock = *it;
    if (sb_.collectable(superblock) && copy_room() >= unplaced_ + sb_.valid[superblock]) {
      first_.erase(it);
      return superblock;
    }
    // Collected by the policy in the meantime: nothing is left to do.
    const bool waits = sb_.state[superblock] == State::open || sb_.state[superblock] == State::closed;
    it = waits ? it + 1 : first_.erase(it);
  }
  return none;
}

void Ftl::finish_scan() {
  const std::uint32_t victim = victim_;
  victim_ = none;
  ++reclaiming_;
  set_due();
  if (sb_.copies[victim] == 0) release(victim);
}

void Ftl::release(std::uint32_t victim) {
  sb_.state[victim] = State::erasing;
  erasable_.push_back(victim);
}

std::uint32_t Ftl::take_erasable() {
  if (erasable_.empty()) return none;
  const std::uint32_t superblock = erasable_.back();
  erasable_.pop_back();
  return superblock;
}

void Ftl::end_erase(std::uint32_t superblock) {
  sb_.state[superblock] = State::free;
  sb_.valid[superblock] = 0;
  ++sb_.erases[superblock];
  ++counters_.erases;
  --reclaiming_;
  free_.push_back(superblock);
  set_pace();
}

// Copies a host write pays for: the victim's valid pages over the user pages that collecting it gains, more
// as free superblocks run short. Spread over all those writes, GC shows in the host's latency as a level, not
// as bursts.
void Ftl::set_pace() {
  set_due();
  if (victim_ == none) {
    // Nothing is collected, so nothing is paid for: tokens saved up now would make the next victim a burst.
    pace_ = 0;
    credit_ = std::min<std::int64_t>(credit_, token);
    return;
  }
  const double user = layout_.user_units();
  const double gained = levelling_ ? user : std::max(user - victim_valid_, user / 64);
  // What the host could still write, in superblocks: a quantity without steps, so that the pace has none
  // either.
  double available = free_superblocks() + reclaiming_;
  for (const Stream& stream : streams_) available += stream.room() / user;
  if (victim_ != none) available += static_cast<double>(scan_) / layout_.units();
  const double target = params_.gc.free_target;
  const double shortage = available >= target ? 0 : (target - available) / target;
  pace_ = static_cast<std::int64_t>(victim_valid_ / gained * (1 + params_.gc.urgency * shortage) * token);
}

void Ftl::set_due() {
  constexpr auto always = std::numeric_limits<std::int64_t>::min();
  constexpr auto never = std::numeric_limits<std::int64_t>::max();
  if (free_superblocks() <= params_.gc.free_reserve)
    due_at_ = always;
  else if (victim_ != none)
    due_at_ = victim_valid_ == 0 ? always : token;
  else
    due_at_ = free_superblocks() + reclaiming_ < params_.gc.free_target || !first_.empty() ? always : never;
}

std::uint64_t Ftl::surplus() const {
  const auto retired =
      static_cast<std::uint32_t>(std::count(sb_.state.begin(), sb_.state.end(), State::retired));
  const std::uint64_t usable = usable_units(layout_, params_, sb_.count() - retired);
  return usable > logical_pages_ ? usable - logical_pages_ : 0;
}

std::uint32_t Ftl::give_up() {
  if (free_superblocks() <= params_.gc.free_reserve) return none;
  if (copy_room() < copy_debt() + layout_.user_units()) return none;
  const std::uint32_t superblock = free_.back();
  free_.pop_back();
  sb_.state[superblock] = State::retired;
  set_pace();
  return superblock;
}

void Ftl::purge() {
  l2p_.clear();
  p2l_.clear();
  valid_.clear();
  for (Stream& stream : streams_) stream.close();
  free_.clear();
  for (std::uint32_t sb = 0; sb < sb_.count(); ++sb) {
    if (sb_.state[sb] == State::retired) continue;
    sb_.state[sb] = State::free;
    free_.push_back(sb);
  }
  std::fill(sb_.valid.begin(), sb_.valid.end(), 0);
  std::fill(sb_.copies.begin(), sb_.copies.end(), 0);
  std::fill(sb_.programs.begin(), sb_.programs.end(), 0);
  before_.fill(none);
  erasable_.clear();
  first_.clear();
  mapped_ = unplaced_ = 0;
  credit_ = pace_ = 0;
  victim_ = none;
  victim_valid_ = reclaiming_ = 0;
  set_due();
}

std::uint32_t Ftl::programmed(std::uint32_t superblock, std::uint32_t column) const {
  switch (sb_.state[superblock]) {
    case State::free:
    case State::retired:
      return 0;
    case State::open:
      break;
    default:
      return layout_.pages_per_block();
  }
  for (const Stream& stream : streams_) {
    if (stream.superblock() != superblock) continue;
    const std::uint32_t rows = stream.next_page() / layout_.row();
    const std::uint32_t rest = stream.next_page() % layout_.row();
    const std::uint32_t pages = rows + (column < rest ? 1 : 0);
    const std::uint32_t owed = stream.owed_parity();
    return owed != none && owed % layout_.row() == column ? pages - 1 : pages;
  }
  return 0;
}

std::uint64_t Ftl::valid() const {
  return std::accumulate(sb_.valid.begin(), sb_.valid.end(), std::uint64_t{0});
}

bool Ftl::consistent() const {
  std::vector<std::uint32_t> valid_pages(sb_.count(), 0);
  std::uint64_t mapped_pages = 0;
  for (Lpn lpn = 0; lpn < logical_pages_; ++lpn) {
    const Ppn ppn = l2p_[lpn];
    if (ppn == none) continue;
    ++mapped_pages;
    if (p2l_[ppn] != lpn || !valid_.contains(ppn)) return false;
    const std::uint32_t superblock = layout_.superblock(ppn);
    if (sb_.state[superblock] == State::free || sb_.state[superblock] == State::erasing) return false;
    ++valid_pages[superblock];
  }
  std::uint64_t marked = 0;
  const auto pages = static_cast<Ppn>(layout_.pages());
  for (Ppn ppn = valid_.next(0, pages); ppn < pages; ppn = valid_.next(ppn + 1, pages)) ++marked;
  return mapped_pages == mapped_ && marked == mapped_ && valid_pages == sb_.valid;
}

}  // namespace rainier::ftl
