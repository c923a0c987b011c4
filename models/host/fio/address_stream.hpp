#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "models/host/fio/block_map.hpp"
#include "models/host/fio/block_sizes.hpp"
#include "models/host/fio/extent.hpp"
#include "models/host/fio/io.hpp"
#include "models/host/fio/job.hpp"
#include "models/host/fio/permutation.hpp"
#include "models/host/fio/places.hpp"
#include "sim/random/philox.hpp"

namespace rainier::fio {

/// What one clone of a job asks of the drive, request by request, as fio would; syncs, rates and times are
/// the worker's. Everything follows from the seed, the job's name and index, and the clone.
///
/// With fio's random map each block is accessed once a pass. One block size needs no memory for that; mixed
/// sizes take a bit a block, and requests are cut short where they meet a block that has been accessed. A
/// pass after the first (loops, io_size) repeats the order of the first unless randrepeat=0, because fio
/// seeds anew; time_based goes on with a new order.
class AddressStream {
 public:
  /// Throws JobError if the job does not fit the drive.
  AddressStream(const Job& job, std::uint64_t drive_bytes, std::uint32_t clone, std::uint64_t run_seed);

  /// The next request; false when the work is done, which never comes if time_based without number_ios.
  /// 20 to 30 ns for one block size with a uniform distribution or in sequence.
  bool next(Io& out);
  /// As many as there are and `out` holds; how many these are.
  std::size_t next(std::span<Io> out);

  /// When each direction may go next. As in fio, a job with rates turns to the other direction while the one
  /// it has drawn is ahead of its rate.
  void set_due(const PerDirection<Time>& due, Time now) {
    due_ = due;
    now_ = now;
  }

  const Extent& extent() const { return extent_; }

 private:
  /// One direction of the job.
  struct Lane {
    bool used = false;
    BlockSizes sizes;
    Places places;
    std::uint64_t align = 0;
    std::uint32_t random_percent = 100;
    std::uint64_t next = 0;  ///< after the last access
    std::uint64_t last = 0;  ///< where the last access began
  };
  struct Piece {
    std::uint64_t offset, length;  ///< within the extent
  };
  enum class Walk : std::uint8_t { sequential, permuted, mapped, unmapped };

  void set_lane(std::size_t direction);
  Walk choose_walk() const;
  bool choose_plain() const;
  void check_map_size() const;
  void begin_pass();
  bool next_pass();

  std::size_t direction();
  bool turns_from(std::size_t drawn) const;
  std::optional<Piece> piece(Lane& lane);
  std::optional<Piece> random_piece(const Lane& lane);
  std::optional<Piece> following_piece(const Lane& lane);
  std::optional<Piece> sequential_piece(Lane& lane);
  Piece skipped_piece(const Lane& lane);
  Piece mapped_piece(const Lane& lane);
  Piece sized(const Lane& lane, std::uint64_t offset);
  bool fits(const Lane& lane, std::uint64_t offset) const {
    return offset <= extent_.bytes && extent_.bytes - offset >= lane.sizes.smallest();
  }

  Job job_;
  Extent extent_;
  Philox random_;
  Philox start_;  ///< as it was when the first pass began
  std::array<Lane, data_directions> lanes_;
  Walk walk_ = Walk::sequential;
  bool plain_ = false;  ///< nothing is remembered from one access to the next, and nothing ends the work
  std::uint64_t largest_ = 0;
  std::optional<Permutation> order_;
  std::uint64_t visited_ = 0;  ///< places of the order
  std::optional<BlockMap> map_;
  std::uint64_t unit_ = 0;  ///< of the map, in bytes
  std::uint32_t run_left_ = 0;
  std::uint64_t passes_ = 1;
  std::uint64_t bytes_left_ = 0;
  std::uint64_t ios_left_ = 0;
  PerDirection<Time> due_{};
  Time now_;
  std::optional<Io> write_due_;  ///< after its trim
};

}  // namespace rainier::fio
