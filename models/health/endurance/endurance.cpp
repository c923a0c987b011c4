#include "models/health/endurance/endurance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "models/controller/layout_of.hpp"
#include "models/ftl/bulk.hpp"
#include "models/ftl/bulk_zones.hpp"
#include "models/reliability/limits.hpp"

namespace rainier::health {
namespace {

/// The form of the bulk tier that the workload needs, filled in order.
class Writer {
 public:
  Writer(const controller::DriveConfig& drive, const EnduranceWorkload& workload, std::uint64_t seed)
      : sequential_(workload.pattern == EnduranceWorkload::Pattern::sequential) {
    const ftl::Layout layout = controller::layout_of(drive);
    if (workload.zones.empty())
      even_.emplace(layout, drive.ftl, drive.logical_pages(), seed).write_sequential(drive.logical_pages());
    else
      zones_.emplace(layout, drive.ftl, drive.logical_pages(), workload.zones, seed).fill();
  }
  void write(std::uint64_t units) {
    if (zones_)
      zones_->write(units);
    else if (sequential_)
      even_->write_sequential(units);
    else
      even_->write_random(units);
  }
  const ftl::BulkTier& tier() const {
    if (zones_) return *zones_;
    return *even_;
  }

 private:
  bool sequential_;
  std::optional<ftl::Bulk> even_;
  std::optional<ftl::BulkZones> zones_;
};

/// A drive under a workload.
class Run {
 public:
  Run(const controller::DriveConfig& drive, const EnduranceWorkload& workload, std::uint64_t seed)
      : drive_(drive),
        writer_(drive, workload, seed),
        unit_bytes_(static_cast<double>(drive.unit_bytes())),
        mapping_(mapping_of(workload, drive.unit_bytes())),
        good_bytes_(static_cast<double>(drive.raw_bytes()) * (1 - drive.ftl.factory_bad)),
        worn_(static_cast<double>(drive.reliability.age.cycles)) {}

  void write(double host_bytes) {
    writer_.write(static_cast<std::uint64_t>(std::ceil(host_bytes * mapping_ / unit_bytes_)));
  }

  const ftl::BulkTier& bulk() const { return writer_.tier(); }
  double mapping() const { return mapping_; }
  double good_bytes() const { return good_bytes_; }
  /// The first fill is written without reading anything.
  double host_bytes() const {
    const double fill = drive_.logical_pages();
    return (fill + (static_cast<double>(bulk().counters().host_writes) - fill) / mapping_) * unit_bytes_;
  }
  double media_bytes() const {
    const ftl::Counters c = bulk().counters();
    return static_cast<double>(c.host_writes + c.copies + c.parity) * unit_bytes_;
  }
  /// Erased bytes over good bytes, and the cycles before.
  double mean_cycles() const {
    return worn_ + static_cast<double>(bulk().counters().erases) * superblock_bytes() / good_bytes_;
  }
  Cycles cycles() const {
    const auto& erases = bulk().superblocks().erases;
    const auto [least, most] = std::minmax_element(erases.begin(), erases.end());
    const double count = static_cast<double>(erases.size());
    const double share = count * superblock_bytes() / good_bytes_;
    const double mean = std::accumulate(erases.begin(), erases.end(), 0.0) / count;
    double squares = 0;
    for (const std::uint32_t e : erases) squares += (e - mean) * (e - mean);
    return {worn_ + *least * share, worn_ + mean * share, worn_ + *most * share,
            std::sqrt(squares / count) * share};
  }

 private:
  double superblock_bytes() const { return bulk().layout().units() * unit_bytes_; }

