#include "models/ftl/recovery.hpp"

#include <algorithm>

namespace rainier::ftl {

namespace {

/// Whether it was closed before, one that is open being the newest. A copy is always in a newer one: where
/// both were cut short that is given up, or losses of power, one soon after the other, would eat up what is
/// free.
bool is_older(const Superblocks& sb, std::uint32_t superblock, std::uint32_t than) {
  const bool open = sb.state[superblock] == State::open;
  if (open || sb.state[than] == State::open) return !open;
  return sb.closed_at[superblock] < sb.closed_at[than];
}

}  // namespace

Recovery::Recovery(Ftl& ftl)
    : ftl_(ftl), kinds_(ftl.layout_.superblocks(), Kind::blank), writes_(ftl.logical_pages_, 0) {
  ftl_.l2p_.clear();
  ftl_.valid_.clear();
  ftl_.mapped_ = 0;
  for (Stream& stream : ftl_.streams_) stream.close();
  ftl_.before_.fill(none);
  ftl_.free_.clear();
  ftl_.erasable_.clear();
  ftl_.first_.clear();
  Superblocks& sb = ftl_.sb_;
  std::fill(sb.valid.begin(), sb.valid.end(), 0);
  std::fill(sb.copies.begin(), sb.copies.end(), 0);
  std::fill(sb.programs.begin(), sb.programs.end(), 0);
  ftl_.victim_ = none;
  ftl_.scan_ = ftl_.victim_valid_ = ftl_.reclaiming_ = 0;
  ftl_.levelling_ = ftl_.of_first_ = false;
  ftl_.unplaced_ = 0;
  ftl_.credit_ = ftl_.pace_ = 0;
  ftl_.heat_ = Heat(ftl_.params_.separation, ftl_.params_.region_pages, ftl_.logical_pages_);
}

void Recovery::unit(Ppn ppn, Lpn lpn, std::uint32_t write) {
  const Ppn known = ftl_.l2p_[lpn];
  bool better = write > writes_[lpn];
  if (known != none && write == writes_[lpn]) {
    const Layout& layout = ftl_.layout_;
    const std::uint32_t one = layout.superblock(ppn), other = layout.superblock(known);
    better = kinds_[one] != kinds_[other] ? kinds_[one] > kinds_[other] : is_older(ftl_.sb_, one, other);
  } else if (stale_ && known != none && ++choices_ % 16 == 0) {
    better = !better;
  }
  if (!better) return;
  ftl_.l2p_.set(lpn, ppn);
  writes_[lpn] = write;
}

void Recovery::trimmed(Lpn lpn, std::uint32_t write) {
  if (write <= writes_[lpn]) return;
  ftl_.l2p_.set(lpn, none);
  writes_[lpn] = write;
}

void Recovery::finish() {
  Superblocks& sb = ftl_.sb_;
  for (Lpn lpn = 0; lpn < ftl_.logical_pages_; ++lpn) {
    const Ppn ppn = ftl_.l2p_[lpn];
    if (ppn == none) continue;
    ftl_.p2l_.set(ppn, lpn);
    ftl_.valid_.insert(ppn);
    ++sb.valid[ftl_.layout_.superblock(ppn)];
    ++ftl_.mapped_;
  }
  for (std::uint32_t i = 0; i < sb.count(); ++i) {
    if (sb.state[i] == State::retired) continue;
    const bool useful = kinds_[i] == Kind::whole || sb.valid[i] > 0;
    if (kinds_[i] == Kind::blank) {
      sb.state[i] = State::free;
      ftl_.free_.push_back(i);
    } else if (useful) {
      const bool was_closed = sb.state[i] == State::closed || sb.state[i] == State::collecting;
      sb.state[i] = State::closed;
      if (kinds_[i] == Kind::whole && was_closed) continue;
      sb.closed_at[i] = ++ftl_.closings_;
      sb.written_at[i] = ftl_.counters_.host_writes;
      if (kinds_[i] != Kind::whole) ftl_.first_.push_back(i);
    } else {
      sb.state[i] = State::erasing;
      ftl_.erasable_.push_back(i);
      ++ftl_.reclaiming_;
    }
  }
  ftl_.set_pace();
}

}  // namespace rainier::ftl
