#include <algorithm>
#include <cstring>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

Guard::Range Guard::range(const Command& c, ftl::Lpn lpn) const {
  const std::uint64_t first = c.sector * Controller::sector_bytes;
  const std::uint64_t end = first + c.sectors * Controller::sector_bytes;
  const std::uint64_t unit = std::uint64_t{lpn} << drive_.unit_shift_;
  const std::uint64_t from = std::max(first, unit);
  const std::uint64_t to = std::min(end, unit + drive_.unit_bytes_);
  return {static_cast<std::uint32_t>(from - unit), static_cast<std::uint32_t>(to - from), from - first};
}

std::uint32_t& Guard::content_of(std::uint32_t unit) {
  if (unit >= parts_.size())
    parts_.resize(std::max<std::size_t>(unit + 1, 2 * parts_.size()), media::no_content);
  return parts_[unit];
}

void Guard::data_in(std::uint32_t unit) {
  if (!real()) return;
  const Controller::UnitWrite& u = drive_.units_[unit];
  const Command& c = drive_.commands_[u.command];
  const std::uint32_t content = contents_.take();
  content_of(unit) = content;
  const Range r = range(c, u.lpn);
  if (c.memory != nullptr) std::memcpy(contents_.bytes(content) + r.first, c.memory + r.in_memory, r.bytes);
}

/// What the host does not write stays as it was.
void Guard::fill(std::uint32_t unit, std::uint32_t from) {
  if (!real() || mutation_ == Mutation::merge_forgotten) return;
  const Controller::UnitWrite& u = drive_.units_[unit];
  const Range r = range(drive_.commands_[u.command], u.lpn);
  std::byte* to = contents_.bytes(content_of(unit));
  const std::uint32_t end = r.first + r.bytes, size = contents_.unit_bytes();
  if (from == media::no_content) {
    std::memset(to, 0, r.first);
    std::memset(to + end, 0, size - end);
    return;
  }
  const std::byte* old = contents_.bytes(from);
  std::memcpy(to, old, r.first);
  std::memcpy(to + end, old + end, size - end);
}

void Guard::merge_nothing(std::uint32_t unit) { fill(unit, media::no_content); }
void Guard::merge_buffered(std::uint32_t unit, ftl::Ppn from) { fill(unit, buffer_.at(from)); }

void Guard::buffer(ftl::Ppn ppn, std::uint32_t content) {
  buffer_[ppn] = content;
  const bool forgets = mutation_ == Mutation::parity_not_updated && ++mutations_ % 16 == 0;
  if (!forgets) parity_.add(ppn, content);
}

/// The stripe is complete: its parity goes to the flash.
void Guard::take_parity(const ftl::Placement& placement) {
  if (placement.parity == ftl::none) return;
  for (std::uint32_t unit = 0; unit <= in_page_; ++unit)
    buffer_[placement.parity + unit] = parity_.take(placement.parity + unit);
}

void Guard::placed(std::uint32_t unit, const ftl::Placement& placement) {
  std::uint32_t content = media::no_content;
  ++sequence_;
  if (real()) {
    content = std::exchange(content_of(unit), media::no_content);
    contents_.seal(content, drive_.units_[unit].lpn, sequence_);
  }
  if (power_) power_->placed(unit, placement.ppn, sequence_);
  buffer(placement.ppn, content);
  take_parity(placement);
}

void Guard::copied(ftl::Ppn source, const ftl::Placement& placement) {
  auto node = copies_.extract(source);
  Copy copy;
  if (!node.empty()) copy = node.mapped();
  if (placement.ppn == ftl::none) return contents_.give(copy.content);
  if (mutation_ == Mutation::copy_forgotten && ++mutations_ % 64 == 0) {
    contents_.give(copy.content);
    copy.content = media::no_content;
  }
  if (power_) power_->copied(source, placement.ppn);
  if (copy.poisoned) poisoned_.insert(placement.ppn);
  buffer(placement.ppn, copy.content);
  take_parity(placement);
}

void Guard::drop_copy(ftl::Ppn source) {
  const auto node = copies_.extract(source);
  if (!node.empty()) contents_.give(node.mapped().content);
}

void Guard::padded(const ftl::Placement& placement) { take_parity(placement); }

std::uint32_t Guard::stored(const channel::FlashOp& op, std::uint32_t unit) const {
  if (!real()) return media::no_content;
  return (*store_)[shape_.unit(op.die, op.at, (op.ppn & in_page_) + unit)];
}

void Guard::store(const channel::FlashOp& op, std::uint32_t in_page, std::uint32_t content) {
  if (real()) store_->program(shape_.unit(op.die, op.at, in_page), content);
}

