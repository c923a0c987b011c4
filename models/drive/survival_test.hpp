#pragma once

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/controller/guard.hpp"
#include "models/controller/small_drive_test.hpp"
#include "models/drive/block_device.hpp"
#include "models/drive/reference_test.hpp"
#include "sim/random/philox.hpp"

namespace rainier::drive {

/// What a load on a drive with faults showed.
struct Survival {
  std::uint64_t operations = 0, sectors_read = 0;
  std::uint64_t wrong_sectors = 0;  ///< silently wrong: the one thing that must never be
  std::uint64_t read_errors = 0, write_errors = 0;
  std::uint64_t faults = 0, drives = 0;
  std::uint64_t cuts = 0;  ///< of power
  controller::GuardCounters guard;
  controller::PowerCounters power;
  std::string first_trouble;

  bool sound() const {
    return wrong_sectors == 0 && read_errors == 0 && write_errors == 0 && power.lost_units == 0;
  }
};

/// Random reads, writes, trims and flushes, of any sectors, overlapping, many at once, against the reference.
/// Faults are injected one at a time, the next when the drive has made the last one good; a drive whose spare
/// blocks run short gives way to a new one. The power goes at any moment, again while the drive starts too,
/// but not between a failure and its rebuild: that would be two at once.
class SurvivalRun {
 public:
  using FaultKinds = std::vector<faults::Kind>;
  SurvivalRun(const controller::DriveConfig& config, std::uint64_t seed, FaultKinds kinds,
              controller::Mutation mutation = controller::Mutation::none)
      : config_(config),
        kinds_(std::move(kinds)),
        mutation_(mutation),
        seed_(seed),
        random_(seed, "survival") {
    config_.media.data = media::Data::real;
    cuts_ = std::erase(kinds_, faults::Kind::power) > 0;
    if (cuts_) config_.faults.push_back("power@18446744073709551615ops");  // never by itself
    renew();
  }

  Survival run(std::uint64_t operations) {
    while (result_.operations < operations && result_.wrong_sectors == 0 && !stuck_) {
      depth_ = 1 + random_.below(40);
      for (std::uint64_t burst = 1 + random_.below(400); burst > 0; --burst) {
        while (under_way_.size() >= depth_) reap();
        issue();
      }
      while (random_.below(4) == 0 && !under_way_.empty()) reap();
      maybe_fault();
      maybe_cut();
      if (guard().write_protected()) {
        read_back();
        renew();
      }
    }
    drain();
    add_counters();
    return result_;
  }

 private:
  struct UnderWay {
    enum class What { read, write, flush } what = What::flush;
    std::vector<std::byte> data;
    Reference::Read read;
    std::vector<Reference::Write> writes;
  };

  controller::Guard& guard() { return *device_->controller().guard(); }

  void renew() {
    if (device_) {
      drain();
      add_counters();
    }
    device_ = std::make_unique<BlockDevice>(config_, host::Params{}, seed_ + result_.drives++);
    reference_ = std::make_unique<Reference>(device_->size() / Reference::sector_bytes);
    guard().mutate(mutation_);
    next_fault_ = result_.operations + 2'000;
    losses_ = 0;
    exposed_ = cut_comes_ = false;
  }
  void add_counters() {
    const controller::GuardCounters& c = guard().counters();
    result_.guard.reconstructed += c.reconstructed;
    result_.guard.mismatches += c.mismatches;
    result_.guard.uncorrectable += c.uncorrectable;
    result_.guard.rebuilt_blocks += c.rebuilt_blocks;
    result_.guard.rebuilt_pages += c.rebuilt_pages;
    result_.guard.program_failures += c.program_failures;
    result_.guard.erase_failures += c.erase_failures;
    result_.guard.lost_pages += c.lost_pages;
    if (guard().power() == nullptr) return;
    const controller::PowerCounters& p = guard().power()->counters();
    result_.power.losses += p.losses;
    result_.power.failed_commands += p.failed_commands;
    result_.power.lost_units += p.lost_units;
    result_.power.undone_trims += p.undone_trims;
    result_.power.broken_pages += p.broken_pages;
    result_.power.held_units += p.held_units;
  }

  /// Mostly within a tenth of the drive, so that requests meet.
  std::pair<std::uint64_t, std::uint64_t> place() {
    const std::uint64_t count = 1 + random_.below(random_.below(8) == 0 ? 64 : 9);
    const std::uint64_t sectors = reference_->sectors();
    const std::uint64_t within = random_.below(2) == 0 ? sectors / 10 : sectors;
    return {random_.below(within - count), count};
  }

