#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/drive/simulation.hpp"
#include "tools/rainier/setup.hpp"

namespace rainier::tool {

/// What a drive's state after preconditioning depends on, and nothing else: whatever else is different, the
/// state is the same.
struct Origin {
  std::string drive;  ///< name of the preset it was made from: for the eye
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by path: geometry, capacity, FTL
  std::string recipe;
  std::uint64_t seed = 1;
  std::string revision;  ///< of the FTL's sources

  /// 16 hexadecimal digits, different for what leads to different states.
  std::string key() const;
};

/// Files that hold an origin and the state of a drive.
struct StateFile {
  std::string_view magic;   ///< how it begins: a word, a space, its version and a line's end
  std::string_view noun;    ///< for messages
  std::string_view writer;  ///< the command that writes it
  std::string_view remedy;  ///< where it is of another version
};
using Archived = std::function<void(Archive&)>;

/// Writes what `state` archives, whole or not at all. @throws host::FileError, std::logic_error
void save_state(const StateFile& kind, const std::filesystem::path& file, const Origin& origin,
                const Archived& state);
/// What it was made from, without the state. @throws config::Error, one clear line
Origin read_origin(const StateFile& kind, const std::filesystem::path& file);
/// Reads it into what `state` archives. @throws config::Error with the first parameter that differs; if the
/// file is damaged: then what was read into is of no use any more
void restore_state(const StateFile& kind, const std::filesystem::path& file, const Origin& expected,
                   const Archived& state);

/// Whether the drive's state can be saved: not where its pages carry bytes.
bool can_be_saved(const Setup& setup);
/// @throws UsageError unless it can
void require_savable(const Setup& setup);

Origin origin_of(const Setup& setup, const std::vector<drive::Pass>& recipe, std::uint64_t seed);

/// Writes the state whole or not at all. @throws host::FileError, std::logic_error
void save_snapshot(const std::filesystem::path& file, const Origin& origin, drive::Simulation& simulation);

/// What a snapshot was made from, without its state. @throws config::Error, one clear line
Origin read_origin(const std::filesystem::path& file);
/// The same, and all that follows is there and as its checksum says. About 1 GB/s.
Origin verify_snapshot(const std::filesystem::path& file);

/// Puts the simulation, just made, into the file's state.
/// @throws config::Error with the first parameter that differs; if the file is damaged: then the simulation
///         is of no use any more
void restore_snapshot(const std::filesystem::path& file, const Origin& expected,
                      drive::Simulation& simulation);

}  // namespace rainier::tool
