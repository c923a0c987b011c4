#include <fmt/format.h>

#include <algorithm>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {

using channel::FlashOp;
using channel::Kind;
using channel::Source;

Guard::OpInfo& Guard::info(std::uint32_t op) {
  if (op >= ops_.size()) ops_.resize(std::max<std::size_t>(op + 1, 2 * ops_.size()));
  return ops_[op];
}

void Guard::submit_read(std::uint32_t op, ftl::Lpn lpn, std::uint32_t units) {
  info(op) = {lpn, units, nobody, false};
  const FlashOp& o = drive_.flash_[op];
  if (!failures_.is_dead(o.die, o.at)) return drive_.flash_.submit(op);
  reconstruct(op, 0, units - 1);
}

/// Whether the flash did not give the unit, or gave something else than it had to.
bool Guard::is_bad(const FlashOp& o, const OpInfo& about, std::uint32_t unit, std::uint32_t content) {
  if (failures_.is_unreadable(o.die, o.at, (o.ppn & in_page_) + unit)) return true;
  if (correction_ && correction_->lost(unit)) return true;
  if (!real()) return false;
  const bool any_owner = about.rebuild || about.parent != nobody;
  if (any_owner ? contents_.is_whole(content) : contents_.is_of(content, about.lpn + unit)) return false;
  // The CRC of parity is that of nothing in particular.
  if (any_owner && drive_.ftl_.owner(o.ppn) == ftl::parity_mark) return false;
  ++counters_.mismatches;
  return true;
}

bool Guard::read_ended(std::uint32_t op) {
  if (correction_ && !correction_->ended(op, info(op).units)) return false;
  const OpInfo about = info(op);
  if (about.parent != nobody) {
    child_ended(op);
    return false;
  }
  const FlashOp& o = drive_.flash_[op];
  std::uint32_t first = nobody, last = 0;
  for (std::uint32_t unit = 0; unit < about.units; ++unit) {
    if (!is_bad(o, about, unit, stored(o, unit))) continue;
    first = std::min(first, unit);
    last = unit;
  }
  if (first == nobody) return deliver(op, nullptr);
  if (failures_.is_dead(o.die, o.at))
    lost_block(o.ppn);
  else if (!about.rebuild && !(correction_ && correction_->lost_any()))  // which has its own rule
    drive_.ftl_.collect_first(layout_.superblock(o.ppn));  // to erase what went bad, before more does
  reconstruct(op, first, last);
  return false;
}

/// Reads the other units of the stripe, all at once, and adds them up.
void Guard::reconstruct(std::uint32_t op, std::uint32_t first, std::uint32_t last) {
  const std::uint32_t id = reconstructions_.take();
  Reconstruction& r = reconstructions_[id];
  r = {op, first, last, 0, 0, false, {}};
  FlashOp& o = drive_.flash_[op];
  const Time now = drive_.calendar_.now();
  if (failures_.is_dead(o.die, o.at)) o.queued = now;
  o.array_start = o.array_end = o.bus_start = o.bus_end = now;
  std::vector<ftl::Ppn> reads;
  r.failed = !gather(r, reads);
  if (r.failed) reads.clear();
  r.left = r.pages = static_cast<std::uint32_t>(reads.size());
  if (reads.empty()) {
    drive_.calendar_.at(now, event::reconstructed, id);
    return;
  }
  const std::uint32_t units = last - first + 1;
  for (const ftl::Ppn ppn : reads) {
    const std::uint32_t child =
        drive_.new_op(Kind::read, Source::rain, ppn, id, units * drive_.unit_channel_bytes_);
    info(child) = {ftl::none, units, id, false};
    drive_.flash_.submit(child);
  }
}

/// Adds up what of the stripe is in memory, and lists what has to be read. False if too much is lost.
bool Guard::gather(Reconstruction& r, std::vector<ftl::Ppn>& reads) {
  const rain::Stripes& stripes = layout_.stripes();
  if (!stripes.enabled()) return false;
  const ftl::Ppn lost = drive_.flash_[r.op].ppn + r.first;
  const std::uint32_t units = r.last - r.first + 1;
  const std::uint32_t superblock = layout_.superblock(lost), page = layout_.unit(lost) >> shift_;
  const std::uint32_t begin = stripes.first(page), end = stripes.last(begin), parity = stripes.parity(begin);
  r.sums.assign(units, media::no_content);
  if (real())
    for (std::uint32_t& sum : r.sums) sum = contents_.take();
  for (std::uint32_t other = begin; other < end; ++other) {
    if (other == page) continue;
    const ftl::Ppn ppn = layout_.ppn(superblock, other << shift_ | (lost & in_page_));
    if (is_programmed(ppn)) {
      FlashOp at;
      at.ppn = ppn;
      at.kind = Kind::read;
      drive_.address(at);
      if (failures_.is_dead(at.die, at.at)) return false;
      reads.push_back(ppn);
      continue;
    }
    // Of a superblock that a loss of power cut short it may be gone for good.
    if (power_ && power_->is_torn(superblock)) return false;
    if (!real()) continue;
    for (std::uint32_t unit = 0; unit < units; ++unit) {
      const auto buffered = buffer_.find(ppn + unit);
      if (buffered != buffer_.end())
        contents_.add(r.sums[unit], buffered->second);
      else if (other == parity)
        contents_.add(r.sums[unit], parity_.look(ppn + unit));
    }
  }
  return true;
}

