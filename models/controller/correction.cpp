#include "models/controller/correction.hpp"

#include <algorithm>
#include <cmath>

#include "models/controller/controller.hpp"
#include "models/controller/guard.hpp"

namespace rainier::controller {
namespace {

reliability::Codeword codeword_of(const DriveConfig& c) {
  return {static_cast<std::uint32_t>(8 * c.nand.codeword_bytes), c.reliability.ecc_bits,
          c.reliability.correlation};
}

}  // namespace

Correction::Correction(Controller& drive, std::uint64_t seed)
    : drive_(drive),
      layout_(drive.ftl_.layout()),
      params_(drive.config_.reliability),
      errors_(params_, static_cast<double>(drive.config_.nand.rated_cycles)),
      draw_(codeword_of(drive.config_)),
      places_(Philox(seed, "controller.correction.places")),
      clock_(params_.retention.activation_energy, drive.thermal_.nand()),
      random_(seed, "controller.correction"),
      codewords_per_unit_(
          static_cast<std::uint32_t>(drive.config_.unit_bytes() / drive.config_.nand.codeword_bytes)),
      codeword_bytes_(static_cast<double>(drive.config_.nand.page_bytes + drive.config_.nand.spare_bytes) /
                      static_cast<double>(drive.config_.nand.page_bytes / drive.config_.nand.codeword_bytes)),
      refresh_at_(static_cast<std::uint32_t>(std::ceil(params_.scrub.refresh * params_.ecc_bits))),
      blocks_(std::size_t{layout_.superblocks()} * layout_.row()),
      superblocks_(layout_.superblocks()),
      upkeep_(drive, *this) {
  counters_.by_step.assign(params_.retry.steps, 0);
  counters_.corrected.assign(params_.ecc_bits + 1, 0);
  restored();
}

void Correction::start_anew(Block& block, std::uint32_t versions) {
  block = {clock_.years(drive_.calendar_.now()), 0, block.version + versions, 0, 0, 0};
}

void Correction::restored() {
  const ftl::Superblocks& all = drive_.ftl_.superblocks();
  for (std::uint32_t sb = 0; sb < superblocks_.size(); ++sb) {
    Superblock& s = superblocks_[sb];
    const std::uint32_t erases = all.erases[sb] - s.erases;
    s = {errors_.wear(all.erases[sb]), all.erases[sb]};
    for (std::uint32_t column = 0; column < layout_.row(); ++column) {
      Block& block = blocks_[std::size_t{sb} * layout_.row() + column];
      if (erases > 0) start_anew(block, erases);
      block.old_pages = static_cast<std::uint16_t>(drive_.ftl_.programmed(sb, column));
      block.held = static_cast<float>(errors_.held(params_.age.years));
    }
  }
}

void Correction::age(double years) {
  for (std::uint32_t sb = 0; sb < superblocks_.size(); ++sb)
    for (std::uint32_t column = 0; column < layout_.row(); ++column) {
      Block& block = blocks_[std::size_t{sb} * layout_.row() + column];
      block.old_pages = static_cast<std::uint16_t>(drive_.ftl_.programmed(sb, column));
      block.held += static_cast<float>(errors_.held(years));
    }
}

void Correction::warm(Time now) { clock_.warm(now, drive_.thermal_.nand()); }

void Correction::erased(ftl::Ppn ppn) {
  Superblock& s = superblocks_[layout_.superblock(ppn)];
  moved(ppn);
  // This erase is counted when all blocks of the superblock have ended theirs.
  s.erases = drive_.ftl_.superblocks().erases[layout_.superblock(ppn)] + 1;
  s.wear = errors_.wear(s.erases);
}

void Correction::moved(ftl::Ppn ppn) { start_anew(blocks_[key_of(ppn)], 1); }

double Correction::hazard_by(double cycles) const {
  const reliability::WearOut& w = params_.wear_out;
  return std::pow(cycles / (w.life * static_cast<double>(drive_.config_.nand.rated_cycles)), w.shape);
}

bool Correction::wears_out(ftl::Ppn ppn) {
  if (params_.wear_out.life <= 0) return false;
  const double cycles = drive_.ftl_.superblocks().erases[layout_.superblock(ppn)];
  const bool fails = random_.chance(-std::expm1(-(hazard_by(cycles + 1) - hazard_by(cycles))));
  counters_.worn_out += fails;
  return fails;
}

std::uint64_t Correction::worn_out_by(double cycles, std::uint64_t most) {
  if (params_.wear_out.life <= 0) return 0;
  const double hazard = hazard_by(cycles);
  std::uint64_t failed = 0;
  for (double at = random_.exponential(); failed < most && at < hazard; at += random_.exponential()) ++failed;
  return failed;
}

double Correction::rber(const channel::FlashOp& o, std::uint32_t steps) {
  const Block& block = blocks_[key_of(o.ppn)];
  const double here = std::max(clock_.years(drive_.calendar_.now()) - block.erased_at, 0.0);
  const double years = o.at.page < block.old_pages ? static_cast<double>(block.held) + here : here;
  const double shift = errors_.shift(years, block.reads);
  const double wear = superblocks_[layout_.superblock(o.ppn)].wear;
  return errors_.at(errors_.of_page(wear, drive_.config_.nand.is_upper(o.at.page)), shift, steps);
}

std::uint32_t Correction::codewords(const channel::FlashOp& o) const {
  return std::max(static_cast<std::uint32_t>(o.bytes / codeword_bytes_ + 0.5), 1U);
}

const nand::Params& Correction::nand_params() const { return drive_.config_.nand; }

Correction::PlaceOf Correction::place_of(const channel::FlashOp& o) const {
  const std::uint32_t in_page = o.ppn & (layout_.units_per_page() - 1);
  return {places_, o.ppn >> layout_.page_shift(), blocks_[key_of(o.ppn)].version,
          in_page * codewords_per_unit_ + o.codeword};
}

std::uint32_t Correction::count_errors(const channel::FlashOp& o, std::uint32_t steps) {
  return draw_.errors(codewords(o), rber(o, steps), place_of(o));
}

/// The thresholds of a step: by turns one further up and one further down from those that it began with, as
/// long as there are such.
std::uint32_t Correction::thresholds(std::uint32_t begun_at, std::uint32_t step) {
  const std::uint32_t away = (step + 1) / 2;
  if (away > begun_at) return step;
  return step % 2 == 1 ? begun_at + away : begun_at - away;
}

bool Correction::ended(std::uint32_t op, std::uint32_t units) {
  lost_first_ = 1;
  lost_last_ = 0;
  const channel::FlashOp& o = drive_.flash_[op];
  Block& block = blocks_[key_of(o.ppn)];
  ++block.reads;
  if (upkeep_.sampled(op)) return false;
  if (op >= readings_.size()) readings_.resize(std::max<std::size_t>(op + 1, 2 * readings_.size()));
  Reading& r = readings_[op];
  if (r.step == 0) {
    ++counters_.reads;
    r.codewords = static_cast<std::uint16_t>(codewords(o));
    counters_.codewords += r.codewords;
    r.begun_at = block.steps;
    const double rate = rber(o, r.begun_at);
    const reliability::ErrorDraw::Read read = draw_.read(r.codewords, rate, place_of(o));
    if (read.failing == 0) {
      ++counters_.corrected[read.worst];
      if (refresh_at_ != 0 && read.worst >= refresh_at_) refresh(o.ppn);
      return !upkeep_.patrolled(op);
    }
    ++counters_.failed;
    r.failing = static_cast<std::uint16_t>(read.failing);
    r.level = draw_.failure(rate);
  } else {
    ++counters_.retries;
    read_further(o, r, draw_.failure(rber(o, thresholds(r.begun_at, r.step))));
    if (r.failing == 0) {
      corrected(o, r);
      return !upkeep_.patrolled(op);
    }
  }
  if (r.step < params_.retry.steps) {
    ++r.step;
    drive_.calendar_.at(drive_.calendar_.now() + params_.retry.time, event::retry, op);
    return false;
  }
  ++counters_.exhausted;
  lose(o, r, units);
  r = {};
  if (refreshes()) refresh(o.ppn);
  return !upkeep_.patrolled(op);
}

/// Of the codewords that failed at the level so far, those that fail at this one too.
void Correction::read_further(const channel::FlashOp& o, Reading& r, double fails) {
  if (fails >= r.level) return;
  r.level = fails;
  const PlaceOf place = place_of(o);
  r.failing = 0;
  for (std::uint32_t i = 0; i < r.codewords; ++i) r.failing += place(i) < r.level;
}

/// The units whose codewords nothing has corrected, and those between them.
void Correction::lose(const channel::FlashOp& o, const Reading& r, std::uint32_t units) {
  const PlaceOf place = place_of(o);
  lost_first_ = units - 1;
  for (std::uint32_t i = 0; i < r.codewords; ++i) {
    if (place(i) >= r.level) continue;
    const std::uint32_t unit = std::min((o.codeword + i) / codewords_per_unit_, units - 1);
    lost_first_ = std::min(lost_first_, unit);
    lost_last_ = std::max(lost_last_, unit);
  }
}

void Correction::corrected(const channel::FlashOp& o, Reading& r) {
  ++counters_.by_step[r.step - 1];
  if (params_.retry.tune) tune(o.ppn, thresholds(r.begun_at, r.step));
  r = {};
  if (refreshes()) refresh(o.ppn);
}

void Correction::tune(ftl::Ppn ppn, std::uint32_t steps) {
  Block& block = blocks_[key_of(ppn)];
  if (block.steps == steps) return;
  block.steps = static_cast<std::uint8_t>(std::min(steps, 255U));
  ++counters_.tuned;
}

/// The same operation once more, for what of it failed. Its time began when it was first queued.
void Correction::again(std::uint32_t op) {
  channel::FlashOp& o = drive_.flash_[op];
  o.bytes = drive_.config_.channel_bytes(readings_[op].failing);
  o.pair = channel::no_op;
  o.paid = 0;
  o.watched = true;
  const Time queued = o.queued;
  drive_.flash_.submit(op);
  drive_.flash_[op].queued = queued;
}

void Correction::refresh(ftl::Ppn ppn) {
  if (!drive_.ftl_.collect_first(layout_.superblock(ppn))) return;
  ++counters_.refreshes;
  upkeep_.collect_soon();
}

}  // namespace rainier::controller
