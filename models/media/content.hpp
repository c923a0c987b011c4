#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "models/ftl/layout.hpp"
#include "models/media/crc32c.hpp"

namespace rainier::media {

inline constexpr std::uint32_t no_content = 0;

/// What a mapping unit's share of the spare area says: DataSAFE's embedded LBA, the order of writing and a
/// CRC. In parity it is the XOR of what the stripe's units say. A unit never written by a host that has bytes
/// (preconditioned) has none: all zeros.
struct Spare {
  std::uint64_t sequence = 0;  ///< of writing, from 1
  std::uint32_t lpn = 0;       ///< complemented, so that zero is nobody's
  std::uint32_t crc = 0;       ///< of the bytes
};

/// The bytes of mapping units, each with its spare area, in slots: in the controller's memory or in the
/// flash. Slot 0 is no content: reads as zeros, costs nothing. Takes memory in pieces of 256 units.
class Contents {
 public:
  explicit Contents(std::uint32_t unit_bytes)
      : unit_bytes_(unit_bytes), stride_((unit_bytes + sizeof(Spare) + 15) / 16 * 16) {}

  std::uint32_t unit_bytes() const { return unit_bytes_; }
  std::size_t used() const { return used_; }

  /// A slot of zeros.
  std::uint32_t take() {
    if (free_.empty()) grow();
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    ++used_;
    std::memset(bytes(slot), 0, stride_);
    return slot;
  }
  void give(std::uint32_t slot) {
    if (slot == no_content) return;
    --used_;
    free_.push_back(slot);
  }
  /// No content for one that nobody has written.
  std::uint32_t copy(std::uint32_t from) {
    const Spare s = spare(from);
    if (from == no_content || (s.sequence == 0 && s.lpn == 0 && is_zero(from))) return no_content;
    const std::uint32_t slot = take();
    std::memcpy(bytes(slot), bytes(from), stride_);
    return slot;
  }

  std::byte* bytes(std::uint32_t slot) { return pieces_[slot / piece].get() + (slot % piece) * stride_; }
  const std::byte* bytes(std::uint32_t slot) const {
    return pieces_[slot / piece].get() + (slot % piece) * stride_;
  }
  Spare spare(std::uint32_t slot) const {
    Spare spare;
    if (slot != no_content) std::memcpy(&spare, bytes(slot) + unit_bytes_, sizeof spare);
    return spare;
  }
  void set_spare(std::uint32_t slot, const Spare& spare) {
    std::memcpy(bytes(slot) + unit_bytes_, &spare, sizeof spare);
  }
  /// Marks the content as that of `lpn`, written now, with its CRC.
  void seal(std::uint32_t slot, ftl::Lpn lpn, std::uint64_t sequence) {
    set_spare(slot, {sequence, ~lpn, crc32c(bytes(slot), unit_bytes_)});
  }
  /// Whether the content is whole and that of `lpn`. No content is anybody's.
  bool is_of(std::uint32_t slot, ftl::Lpn lpn) const {
    const Spare s = spare(slot);
    if (s.sequence == 0 && s.lpn == 0 && s.crc == 0) return slot == no_content || is_zero(slot);
    return s.lpn == ~lpn && is_whole(slot);
  }
  bool is_whole(std::uint32_t slot) const {
    if (slot == no_content) return true;
    const Spare s = spare(slot);
    if (s.sequence == 0 && s.crc == 0) return is_zero(slot);
    return s.crc == crc32c(bytes(slot), unit_bytes_);
  }

  /// into ^= from, spare areas included.
  void add(std::uint32_t into, std::uint32_t from) {
    if (from == no_content) return;
    std::byte* a = bytes(into);
    const std::byte* b = bytes(from);
    for (std::size_t i = 0; i < stride_; ++i) a[i] ^= b[i];
  }

 private:
  static constexpr std::uint32_t piece = 256;
  bool is_zero(std::uint32_t slot) const {
    const std::byte* p = bytes(slot);
    return p[0] == std::byte{0} && std::memcmp(p, p + 1, unit_bytes_ - 1) == 0;
  }
  void grow() {
    const auto first = static_cast<std::uint32_t>(pieces_.size()) * piece;
    pieces_.push_back(std::make_unique_for_overwrite<std::byte[]>(piece * stride_));
    for (std::uint32_t slot = first + piece; slot-- > first;)
      if (slot != no_content) free_.push_back(slot);
  }

  std::uint32_t unit_bytes_;
  std::size_t stride_, used_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> pieces_;
  std::vector<std::uint32_t> free_;
};

}  // namespace rainier::media