  const controller::DriveConfig& drive_;
  Writer writer_;
  double unit_bytes_, mapping_, good_bytes_, worn_;
};

/// Host bytes, cycles and counts at one moment.
struct Mark {
  double host_bytes, cycles;
  ftl::Counters counters;
};
Mark mark(const Run& run) { return {run.host_bytes(), run.mean_cycles(), run.bulk().counters()}; }

void report_errors(EnduranceResult& r, const controller::DriveConfig& drive) {
  const auto codewords = static_cast<std::uint32_t>(drive.nand.page_bytes / drive.nand.codeword_bytes);
  const reliability::Page page{{static_cast<std::uint32_t>(8 * drive.nand.codeword_bytes),
                                drive.reliability.ecc_bits, drive.reliability.correlation},
                               codewords,
                               drive.ftl.parity};
  const reliability::Losses losses(drive.reliability, page, r.rated_cycles);
  const double years = drive.reliability.age.years;
  r.rber = losses.rber(r.cycles.mean, years);
  r.uber_of_ecc = losses.uber_of_ecc(r.cycles.mean, years);
  r.uber = losses.uber(r.cycles.mean, years);
  r.uber_over_life = losses.uber_over_life(r.cycles.mean);
  for (const double uber : {1e-15, 1e-16, 1e-17}) r.limits.push_back(losses.limits(uber));
}

EnduranceResult result_of(const Run& run, const Mark& half, const controller::DriveConfig& drive) {
  const Mark end = mark(run);
  const ftl::Layout& layout = run.bulk().layout();
  const ftl::Counters late = end.counters - half.counters;
  EnduranceResult r;
  r.host_bytes = end.host_bytes;
  r.media_bytes = run.media_bytes();
  r.erased_superblocks = static_cast<double>(end.counters.erases);
  r.victims = static_cast<double>(end.counters.victims);
  r.levelling_victims = static_cast<double>(end.counters.levelling);
  r.mapping = run.mapping();
  r.gc = late.write_amplification();
  r.parity = static_cast<double>(layout.units()) / layout.user_units();
  r.cycles = run.cycles();
  r.good_bytes = run.good_bytes();
  r.rated_cycles = static_cast<double>(drive.nand.rated_cycles);
  r.counter_cycles = drive.health.full_counter(drive.nand.rated_cycles);
  r.percent_of_life = percent_of_life(drive.health, drive.nand.rated_cycles, r.cycles.mean);
  r.reached_end = end.cycles >= r.rated_cycles;
  const double bytes_per_cycle = r.good_bytes / r.amplification();
  r.host_bytes_per_percent = bytes_per_cycle * r.counter_cycles / 100;
  r.host_bytes_to_end = end.host_bytes + (r.rated_cycles - end.cycles) * bytes_per_cycle;
  report_errors(r, drive);
  return r;
}

}  // namespace

double units_of_block(std::uint64_t block_bytes, std::uint64_t begins_at, std::uint64_t unit_bytes) {
  const auto common = static_cast<double>(std::gcd(begins_at, unit_bytes));
  return (static_cast<double>(block_bytes) - common) / static_cast<double>(unit_bytes) + 1;
}

double mapping_of(const EnduranceWorkload& workload, std::uint64_t unit_bytes) {
  const std::vector<EnduranceWorkload::Size> one{{workload.block_bytes, workload.block_bytes, 1}};
  double units = 0, bytes = 0;
  for (const auto& size : workload.sizes.empty() ? one : workload.sizes) {
    units += size.writes * units_of_block(size.block_bytes, size.begins_at, unit_bytes);
    bytes += size.writes * static_cast<double>(size.block_bytes);
  }
  return units * static_cast<double>(unit_bytes) / bytes;
}

EnduranceResult endurance_of(const controller::DriveConfig& drive, const EnduranceWorkload& workload,
                             const EnduranceOptions& options) {
  if (workload.block_bytes == 0 || workload.block_bytes % 512 != 0 ||
      workload.block_bytes > drive.capacity_bytes)
    throw std::invalid_argument(
        fmt::format("a block is a multiple of 512 B up to the {} B of the drive (got {} B)",
                    drive.capacity_bytes, workload.block_bytes));
  // Of drives behind a bridge one is worn: the stripes give each as much.
  const double members = drive.bridge.members, until = options.until_bytes / members;
  Run run(drive, workload, options.seed);
  const auto rated = static_cast<double>(drive.nand.rated_cycles);
  const double drive_bytes = static_cast<double>(drive.capacity_bytes);
  const auto done = [&] { return until > 0 ? run.host_bytes() / until : run.mean_cycles() / rated; };
  Mark half = mark(run);
  bool stopped = false;
  for (double share = done(); share < 1 && !stopped; share = done()) {
    if (share < 0.5) half = mark(run);
    // By steps that shrink towards the end of life, down to a hundredth of the drive.
    double most =
        std::max((rated - run.mean_cycles()) * run.good_bytes() / (16 * run.mapping()), drive_bytes / 100);
    if (until > 0) most = std::min(until - run.host_bytes(), until / 16);
    most = std::min(most, 50 * drive_bytes);
    run.write(most);
    stopped = options.progress && !options.progress(std::min(done(), 1.0));
  }
  EnduranceResult result = result_of(run, half, drive);
  result.partial = stopped;
  for (double* sum : {&result.host_bytes, &result.media_bytes, &result.erased_superblocks, &result.victims,
                      &result.levelling_victims, &result.good_bytes, &result.host_bytes_per_percent,
                      &result.host_bytes_to_end})
    *sum *= members;
  return result;
}

}  // namespace rainier::health
