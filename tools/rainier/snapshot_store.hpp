#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tools/rainier/snapshot_file.hpp"

namespace rainier::tool {

/// Preconditioned states kept from run to run, in one folder, each under the key of what it was made from.
/// Any number of processes may share the folder. Whether a state was kept or made anew changes no byte of any
/// result.
class SnapshotStore {
 public:
  static constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;  ///< of all that is kept
  /// Writing less than so much is as quick as reading.
  static constexpr double least_units = 8e6;

  /// `place`: a folder, "none", or empty for the environment's RAINIER_SNAPSHOTS, else rainier/snapshots in
  /// the user's cache folder. Without a folder nothing is kept.
  explicit SnapshotStore(const std::string& place);

  /// The state made from `origin`, if it is kept.
  std::optional<std::filesystem::path> find(const Origin& origin) const;
  /// Keeps it; the states used longest ago go once there are too many bytes. Needs can_be_saved().
  /// @throws host::FileError
  void keep(const Origin& origin, drive::Simulation& simulation) const;

 private:
  std::filesystem::path path(const Origin& origin) const;
  void make_room() const;

  std::filesystem::path folder_;
};

/// Whether the state can be kept, and so much is written that it is worth it.
bool worth_keeping(const Setup& setup, const std::vector<drive::Pass>& recipe);

}  // namespace rainier::tool
