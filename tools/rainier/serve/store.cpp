#include "tools/rainier/serve/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "models/controller/guard.hpp"
#include "models/host/report/atomic_file.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/serve/life_file.hpp"
#include "tools/rainier/serve/nobody.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::live {
namespace {

namespace fs = std::filesystem;

std::string state_of(const std::string& file) { return file + ".state"; }

/// Puts pieces to a drive as writes, in simulated time.
class Filling {
 public:
  explicit Filling(LiveDrive& drive) : drive_(drive) {}

  void write(std::uint64_t offset, std::span<const std::byte> bytes) {
    constexpr std::size_t at_once = 64;
    pieces_.emplace_back(bytes.begin(), bytes.end());
    drive_.ask(Op::write, offset, bytes.size(), pieces_.back().data(), nobody_, 0);
    if (pieces_.size() == at_once) end();
  }
  void end() {
    drive_.end_requests();
    pieces_.clear();
    if (nobody_.failed) throw tool::UsageError("--store: the drive did not take what the file holds");
  }

 private:
  LiveDrive& drive_;
  Nobody nobody_;
  std::vector<std::vector<std::byte>> pieces_;
};

void bring_to_disk(const std::string& path) {
  for (const std::string& name : {path, fs::absolute(path).parent_path().string()}) {
    const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    ::fsync(file);
    ::close(file);
  }
}

}  // namespace

bool Store::goes_on(const std::string& file) {
  std::error_code none;
  return fs::exists(file, none) && fs::exists(state_of(file), none);
}

Store::Store(const std::string& file, LiveSetup& live, const std::string& recipe)
    : state_(state_of(file)),
      live_(live),
      goes_on_(goes_on(file)),
      image_(file, live.setup.drive_name, live.drive->size()) {
  if (goes_on_) restore_life(state_, live, recipe);
}

void Store::copy_state(const std::string& to) const {
  std::error_code error;
  fs::copy_file(state_, to, fs::copy_options::overwrite_existing, error);
  if (error) throw host::FileError(to, error.message());
}

void Store::bring_back(bool quiet) {
  LiveDrive& drive = *live_.drive;
  controller::Guard& guard = *drive.simulation().controller().guard();
  const std::uint64_t unit = drive.simulation().controller().config().unit_bytes();
  tool::Progress progress(!quiet);
  Filling filling(drive);
  std::vector<std::byte> last(unit);
  std::uint64_t bytes = 0;
  image_.load(unit, [&](std::uint64_t offset, std::span<std::byte> piece) {
    while (!piece.empty()) {
      // The map says where a unit is; what it does not know of was written after the drive was kept.
      const std::span<std::byte> one = piece.first(std::min<std::size_t>(piece.size(), unit));
      std::copy(one.begin(), one.end(), last.begin());
      std::fill(last.begin() + static_cast<std::ptrdiff_t>(one.size()), last.end(), std::byte{0});
      if (!guard.bring_back(static_cast<ftl::Lpn>(offset / unit), last.data())) filling.write(offset, one);
      offset += one.size();
      piece = piece.subspan(one.size());
      bytes += one.size();
    }
    if (progress.due())
      progress.show(fmt::format("reading the store: {:.1f} MB", static_cast<double>(bytes) / 1e6));
  });
  filling.end();
  if (!image_.was_left()) return;
  drive.act("power");
  while (guard.power()->is_down()) drive.advance(drive.simulation().next_event());
}

void Store::keep() {
  save_life(state_, live_);
  bring_to_disk(state_);
}

void Store::end() {
  live_.drive->simulation().controller().guard()->announce_power_loss();
  keep();
  image_.give_up();
}

}  // namespace rainier::live
