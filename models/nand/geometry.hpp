#pragma once

#include <cstdint>

#include "sim/kernel/time.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::nand {

enum class Cells : std::uint8_t { slc, mlc };

/// Shape and times of one NAND die (LUN), as a data sheet prints them.
struct Params {
  std::uint32_t planes = 2;
  std::uint32_t blocks_per_plane = 2048;
  std::uint32_t pages_per_block = 128;
  std::uint64_t page_bytes = 4096;
  std::uint64_t spare_bytes = 224;     ///< out-of-band area of a page
  std::uint64_t codeword_bytes = 512;  ///< user bytes of one ECC codeword; divides the page
  Time read_time{25'000'000};          ///< tR; of an upper page where there are two kinds
  Time program_time{230'000'000};      ///< tPROG; the mean of both kinds
  Cells cells = Cells::slc;
  Time lower_read_time{25'000'000};      ///< tR of a lower page (MLC)
  Time lower_program_time{230'000'000};  ///< tPROG of a lower page (MLC); upper ones make up the mean
  Time erase_time{700'000'000};          ///< tBERS
  Time plane_busy_time{500'000};         ///< tDBSY between the planes of a multi-plane operation
  std::uint64_t rated_cycles = 100'000;  ///< P/E cycles of the data sheet

  /// Whether a page shares its cells with one programmed earlier. Lower pages come first by two pairs, then
  /// two upper and two lower pages in turn, as Micron's MLC parts order them.
  bool is_upper(std::uint32_t page) const {
    if (cells == Cells::slc || page < 4) return false;
    return page + 2 >= pages_per_block || (page / 2) % 2 == 0;
  }
  /// Of an upper page, the one programmed earlier in the same cells.
  std::uint32_t lower_of(std::uint32_t page) const {
    return page < 6 || page + 2 >= pages_per_block ? page - 4 : page - 6;
  }
  Time upper_program_time() const { return 2 * program_time - lower_program_time; }
  Time mean_read_time() const { return cells == Cells::slc ? read_time : (read_time + lower_read_time) / 2; }

  std::uint64_t pages_per_die() const { return std::uint64_t{planes} * blocks_per_plane * pages_per_block; }
};

void describe(config::Schema& schema, Params& params);

/// A page by its place inside a die.
struct PageAddress {
  std::uint16_t block = 0;  ///< block of the plane
  std::uint16_t page = 0;
  std::uint8_t plane = 0;
};

}  // namespace rainier::nand
