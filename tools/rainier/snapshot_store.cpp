#include "tools/rainier/snapshot_store.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <system_error>

#include "models/host/report/atomic_file.hpp"

namespace rainier::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".snapshot";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

fs::path folder_of(const std::string& place) {
  const std::string asked = place.empty() ? environment("RAINIER_SNAPSHOTS") : place;
  if (asked == "none") return {};
  if (!asked.empty()) return asked;
  if (const std::string cache = environment("XDG_CACHE_HOME"); !cache.empty())
    return fs::path(cache) / "rainier" / "snapshots";
  if (const std::string home = environment("HOME"); !home.empty())
    return fs::path(home) / ".cache" / "rainier" / "snapshots";
  return {};
}

}  // namespace

SnapshotStore::SnapshotStore(const std::string& place) : folder_(folder_of(place)) {}

fs::path SnapshotStore::path(const Origin& origin) const {
  return folder_ / (origin.key() + std::string(extension));
}

std::optional<fs::path> SnapshotStore::find(const Origin& origin) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path file = path(origin);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  fs::last_write_time(file, fs::file_time_type::clock::now(), error);  // the last to go
  return file;
}

void SnapshotStore::keep(const Origin& origin, drive::Simulation& simulation) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw host::FileError(folder_, error.message());
  save_snapshot(path(origin), origin, simulation);
  make_room();
}

// Another process may do the same at the same time: what is gone already is no error.
void SnapshotStore::make_room() const {
  struct Kept {
    fs::file_time_type used;
    std::uint64_t bytes;
    fs::path file;
  };
  std::vector<Kept> kept;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    std::error_code gone;
    if (entry.path().extension() != extension) continue;
    const Kept one{entry.last_write_time(gone), entry.file_size(gone), entry.path()};
    if (!gone) kept.push_back(one);
  }
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.used > b.used; });
  std::uint64_t bytes = 0;
  for (const Kept& one : kept) {
    bytes += one.bytes;
    if (bytes > most_bytes && &one != &kept.front()) fs::remove(one.file, error);
  }
}

bool worth_keeping(const Setup& setup, const std::vector<drive::Pass>& recipe) {
  const double capacities = std::accumulate(recipe.begin(), recipe.end(), 0.0,
                                            [](double sum, const auto& p) { return sum + p.capacities; });
  const double units =
      static_cast<double>(setup.drive.params.logical_pages()) * setup.drive.params.bridge.members;
  return can_be_saved(setup) && capacities * units >= SnapshotStore::least_units;
}

}  // namespace rainier::tool
