#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>

#include "models/ftl/ftl.hpp"
#include "sim/random/philox.hpp"

namespace rainier::ftl {

/// The functional tier: the FTL itself with media operations that end at once. For preconditioning.
/// Cost: about 20 ns a page written in order, 60 ns a page written at random with its share of GC.
class Functional {
 public:
  explicit Functional(Ftl& ftl) : ftl_(ftl) {}

  void write(Lpn lpn) {
    while (ftl_.write(lpn).ppn == none) {
      if (!collect())
        throw std::logic_error("GC makes no progress: no page to copy and no superblock to erase");
    }
    if (ftl_.collection_due()) collect();
  }

  /// Writes `count` mapping units in order from `first`, wrapping at the end of the drive.
  void write_sequential(Lpn first, std::uint64_t count) {
    Lpn lpn = first;
    for (std::uint64_t i = 0; i < count; ++i) {
      write(lpn);
      if (++lpn == ftl_.logical_pages()) lpn = 0;
    }
  }

  /// Writes `count` runs of `run` mapping units, each at a uniformly drawn multiple of `run`.
  void write_random(std::uint64_t count, std::uint32_t run, Philox& random) {
    const std::uint64_t places = ftl_.logical_pages() / run;
    while (count > 0) {
      const auto batch = static_cast<std::size_t>(count < batch_.size() ? count : batch_.size());
      for (std::size_t i = 0; i < batch; ++i) {
        batch_[i] = static_cast<Lpn>(random.below(places) * run);
        ftl_.prefetch(batch_[i]);
      }
      for (std::size_t i = 0; i < batch; ++i)
        for (std::uint32_t page = 0; page < run; ++page) write(batch_[i] + page);
      count -= batch;
    }
  }

  /// Copies and erases what GC asks for now. True if it did anything.
  bool collect() {
    bool worked = false;
    for (Ppn source = ftl_.next_copy(); source != none; source = ftl_.next_copy()) {
      ftl_.place_copy(source);
      ftl_.end_copy(source);
      worked = true;
    }
    for (std::uint32_t sb = ftl_.take_erasable(); sb != none; sb = ftl_.take_erasable()) {
      ftl_.end_erase(sb);
      worked = true;
    }
    return worked;
  }

 private:
  Ftl& ftl_;
  std::array<Lpn, 64> batch_{};
};

}  // namespace rainier::ftl