void Guard::to_host(std::uint32_t command, ftl::Lpn lpn, std::uint32_t content) {
  const Command& c = drive_.commands_[command];
  if (!real() || c.memory == nullptr) return;
  const Range r = range(c, lpn);
  if (content == media::no_content)
    std::memset(c.memory + r.in_memory, 0, r.bytes);
  else
    std::memcpy(c.memory + r.in_memory, contents_.bytes(content) + r.first, r.bytes);
}

void Guard::read_nothing(std::uint32_t command, ftl::Lpn lpn) { to_host(command, lpn, media::no_content); }

void Guard::read_buffered(std::uint32_t command, ftl::Lpn lpn, ftl::Ppn ppn, std::uint32_t units) {
  for (std::uint32_t unit = 0; unit < units; ++unit) {
    const std::uint32_t content = buffer_.at(ppn + unit);
    const bool lost = !poisoned_.empty() && poisoned_.contains(ppn + unit);
    if (lost || !contents_.is_of(content, lpn + unit)) {
      ++(lost ? counters_.uncorrectable : counters_.mismatches);
      drive_.commands_[command].error = Error::uncorrectable;
      continue;
    }
    to_host(command, lpn + unit, content);
  }
}

void Guard::lift() {
  if (!real()) return buffer_.clear();
  const ftl::Ftl& map = drive_.ftl_;
  lifted_.assign(map.logical_pages(), media::no_content);
  for (ftl::Lpn lpn = 0; lpn < map.logical_pages(); ++lpn) {
    const ftl::Ppn ppn = map.lookup(lpn);
    if (ppn == ftl::none) continue;
    if (const auto found = buffer_.find(ppn); found != buffer_.end()) {
      lifted_[lpn] = std::exchange(found->second, media::no_content);
      continue;
    }
    lifted_[lpn] = store_->take(stored_at(ppn));
  }
  store_->clear();
  parity_.clear();
  for (auto& [ppn, content] : buffer_) contents_.give(content);  // parity under way
  buffer_.clear();
}

/// Where in the store the unit is.
std::uint64_t Guard::stored_at(ftl::Ppn ppn) const {
  const media::Block block = physical(ppn);
  const nand::PageAddress at{block.at.block, layout_.place(ppn).at.page, block.at.plane};
  return shape_.unit(block.die, at, ppn & in_page_);
}

void Guard::put(ftl::Ppn ppn, std::uint32_t content) {
  const std::uint64_t unit = stored_at(ppn);
  if ((*store_)[unit] == media::no_content) store_->program(unit, contents_.take());
  contents_.add((*store_)[unit], content);
}

/// Units whose page is not full yet wait for its program, as if the host had just written them.
void Guard::buffer_open_pages() {
  const ftl::Ftl& map = drive_.ftl_;
  for (std::uint32_t sb = 0; sb < layout_.superblocks() && in_page_ > 0; ++sb) {
    if (map.superblocks().state[sb] != ftl::State::open) continue;
    const ftl::Ppn first = layout_.ppn(sb, 0);
    for (ftl::Ppn ppn = first; ppn < first + layout_.units(); ++ppn) {
      const ftl::Lpn lpn = map.owner(ppn);
      if (lpn < map.logical_pages() && map.lookup(lpn) == ppn && !is_programmed(ppn))
        buffer_.emplace(ppn, media::no_content);
    }
  }
}

/// Takes the content over, to where its page is: in the flash, or still in the buffer.
void Guard::lay(ftl::Ppn ppn, std::uint32_t content) {
  if (!is_programmed(ppn)) {
    parity_.add(ppn, content);
    buffer_[ppn] = content;
    return;
  }
  put(ppn, content);
  const ftl::Ppn parity = parity_.unit_for(ppn);
  if (parity != ftl::none && is_programmed(parity))
    put(parity, content);
  else
    parity_.add(ppn, content);
  contents_.give(content);
}

bool Guard::bring_back(ftl::Lpn lpn, const std::byte* bytes) {
  const ftl::Ppn ppn = drive_.ftl_.lookup(lpn);
  if (ppn == ftl::none) return false;
  const std::uint32_t content = contents_.take();
  std::memcpy(contents_.bytes(content), bytes, contents_.unit_bytes());
  contents_.seal(content, lpn, sequence_);
  lay(ppn, content);
  return true;
}

void Guard::settle(const std::vector<bool>& written) {
  if (!real()) {
    buffer_open_pages();
    if (power_) power_->settled();
    return;
  }
  for (ftl::Lpn lpn = 0; lpn < lifted_.size(); ++lpn) {
    const std::uint32_t content = lifted_[lpn];
    const ftl::Ppn ppn = drive_.ftl_.lookup(lpn);
    if (content == media::no_content) continue;
    if (ppn != ftl::none && (written.empty() || !written[lpn]))
      lay(ppn, content);
    else
      contents_.give(content);
  }
  lifted_.clear();
  buffer_open_pages();
  if (power_) power_->settled();
}

}  // namespace rainier::controller