  /// The drive takes no more writes: what it has acknowledged is there, also after its power has gone.
  void read_back() {
    if (cuts_ && !exposed_ && !cut_comes()) cut(Time());
    for (int i = 0; i < 300; ++i) {
      issue(random_.below(45));
      while (under_way_.size() > 8) reap();
    }
    drain();
  }

  void issue() { issue(random_.below(100)); }
  void issue(std::uint64_t dice) {
    ++result_.operations;
    const auto [sector, count] = place();
    UnderWay u;
    const std::uint64_t offset = sector * Reference::sector_bytes, bytes = count * Reference::sector_bytes;
    BlockDevice::Ticket ticket = 0;
    if (dice < 45) {
      u.what = UnderWay::What::read;
      u.data.resize(bytes);
      u.read = reference_->issue_read(sector, count);
      ticket = device_->read(offset, u.data);
    } else if (dice < 92) {
      u.what = UnderWay::What::write;
      u.data.resize(bytes);
      u.writes.push_back(reference_->issue_write(sector, count, u.data, false));
      ticket = device_->write(offset, u.data);
    } else if (dice < 98) {
      // Only units that are trimmed wholly read as zeros.
      u.what = UnderWay::What::write;
      const std::uint64_t unit = device_->controller().config().unit_bytes() / Reference::sector_bytes;
      const std::uint64_t first = (sector + unit - 1) / unit * unit, end = (sector + count) / unit * unit;
      if (end > first) u.writes.push_back(reference_->issue_write(first, end - first, {}, true));
      ticket = device_->trim(offset, bytes);
    } else {
      ticket = device_->flush();
    }
    under_way_.emplace(ticket, std::move(u));
  }

  void reap() {
    const auto completion = device_->wait();
    if (!completion) {
      trouble("requests are under way and nothing is left to happen");
      ++result_.write_errors;
      stuck_ = true;
      under_way_.clear();
      return;
    }
    notice_loss();
    auto node = under_way_.extract(completion->ticket);
    UnderWay& u = node.mapped();
    const bool failed = completion->error != controller::Error::none;
    const bool of_power = completion->error == controller::Error::power_lost;
    if (u.what == UnderWay::What::write) {
      result_.write_errors += failed && !of_power && !guard().write_protected();
      for (const Reference::Write& write : u.writes)
        failed ? reference_->forget(write) : reference_->acknowledge(write);
    } else if (u.what == UnderWay::What::read) {
      result_.sectors_read += u.read.at_issue.size();
      if (of_power) return;
      if (failed) {
        ++result_.read_errors;
        return trouble("a read was uncorrectable");
      }
      const std::size_t wrong = reference_->wrong(u.read, u.data);
      if (wrong > 0) trouble(fmt::format("{} sectors read from {} are wrong", wrong, u.read.sector));
      result_.wrong_sectors += wrong;
    }
  }
  void drain() {
    while (!under_way_.empty()) reap();
  }
  void trouble(const std::string& what) {
    if (result_.first_trouble.empty())
      result_.first_trouble = fmt::format("operation {}: {}", result_.operations, what);
  }

  /// Trims last only where a hold-up saves them.
  void notice_loss() {
    if (!cuts_ || guard().power()->counters().losses == losses_) return;
    losses_ = guard().power()->counters().losses;
    cut_comes_ = false;
    if (config_.startup.hold_up == Time()) reference_->forget_trims();
  }
  bool cut_comes() {
    notice_loss();
    return cut_comes_;
  }

