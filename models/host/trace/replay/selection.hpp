#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/host/trace/replay/options.hpp"

namespace rainier::trace {

/// The wanted volumes of a trace as one range of addresses, in the trace's order.
///
/// Throws fio::JobError: where a second volume turns up and nothing was said about several; at the end for a
/// wanted volume that never did.
class Selection {
 public:
  /// With Merge::stack the trace is read once before, to learn how long each volume is.
  explicit Selection(const StreamOptions& options);

  bool next(Record& record) {
    while (true) {
      if (at_ == end_ && !fill()) return false;
      record = batch_[at_++];
      if (record.volume >= known_.size()) learn();
      const Volume& volume = known_[record.volume];
      if (!volume.wanted) {
        ++not_wanted_;
        continue;
      }
      if (record.volume != only_ && merge_ == Merge::ask) check_only(record);
      record.offset += volume.base;
      return true;
    }
  }

  const Reader& reader() const { return *reader_; }
  /// Requests of volumes that were not chosen.
  std::uint64_t not_wanted() const { return not_wanted_; }
  [[noreturn]] void fail(const Record& record, const std::string& message) const;

 private:
  struct Volume {
    bool wanted = true;
    std::uint64_t base = 0;
  };

  bool fill();
  void learn();
  void check_only(const Record& record);
  void check_all_seen() const;

  std::unique_ptr<Reader> reader_;
  std::vector<std::string> wanted_;
  Merge merge_;
  std::vector<std::uint64_t> bases_;  ///< stack: by the volume's number
  std::vector<Volume> known_;
  std::uint32_t only_ = ~0U;
  std::array<Record, 256> batch_;
  std::size_t at_ = 0, end_ = 0;
  std::uint64_t not_wanted_ = 0;
};

}  // namespace rainier::trace
