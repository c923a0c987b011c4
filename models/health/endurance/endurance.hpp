#pragma once

#include <cstdint>
#include <functional>

#include <vector>

#include "models/controller/config.hpp"
#include "models/ftl/bulk_zones.hpp"
#include "models/reliability/limits.hpp"

namespace rainier::health {

/// What the host writes until the drive is worn.
struct EnduranceWorkload {
  enum class Pattern : std::uint8_t { random, sequential };
  struct Size {
    std::uint64_t block_bytes;  ///< of a write; a multiple of `begins_at`
    std::uint64_t begins_at;    ///< at multiples of so many bytes
    double writes;              ///< share of the writes
  };
  Pattern pattern = Pattern::random;
  std::uint64_t block_bytes = 4096;   ///< of a write; a multiple of 512, at multiples of itself
  std::vector<Size> sizes = {};       ///< instead, if there are any
  std::vector<ftl::Zone> zones = {};  ///< of random writes; none: all addresses alike
};

/// The enterprise workload of JEDEC JESD219, by which drives are rated since 2010: half of the writes on a
/// twentieth of the addresses, three tenths on the next 15 %, sizes from 512 B to 64 KiB, mostly 4 KiB. Those
/// of 4 KiB and more begin at multiples of 4 KiB, the others at sectors.
EnduranceWorkload jesd219();

/// P/E cycles over all good blocks. The reserve takes its turn: a block that is worn or bad is replaced by
/// one of the reserve, so that all good blocks share the wear evenly beyond what the FTL leaves uneven.
struct Cycles {
  double least = 0, mean = 0, most = 0, deviation = 0;
};

struct EnduranceResult {
  double host_bytes = 0;   ///< written, the first fill of the drive included
  double media_bytes = 0;  ///< programmed: with GC and parity
  double erased_superblocks = 0, victims = 0, levelling_victims = 0;

  // Each a factor, in the last half of the run.
  double mapping =
      1;          ///< bytes of mapping units written for a byte of the host: above 1 where parts of one are
  double gc = 1;  ///< write amplification of GC
  double parity = 1;  ///< (k + 1) / k
  double amplification() const { return mapping * gc * parity; }

  Cycles cycles;
  double good_bytes = 0;  ///< raw, less the blocks bad from the factory
  double rated_cycles = 0, counter_cycles = 0;
  double percent_of_life = 0;         ///< as the drive's counter shows it
  double host_bytes_per_percent = 0;  ///< of that counter
  double host_bytes_to_end = 0;  ///< of life: the mean block has its rated cycles; extrapolated if not run
  bool reached_end = false;
  bool partial = false;  ///< stopped by `progress`

  double rber = 0;         ///< raw, of the mean block at the end
  double uber_of_ecc = 0;  ///< lost sectors for each bit read, without RAIN
  double uber = 0;
  double uber_over_life = 0;  ///< the mean over all states of wear up to the end, of data just written
  std::vector<reliability::Losses::Limits> limits;  ///< at which the loss is 1e-15, 1e-16 and 1e-17
};

struct EnduranceOptions {
  double until_bytes = 0;  ///< of the host; 0: to the end of life
  std::uint64_t seed = 1;
  /// Told how much is done, from 0 to 1; answers false to stop.
  std::function<bool(double)> progress;
};

/// Fills the drive in order and writes the workload with the bulk tier. Same arguments, same result.
/// Cost: 30 to 80 ns a superblock erased, two minutes for 50 PB on 700 GB; with zones, as BulkZones.
/// @throws std::invalid_argument for a block that no host could write, or a drive that could not work
EnduranceResult endurance_of(const controller::DriveConfig& drive, const EnduranceWorkload& workload,
                             const EnduranceOptions& options = {});

/// Mapping units that a write of `block_bytes` at a multiple of `begins_at`, which divides it, touches on the
/// mean; each is written whole.
double units_of_block(std::uint64_t block_bytes, std::uint64_t begins_at, std::uint64_t unit_bytes);

/// Bytes of mapping units written for a byte of the workload.
double mapping_of(const EnduranceWorkload& workload, std::uint64_t unit_bytes);

}  // namespace rainier::health
