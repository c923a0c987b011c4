#include "models/nand/geometry.hpp"

#include "sim/config/describe.hpp"

namespace rainier::nand {

void describe(config::Schema& s, Params& p) {
  using namespace literals;
  using namespace config::literals;
  using config::range;
  s.field("planes", p.planes, range(1, 16), "planes of a die");
  s.field("blocks_per_plane", p.blocks_per_plane, range(4, 65535), "blocks of a plane");
  s.field("pages_per_block", p.pages_per_block, range(2, 4096), "pages of a block");
  s.bytes("page_bytes", p.page_bytes, range(512, 64_KiB).power_of_two(), "user bytes of a page");
  s.bytes("spare_bytes", p.spare_bytes, range(0, 16_KiB), "out-of-band bytes of a page");
  s.bytes("codeword_bytes", p.codeword_bytes, range(512, 64_KiB).power_of_two(),
          "user bytes of an ECC codeword, the least that a read transfers");
  s.choice("cells", p.cells,
           {{"slc", Cells::slc, "one bit a cell"},
            {"mlc", Cells::mlc, "two: lower pages are faster than the upper pages that share their cells"}},
           "bits of a cell");
  s.field("read_time", p.read_time, range(1_ns, 1_s),
          "tR: array to page register; with mlc, of an upper page");
  s.field("program_time", p.program_time, range(1_ns, 1_s),
          "tPROG; with mlc, the mean of lower and upper pages");
  s.field("lower_read_time", p.lower_read_time, range(1_ns, 1_s), "tR of a lower page");
  s.field("lower_program_time", p.lower_program_time, range(1_ns, 1_s), "tPROG of a lower page");
  s.field("erase_time", p.erase_time, range(1_ns, 10_s), "tBERS");
  s.field("plane_busy_time", p.plane_busy_time, range(0_ns, 1_ms),
          "tDBSY between the planes of a multi-plane operation");
  s.field("rated_cycles", p.rated_cycles, range(1, 10'000'000), "rated program/erase cycles of a block");
  s.only_with({"lower_read_time", "lower_program_time"}, p, "cells: mlc",
              [](const Params& n) { return n.cells == Cells::mlc; });
  s.check(p, [](const Params& n) -> std::string {
    if (n.page_bytes % n.codeword_bytes != 0) return "page_bytes must be a multiple of codeword_bytes";
    if (n.cells == Cells::slc) return "";
    if (n.pages_per_block % 4 != 0 || n.pages_per_block < 8)
      return "with mlc, pages_per_block must be a multiple of 4 and at least 8";
    if (n.lower_read_time > n.read_time) return "lower_read_time must not be above read_time";
    if (n.lower_program_time > n.program_time) return "lower_program_time must not be above program_time";
    return "";
  });
}

}  // namespace rainier::nand