void Guard::child_ended(std::uint32_t op) {
  const OpInfo about = info(op);
  Reconstruction& r = reconstructions_[about.parent];
  const FlashOp& o = drive_.flash_[op];
  for (std::uint32_t unit = 0; unit < about.units; ++unit) {
    const std::uint32_t content = stored(o, unit);
    if (is_bad(o, about, unit, content))
      r.failed = true;
    else if (real())
      contents_.add(r.sums[unit], content);
  }
  FlashOp& lost = drive_.flash_[r.op];  // its times are those of the last that was read for it
  lost.array_start = o.array_start;
  lost.array_end = o.array_end;
  lost.bus_start = o.bus_start;
  lost.bus_end = o.bus_end;
  drive_.flash_.give(op);
  if (--r.left > 0) return;
  const double bytes = static_cast<double>(about.units) * drive_.unit_bytes_ * (r.pages + 1);
  drive_.calendar_.at(drive_.dram_.transfer(drive_.calendar_.now(), bytes), event::reconstructed,
                      about.parent);
}

void Guard::reconstructed(std::uint32_t id) {
  const Reconstruction r = std::move(reconstructions_[id]);
  reconstructions_.give(id);
  if (deliver(r.op, &r)) drive_.finish_read(r.op);
  for (const std::uint32_t sum : r.sums) contents_.give(sum);
  if (!drive_.ftl_.collects_first()) return;
  drive_.ftl_.pay();
  drive_.pump_collection();
}

/// The content of one unit of a read, by the stripe where the flash did not give it.
std::optional<std::uint32_t> Guard::unit_of(std::uint32_t op, std::uint32_t unit, const Reconstruction* r) {
  const FlashOp& o = drive_.flash_[op];
  const OpInfo about = info(op);
  const bool by_stripe = r != nullptr && unit >= r->first && unit <= r->last;
  if (!poisoned_.empty() && poisoned_.contains(o.ppn + unit)) {
    ++counters_.uncorrectable;
    return std::nullopt;
  }
  if (!by_stripe) return stored(o, unit);
  const std::uint32_t content = r->sums.empty() ? media::no_content : r->sums[unit - r->first];
  const bool of_parity = about.rebuild && drive_.ftl_.owner(o.ppn) == ftl::parity_mark;
  const bool right =
      !real() || r->failed || of_parity ||
      (about.rebuild ? contents_.is_whole(content) : contents_.is_of(content, about.lpn + unit));
  if (!right) ++counters_.mismatches;
  if (r->failed || !right) {
    ++counters_.uncorrectable;
    log_.add(drive_.calendar_.now(),
             fmt::format("uncorrectable: unit {} can't be read, nor its stripe", o.ppn + unit));
    return std::nullopt;
  }
  ++counters_.reconstructed;
  return content;
}

bool Guard::deliver(std::uint32_t op, const Reconstruction* r) {
  const OpInfo about = info(op);
  if (about.rebuild) {
    page_read(op, r);
    return false;
  }
  const FlashOp o = drive_.flash_[op];
  for (std::uint32_t unit = 0; unit < about.units; ++unit) {
    const std::optional<std::uint32_t> content = unit_of(op, unit, r);
    switch (o.source) {
      case Source::host:
        if (content)
          to_host(o.owner, about.lpn + unit, *content);
        else
          drive_.commands_[o.owner].error = Error::uncorrectable;
        break;
      case Source::gc:
        copies_[o.owner] = {content ? contents_.copy(*content) : media::no_content, !content};
        break;
      case Source::merge:
        if (content) {
          fill(o.owner, *content);
          break;
        }
        // What it can't keep, a write must not replace: it is refused.
        drive_.commands_[drive_.units_[o.owner].command].error = Error::uncorrectable;
        drive_.flash_.give(op);
        drive_.unpin(o.ppn);
        drive_.merging_ = false;
        abandon(o.owner);
        drive_.next_merge();
        return false;
      default:
        break;
    }
  }
  return true;
}

ftl::Ppn Guard::mutated(ftl::Ppn ppn) {
  if (mutation_ != Mutation::stale_map || ppn == ftl::none || ++mutations_ % 64 != 0) return ppn;
  return layout_.unit(ppn) == 0 ? ppn : ppn - 1;
}

}  // namespace rainier::controller
