#pragma once

#include <cstdint>
#include <vector>

namespace rainier::ftl {

/// `retired`: given up for good.
enum class State : std::uint8_t { free, open, closed, collecting, erasing, retired };

/// What the FTL knows of its superblocks, one array a property, so that a policy scans what it needs.
struct Superblocks {
  explicit Superblocks(std::uint32_t count)
      : state(count, State::free),
        valid(count, 0),
        closed_at(count, 0),
        written_at(count, 0),
        erases(count, 0),
        programs(count, 0),
        copies(count, 0) {}

  std::uint32_t count() const { return static_cast<std::uint32_t>(state.size()); }
  /// A victim must be closed, with no program of it still under way.
  bool collectable(std::uint32_t sb) const { return state[sb] == State::closed && programs[sb] == 0; }

  std::vector<State> state;
  std::vector<std::uint32_t> valid;       ///< mapped pages
  std::vector<std::uint64_t> closed_at;   ///< order of closing, from 1
  std::vector<std::uint64_t> written_at;  ///< host pages written to the drive when it closed: its age
  std::vector<std::uint32_t> erases;
  std::vector<std::uint32_t> programs;  ///< programs issued and not yet ended
  std::vector<std::uint32_t> copies;    ///< copies out of it not yet safe
};

}  // namespace rainier::ftl
