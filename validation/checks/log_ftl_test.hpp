#pragma once

#include "models/ftl/ftl.hpp"
#include "models/ftl/functional.hpp"

/// The drive's FTL in the shape that the closed forms of write amplification speak of.
namespace rainier::checks {

inline constexpr std::uint32_t block_pages = 128;
inline constexpr std::uint32_t closed_blocks = 8192;

/// No wear levelling, hot and cold together, no parity. Copies have room for any victim at all times: with a
/// free target of 3 a random victim is drawn again until it fits, and amplifies 5 % less than theory.
inline ftl::Params plain(ftl::VictimPolicy victim, std::uint32_t choices = 10) {
  ftl::Params p;
  p.gc.victim = victim;
  p.gc.choices = choices;
  p.gc.free_target = 8;
  p.gc.free_reserve = 2;
  p.parity = 0;
  p.wear.allocation = ftl::Allocation::oldest_free;
  p.wear.static_levelling = false;
  return p;
}

/// One die of one plane whose superblocks are single blocks, `closed` of them closed when a victim is chosen:
/// on top come the open ones (host and copies, or hot, cold and copies) and the free ones, one below the
/// target.
class LogFtl {
 public:
  LogFtl(const ftl::Params& params, double op, std::uint32_t closed = closed_blocks)
      : ftl_(layout(closed + open_streams(params) + params.gc.free_target - 1), params,
             static_cast<std::uint32_t>(double(closed) * block_pages / (1 + op)), 1),
        run_(ftl_) {
    run_.write_sequential(0, ftl_.logical_pages());
  }

  ftl::Ftl& ftl() { return ftl_; }
  ftl::Functional& run() { return run_; }
  std::uint32_t logical_pages() const { return ftl_.logical_pages(); }

  void write_random(double drive_writes) {
    run_.write_random(static_cast<std::uint64_t>(drive_writes * logical_pages()), 1, random_);
  }
  template <class Traffic>
  void write(Traffic& traffic, double drive_writes) {
    for (double left = drive_writes * logical_pages(); left >= 1; --left) run_.write(traffic());
  }
  /// Write amplification over what `write` writes.
  template <class Write>
  double amplification_of(Write&& write) {
    const ftl::Counters before = ftl_.counters();
    write();
    return (ftl_.counters() - before).write_amplification();
  }

 private:
  static std::uint32_t open_streams(const ftl::Params& p) {
    return p.separation == ftl::Separation::none ? 2 : 3;
  }
  static ftl::Layout layout(std::uint32_t blocks) {
    nand::Params nand;
    nand.planes = 1;
    nand.blocks_per_plane = blocks;
    nand.pages_per_block = block_pages;
    return {nand, 1, 1, 1, blocks, 0};
  }

  ftl::Ftl ftl_;
  ftl::Functional run_;
  Philox random_{7, "checks.traffic"};
};

}  // namespace rainier::checks
