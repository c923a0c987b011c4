#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace rainier::drive {

/// What each sector of a drive may hold, whatever order requests under way at once take: the oracle of the
/// tests of data. Every write has a version of its own, and a sector's bytes follow from its number and its
/// version, so that any other bytes are wrong.
class Reference {
 public:
  static constexpr std::size_t sector_bytes = 512;
  struct Candidate {
    std::uint64_t version;
    std::uint64_t issued, acknowledged;  ///< in order of all that happens; 0: not yet
    bool zero;                           ///< reads as zeros
    bool undone = false;                 ///< a trim that may be forgotten: anything older may be back
  };
  /// A read under way: what its sectors may have held when it was issued, and who came later.
  struct Read {
    std::uint64_t sector;
    std::uint64_t issued;
    std::vector<std::vector<Candidate>> at_issue;
  };
  struct Write {
    std::uint64_t sector = 0, sectors = 0, version = 0;
  };

  explicit Reference(std::uint64_t sectors) : state_(sectors, {Candidate{0, 1, 1, true}}) {}

  std::uint64_t sectors() const { return state_.size(); }

  static void pattern(std::span<std::byte> sector_data, std::uint64_t sector, std::uint64_t version) {
    std::uint64_t words[sector_bytes / 8];
    words[0] = sector;
    words[1] = version;
    std::uint64_t x = sector * 0x9e3779b97f4a7c15 ^ version * 0xd1342543de82ef95;
    for (std::size_t i = 2; i < std::size(words); ++i) {
      x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9 + i;
      words[i] = x;
    }
    std::memcpy(sector_data.data(), words, sector_bytes);
  }

  /// Issues a write (or a trim, `zero`) and fills its bytes in.
  Write issue_write(std::uint64_t sector, std::uint64_t count, std::span<std::byte> data, bool zero) {
    const Write write{sector, count, ++versions_};
    ++clock_;
    for (std::uint64_t i = 0; i < count; ++i) {
      state_[sector + i].push_back({write.version, clock_, 0, zero});
      if (!zero) pattern(data.subspan(i * sector_bytes, sector_bytes), sector + i, write.version);
    }
    return write;
  }
  /// What had been acknowledged before the write was issued is gone from its sectors.
  void acknowledge(const Write& write) {
    ++clock_;
    for (std::uint64_t i = 0; i < write.sectors; ++i) {
      auto& all = state_[write.sector + i];
      const auto mine = std::find_if(all.begin(), all.end(),
                                     [&](const Candidate& c) { return c.version == write.version; });
      if (mine == all.end()) continue;  // a read has shown that another came after it
      mine->acknowledged = clock_;
      const std::uint64_t issued = mine->issued;
      std::erase_if(all, [&](const Candidate& c) { return c.acknowledged != 0 && c.acknowledged < issued; });
    }
  }
  /// A write that was not acknowledged and never will be: it may have happened or not.
  void forget(const Write& write) {
    for (std::uint64_t i = 0; i < write.sectors; ++i)
      for (Candidate& c : state_[write.sector + i])
        if (c.version == write.version) c.acknowledged = clock_;
    ++clock_;
  }

  /// The drive has lost its power, and with it perhaps all trims.
  void forget_trims() {
    forgotten_ = ++clock_;
    for (auto& all : state_)
      for (Candidate& c : all) c.undone = c.zero && c.version != 0;
  }

  Read issue_read(std::uint64_t sector, std::uint64_t count) {
    Read read{sector, ++clock_, {}};
    read.at_issue.assign(state_.begin() + static_cast<std::ptrdiff_t>(sector),
                         state_.begin() + static_cast<std::ptrdiff_t>(sector + count));
    return read;
  }
  /// Sectors of the read that hold what they must not.
  std::size_t wrong(const Read& read, std::span<const std::byte> data) {
    std::size_t bad = 0;
    for (std::size_t i = 0; i < read.at_issue.size(); ++i)
      bad += !check(read, i, data.subspan(i * sector_bytes, sector_bytes));
    return bad;
  }

 private:
  bool check(const Read& read, std::size_t i, std::span<const std::byte> data) {
    const std::uint64_t sector = read.sector + i;
    std::vector<Candidate>& now = state_[sector];
    std::uint64_t version = 0;
    std::memcpy(&version, data.data() + 8, 8);
    const bool zero = version == 0;
    std::byte expected[sector_bytes] = {};
    if (!zero) pattern(expected, sector, version);
    if (std::memcmp(expected, data.data(), sector_bytes) != 0) return false;
    const auto fits = [&](const Candidate& c) {
      return zero ? c.zero || c.undone : c.undone ? version < c.version : !c.zero && c.version == version;
    };
    const auto later = [&](const Candidate& c) { return c.issued > read.issued && fits(c); };
    const auto& before = read.at_issue[i];
    if (std::none_of(before.begin(), before.end(), fits) && std::none_of(now.begin(), now.end(), later))
      return false;
    settle(read, now, before.size(), fits, version);
    return true;
  }
  /// Where nothing is under way and nothing has come since, a sector is from now on what it was seen to be.
  template <class Fits>
  void settle(const Read& read, std::vector<Candidate>& now, std::size_t before, Fits fits,
              std::uint64_t version) {
    const bool quiet = now.size() == before && std::all_of(now.begin(), now.end(), [&](const Candidate& c) {
                         return c.acknowledged != 0 && c.acknowledged < read.issued;
                       });
    // What was read before the power went may not be so any more.
    if (!quiet || read.issued < forgotten_ || std::none_of(now.begin(), now.end(), fits)) return;
    std::erase_if(now, [&](const Candidate& c) { return !fits(c); });
    for (Candidate& c : now) {
      if (!std::exchange(c.undone, false) || version == 0) continue;
      c.version = version;
      c.zero = false;
    }
  }

  std::vector<std::vector<Candidate>> state_;
  std::uint64_t versions_ = 0, clock_ = 1, forgotten_ = 0;
};

}  // namespace rainier::drive
