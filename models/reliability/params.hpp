#pragma once

#include <cstdint>
#include <vector>

#include "sim/kernel/time.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::reliability {

enum class Growth : std::uint8_t { power, exponential, table };
/// Whether reads of the timed path meet bit errors.
enum class Errors : std::uint8_t { none, drawn };

/// What the drive has been through before time starts.
struct Age {
  std::uint64_t cycles = 0;  ///< P/E cycles of every block
  double years = 0;          ///< since what preconditioning wrote was written
};

/// Errors that come with time since the program, as a multiple of those of wear: growth x years^exponent, by
/// years at 40 degrees Celsius.
struct Retention {
  double growth = 3;
  double exponent = 0.5;
  double activation_energy = 1.1;  ///< eV, of the Arrhenius law by which other temperatures count
};

/// Further reads of a page whose codewords can't be corrected.
struct Retry {
  std::uint32_t steps = 8;
  double gain = 1.5;      ///< errors that a step of the thresholds takes away, as long as there are such
  Time time{10'000'000};  ///< before each: decoding, setting the thresholds
  bool tune = false;      ///< the thresholds that gave the data are kept for the block
};

/// What the drive does by itself about errors to come.
struct Scrub {
  Time period;         ///< in which patrol reads pass over all pages; 0 for none
  double refresh = 0;  ///< share of the correctable errors at which a superblock is rewritten; 0 for never
  Time sampling;       ///< period in which every block is sampled and its thresholds tuned; 0 for never
};

/// Blocks that fail to erase as they wear: a Weibull law over their cycles.
struct WearOut {
  double life = 0;   ///< cycles by which 63 % have failed, over the rated cycles; 0 for never
  double shape = 8;  ///< the higher, the more at once
};

/// The error-correcting code, how raw bit errors grow, and what the drive does about them.
struct Params {
  std::uint32_t ecc_bits = 8;  ///< bit errors that the BCH code corrects in a codeword
  Growth law = Growth::power;
  double fresh_rber = 1e-8;  ///< raw bit error rate of a block never cycled
  double rated_rber = 1e-5;  ///< of a block at its rated cycles
  double exponent = 2;       ///< of the power law between the two, and beyond
  std::vector<double> table_cycles, table_rber;
  double correlation = 0;  ///< of two bits of a codeword; 0: errors are independent
  double upper_pages = 1;  ///< errors of an upper page over those of a lower one, their mean unchanged
  double temperature = 40;
  Age age;
  Retention retention;
  double disturb = 1;  ///< errors after 100,000 reads of a block, as a multiple of those of wear
  Errors errors = Errors::none;
  Retry retry;
  Scrub scrub;
  WearOut wear_out;
};

void describe(config::Schema& schema, Params& params);

}  // namespace rainier::reliability