  void maybe_cut() {
    if (!cuts_ || result_.operations < next_cut_ || cut_comes()) return;
    exposed_ = exposed_ && (guard().rebuilding() || guard().has_bad_pages());
    if (exposed_) return;
    cut(Time(static_cast<std::int64_t>(random_.below(3'000'000'000))));
    next_cut_ = result_.operations + random_.below(random_.below(4) == 0 ? 50 : 2'000);
  }

  void cut(Time ahead) {
    faults::Fault fault;
    fault.kind = faults::Kind::power;
    fault.at = device_->now() + ahead;
    guard().inject(fault);
    cut_comes_ = true;
    ++result_.cuts;
  }

  void maybe_fault() {
    if (kinds_.empty() || result_.operations < next_fault_ || guard().rebuilding()) return;
    if (cuts_ && (cut_comes() || guard().power()->is_down() || guard().power()->any_torn())) return;
    faults::Fault fault;
    fault.kind = kinds_[random_.below(kinds_.size())];
    // What fails to program or erase can still be read; all else is a second failure of a stripe while a page
    // that went bad is not erased.
    const bool loses_data = fault.kind != faults::Kind::program && fault.kind != faults::Kind::erase;
    if (loses_data && guard().has_bad_pages()) return;
    exposed_ = exposed_ || loses_data;
    // RAIN survives a channel where no stripe has two units on it.
    if (fault.kind == faults::Kind::channel && guard().counters().narrow_blocks > 0) return;
    // Nor a die where, for want of others, one has two.
    const bool of_die = fault.kind == faults::Kind::plane || fault.kind == faults::Kind::die ||
                        fault.kind == faults::Kind::channel;
    if (of_die && guard().counters().shared_blocks > 0) return;
    fault.anywhere = true;
    fault.text = "of the test";
    guard().inject(fault);
    ++result_.faults;
    next_fault_ = result_.operations + 500 + random_.below(4'000);
  }

  controller::DriveConfig config_;
  FaultKinds kinds_;
  controller::Mutation mutation_;
  std::uint64_t seed_;
  Philox random_;
  std::unique_ptr<BlockDevice> device_;
  std::unique_ptr<Reference> reference_;
  std::map<BlockDevice::Ticket, UnderWay> under_way_;
  std::size_t depth_ = 1;
  std::uint64_t next_fault_ = 0, next_cut_ = 500, losses_ = 0;
  bool cuts_ = false, cut_comes_ = false, stuck_ = false;
  bool exposed_ = false;  ///< something has failed and is not made good yet
  Survival result_;
};

/// Every kind of fault that RAIN promises to survive.
inline SurvivalRun::FaultKinds survivable_faults() {
  using faults::Kind;
  return {Kind::codeword, Kind::page,    Kind::block,   Kind::plane,
          Kind::die,      Kind::channel, Kind::program, Kind::erase};
}

/// A drive of few and small blocks with spare ones on every die, so that thousands of operations wear it, and
/// every kind of fault can be made good.
inline controller::DriveConfig survivor(std::uint64_t variant) {
  controller::DriveConfig c = controller::small_drive();
  c.nand.page_bytes = 2048;
  c.nand.spare_bytes = 112;
  c.nand.blocks_per_plane = 32;
  c.channel.dies = 16;
  c.ftl.reserve = 0.3;
  c.ftl.wear.spread = 4;
  c.ftl.wear.interval = 4;
  c.media.rebuild_blocks = 4;
  if (variant % 2 == 1) {
    c.controller.acknowledge = controller::Acknowledge::buffer;
    c.nand.planes = 2;
    c.nand.blocks_per_plane = 16;
    c.ftl.planes = 2;
    c.channel.multi_plane = true;
    c.ftl.gc.pair_planes = variant % 4 == 3;
    c.ftl.unit_bytes = variant % 4 == 3 ? 512 : 1024;
    c.controller.map_time = Time(2'000'000);
    c.dram.write_buffer_bytes = 32 * c.nand.page_bytes;
  }
  if (variant % 3 == 2) c.controller.map_time = Time(1'000'000);
  if (variant % 6 == 4) c.ftl.parity = 2;
  if (variant % 3 == 2) c.ftl.separation = ftl::Separation::regions;
  controller::provision(c, 0.30);
  return c;
}

inline SurvivalRun::FaultKinds with_power(SurvivalRun::FaultKinds kinds) {
  kinds.push_back(faults::Kind::power);
  return kinds;
}

/// The same with the hold-up that the drive needs: none where writes are acknowledged when programmed, on
/// single-level cells.
inline controller::DriveConfig power_survivor(std::uint64_t variant) {
  controller::DriveConfig c = survivor(variant);
  if (variant % 4 == 3 || variant % 6 == 4) {
    c.nand.cells = nand::Cells::mlc;
    c.nand.read_time = Time(75'000'000);
    c.nand.lower_read_time = Time(50'000'000);
    c.nand.program_time = Time(600'000'000);
    c.nand.lower_program_time = Time(300'000'000);
  }
  const bool needs = c.controller.acknowledge == controller::Acknowledge::buffer ||
                     c.nand.cells == nand::Cells::mlc || variant % 6 == 2;
  if (needs) c.startup.hold_up = Time(50'000'000'000);
  return c;
}

}  // namespace rainier::drive
