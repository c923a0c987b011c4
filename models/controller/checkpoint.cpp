#include "models/controller/checkpoint.hpp"

#include <algorithm>
#include <utility>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"
#include "models/controller/layout_of.hpp"
#include "sim/archive/archive.hpp"

namespace rainier::controller {

Checkpoint::Checkpoint(Controller& drive) : drive_(drive), pages_(map_pages_of(drive.config_)) {
  const DriveConfig& c = drive.config_;
  // The dies take turns, so that they work at once; a set has as many blocks on each, if it needs that many.
  const std::uint64_t least = (pages_ + c.nand.pages_per_block - 1) / c.nand.pages_per_block;
  const std::uint64_t dies = c.channel.dies;
  const std::uint64_t size = least > dies ? (least + dies - 1) / dies * dies : std::min(pages_, dies);
  const std::uint32_t half = system_blocks(c) / 2;
  for (std::uint32_t set = 0; set < 2; ++set)
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t of_die = i / dies;
      const auto at = static_cast<std::uint16_t>(c.nand.blocks_per_plane - 1 - set * half - of_die % half);
      blocks_.push_back(
          {static_cast<std::uint32_t>(i % dies), {at, 0, static_cast<std::uint8_t>(of_die / half)}});
    }
  step_ = std::max(c.startup.checkpoint / static_cast<std::int64_t>(pages_), Time(100'000));
  drive_.calendar_.at(drive_.calendar_.now() + c.startup.checkpoint, event::upkeep, slot);
}

/// A block that has failed has a spare one in its place.
media::Block Checkpoint::block(std::uint32_t set, std::uint64_t number) const {
  const media::Block& named = blocks_[set * set_size() + number];
  return drive_.guard_ ? drive_.guard_->spares().physical(named) : named;
}

bool Checkpoint::works(const media::Block& block) const {
  return !drive_.guard_ || !drive_.guard_->failures().is_dead(block.die, block.at);
}

std::uint64_t Checkpoint::changes() const {
  const ftl::Counters& c = drive_.ftl_.counters();
  return c.host_writes + c.copies + c.trimmed + c.erases;
}

/// False if there is nothing to be saved, or no place for it.
bool Checkpoint::begin() {
  const std::uint64_t changes_now = changes();
  if (changes_now == changes_ && saved_at() > Time(-1)) {
    saved_at_ = drive_.calendar_.now();
    return false;
  }
  if (drive_.guard_)
    for (std::uint64_t i = 0; i < set_size(); ++i) {
      const media::Block of_set = block(set_, i);
      if (!works(of_set) && !drive_.guard_->replace_system_block(blocks_[set_ * set_size() + i]))
        return false;
    }
  changes_ = changes_now;
  begun_at_ = drive_.calendar_.now();
  saving_ = true;
  next_ = 0;
  return true;
}

void Checkpoint::turn() {
  const bool down = (drive_.refusing_ & Controller::starting) != 0;
  const bool goes_on = !down && (saving_ || (under_way_ == 0 && begin()));
  drive_.calendar_.at(drive_.calendar_.now() + (goes_on ? step_ : drive_.config_.startup.checkpoint),
                      event::upkeep, slot);
  // A page for each block at once at most: the host's programs have their turn.
  if (!goes_on || next_ == pages_ || under_way_ >= 2 * set_size()) return;
  const std::uint64_t number = next_ % set_size(), page = next_ / set_size();
  if (page == 0) submit(channel::Kind::erase, number, 0);
  submit(channel::Kind::program, number, page);
  ++next_;
}

void Checkpoint::submit(channel::Kind kind, std::uint64_t number, std::uint64_t page) {
  const media::Block at = block(set_, number);
  const std::uint32_t op = drive_.flash_.take();
  channel::FlashOp& o = drive_.flash_[op];
  o.die = at.die;
  o.at = at.at;
  o.at.page = static_cast<std::uint16_t>(page);
  o.ppn = 0;
  o.kind = kind;
  o.source = channel::Source::map;
  o.owner = 0;
  o.codeword = 0;
  o.bytes = kind == channel::Kind::program ? drive_.page_channel_bytes_ : 0;
  ++under_way_;
  drive_.flash_.submit(op);
}

void Checkpoint::ended(std::uint32_t op) {
  ++(drive_.flash_[op].kind == channel::Kind::erase ? counters_.erases : counters_.pages);
  drive_.flash_.give(op);
  if (--under_way_ > 0 || !saving_ || next_ < pages_) return;
  saving_ = false;
  saved_at_ = begun_at_;
  set_ = 1 - set_;
  ++counters_.saves;
}

/// What was being written is written anew.
void Checkpoint::power_off() {
  under_way_ = 0;
  saving_ = false;
  changes_ = ~std::uint64_t{0};
}

Time Checkpoint::saved_at() const {
  for (std::uint64_t i = 0; i < set_size(); ++i)
    if (!works(block(1 - set_, i))) return Time(-1);
  return saved_at_;
}

void Checkpoint::archive(Archive& a) { a.value(counters_); }

}  // namespace rainier::controller
