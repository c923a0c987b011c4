#pragma once

#include <cstdint>

#include "models/ftl/ftl.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::controller {

class Controller;
class Correction;

/// What the drive reads on its own account: patrol reads that find pages near their limit before the host
/// does, at a steady rate whatever the load, and samples by which the idle drive tunes the read thresholds of
/// each block. All of them take their time of dies and channels.
class Upkeep {
 public:
  Upkeep(Controller& drive, Correction& correction);

  /// Events, by what they are for.
  enum class Turn : std::uint32_t { patrol, sample, collect };
  void turn(Turn turn);
  /// What was sent to be collected first is collected, though the host may write nothing.
  void collect_soon();
  /// Events of these kinds that wait in the calendar whatever else happens.
  std::size_t waiting() const { return (patrol_ > Time() ? 1 : 0) + (sampling_ > Time() ? 1 : 0); }

  /// Nothing of its own is under way any more. The turns of patrol and samples stay in the calendar.
  void power_off() { patrolling_ = collects_ = search_.busy = false; }

  /// Takes the end of an operation of its own; false if it is another's.
  bool patrolled(std::uint32_t op);
  bool sampled(std::uint32_t op);
  /// Where its rounds go on.
  void archive(Archive& archive);

 private:
  /// The block whose thresholds are sought, and the best of them so far.
  struct Search {
    bool busy = false;
    ftl::Ppn ppn = 0;
    std::uint32_t began = 0, steps = 0, best = 0;
    std::uint64_t errors = 0;  ///< at the best
  };

  void patrol();
  void sample();
  void read(ftl::Ppn ppn, std::uint32_t owner);
  void finish(std::uint32_t op);
  bool is_readable(std::uint32_t superblock) const;
  void end_search();
  void again_after(Turn turn, Time interval);

  Controller& drive_;
  Correction& correction_;
  Time patrol_, sampling_;        ///< from one to the next; zero for none
  ftl::Ppn next_page_ = 0;        ///< of patrol
  std::uint32_t next_block_ = 0;  ///< of sampling, by superblock and column
  bool patrolling_ = false, collects_ = false;
  Search search_;
};

}  // namespace rainier::controller
