#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/kernel/time.hpp"

namespace rainier {
class Archive;
}

namespace rainier::media {

/// What happened to the drive that its maker would want to know, in order of time. It keeps the first 1,000
/// and counts the rest.
class EventLog {
 public:
  struct Entry {
    Time at;
    std::string what;
  };
  void add(Time at, std::string what) {
    if (entries_.size() < most)
      entries_.push_back({at, std::move(what)});
    else
      ++dropped_;
  }
  const std::vector<Entry>& entries() const { return entries_; }
  std::uint64_t dropped() const { return dropped_; }
  /// Times are kept as seen from `now`: in the life of a drive that reads them they are before its beginning.
  void archive(Archive& archive, Time now);

 private:
  static constexpr std::size_t most = 1'000;
  std::vector<Entry> entries_;
  std::uint64_t dropped_ = 0;
};

}  // namespace rainier::media
