#include "models/host/fio/address_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/host/fio/job_error.hpp"

namespace rainier::fio {

namespace {

constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t most_map_bytes = std::uint64_t{512} << 20;

Philox stream_of(const Job& job, std::uint32_t clone, std::uint64_t run_seed) {
  return {job.seed != 0 ? job.seed : run_seed, fmt::format("host/fio/{}:{}/{}", job.index, job.name, clone)};
}

std::uint64_t ios_of(const Job& job) {
  if (!job.number_ios) return endless;
  std::uint64_t ios = 0;
  return __builtin_mul_overflow(*job.number_ios, job.loops, &ios) ? endless : ios;
}

}  // namespace

AddressStream::AddressStream(const Job& job, std::uint64_t drive_bytes, std::uint32_t clone,
                             std::uint64_t run_seed)
    : job_(job),
      extent_(resolve_extent(job, drive_bytes, clone)),
      random_(stream_of(job, clone, run_seed)),
      start_(random_),
      bytes_left_(job.time_based ? endless : extent_.work),
      ios_left_(ios_of(job)) {
  const std::array<bool, data_directions> used{job.reads, job.writes, job.trims};
  for (std::size_t d = 0; d < data_directions; ++d) lanes_[d].used = used[d];
  if (job_.trim_then_write) lanes_[std::size_t(Op::write)].used = false;  // each write follows its trim
  for (std::size_t d = 0; d < data_directions; ++d) set_lane(d);
  walk_ = choose_walk();
  plain_ = choose_plain();
  if (walk_ == Walk::mapped) check_map_size();
  start_ = random_;
  begin_pass();
}

void AddressStream::set_lane(std::size_t direction) {
  Lane& lane = lanes_[direction];
  if (!lane.used) return;
  lane.sizes = BlockSizes(job_, direction);
  if (!fits(lane, 0)) {
    throw JobError(job_.origin, "size",
                   fmt::format("job \"{}\" has {} bytes of the drive, less than a block of {} bytes",
                               job_.name, extent_.bytes, lane.sizes.smallest()));
  }
  largest_ = std::max(largest_, lane.sizes.largest());
  lane.align = job_.align[direction] != 0 ? job_.align[direction] : lane.sizes.smallest();
  lane.random_percent = job_.random_percent[direction];
  const std::uint64_t count = (extent_.bytes - lane.sizes.smallest()) / lane.align + 1;
  lane.places = Places(job_, direction, count, lane.align, random_);
}

AddressStream::Walk AddressStream::choose_walk() const {
  if (!job_.random) return Walk::sequential;
  bool mapped = job_.random_map;
  bool one_size = true;
  std::uint64_t size = 0;
  for (std::size_t d = 0; d < data_directions; ++d) {
    const Lane& lane = lanes_[d];
    if (!lane.used) continue;
    // fio keeps no map where accesses are skewed or aligned to something else than blocks.
    mapped = mapped && job_.distribution[d] == Distribution::uniform && job_.align[d] == 0;
    one_size = one_size && lane.sizes.fixed() && (size == 0 || size == lane.sizes.smallest());
    size = lane.sizes.smallest();
  }
  if (!mapped) return Walk::unmapped;
  return one_size ? Walk::permuted : Walk::mapped;
}

bool AddressStream::choose_plain() const {
  bool plain = walk_ == Walk::unmapped && job_.sequential_run == 1 && !job_.trim_then_write &&
               bytes_left_ == endless && ios_left_ == endless;
  for (const Lane& lane : lanes_)
    plain = plain && (!lane.used || (lane.sizes.fixed() && lane.random_percent == 100));
  return plain;
}

void AddressStream::check_map_size() const {
  const std::uint64_t bytes = BlockMap::bytes(extent_.bytes / smallest_block(job_));
  if (bytes <= most_map_bytes) return;
  throw JobError(
      job_.origin, "bs",
      fmt::format("job \"{}\" needs a random map of {} MiB for its mixed block sizes, more than {} MiB; use "
                  "norandommap or a smaller size",
                  job_.name, bytes >> 20, most_map_bytes >> 20));
}

void AddressStream::begin_pass() {
  run_left_ = 0;
  visited_ = 0;
  for (Lane& lane : lanes_) lane.next = lane.last = 0;
  if (walk_ == Walk::permuted) {
    const auto lane = std::find_if(lanes_.begin(), lanes_.end(), [](const Lane& l) { return l.used; });
    order_.emplace(lane->places.count(), random_);
  } else if (walk_ == Walk::mapped) {
    unit_ = endless;
    for (const Lane& lane : lanes_) unit_ = lane.used ? std::min(unit_, lane.sizes.smallest()) : unit_;
    if (map_) {
      map_->clear();
    } else {
      map_.emplace(extent_.bytes / unit_);
    }
  }
}

bool AddressStream::next_pass() {
  ++passes_;
  if (!job_.time_based) {
    const bool asked = job_.io_size || job_.io_size_percent;
    const bool more = passes_ <= job_.loops || (asked && bytes_left_ >= largest_);
    if (!more) return false;
    if (job_.random_repeat) random_ = start_;
  }
  begin_pass();
  return true;
}

std::size_t AddressStream::next(std::span<Io> out) {
  if (!plain_) {
    std::size_t taken = 0;
    while (taken < out.size() && next(out[taken])) ++taken;
    return taken;
  }
  for (Io& io : out) {
    const std::size_t d = direction();
    const Lane& lane = lanes_[d];
    io = {static_cast<Op>(d), extent_.begin + lane.places.draw(random_) * lane.align, lane.sizes.smallest(),
          Time()};
  }
  return out.size();
}

bool AddressStream::next(Io& out) {
  if (write_due_) [[unlikely]] {
    out = *write_due_;
    write_due_.reset();
    return true;
  }
  if (bytes_left_ == 0 || ios_left_ == 0) return false;
  std::size_t d = direction();
  std::optional<Piece> found = piece(lanes_[d]);
  if (!found) [[unlikely]] {
    if (!next_pass()) {
      bytes_left_ = 0;
      return false;
    }
    d = direction();
    found = piece(lanes_[d]);
    invariant(found.has_value(), "a new pass over a job's range has no place for a request");
  }
  Lane& lane = lanes_[d];
  lane.last = found->offset;
  lane.next = found->offset + found->length;
  if (bytes_left_ != endless) bytes_left_ -= std::min(bytes_left_, found->length);
  if (ios_left_ != endless) --ios_left_;
  out = {static_cast<Op>(d), extent_.begin + found->offset, found->length, Time()};
  if (job_.trim_then_write) write_due_ = Io{Op::write, out.offset, out.length, Time()};
  return true;
}

std::size_t AddressStream::direction() {
  if (lanes_[0].used && lanes_[1].used) {
    const std::size_t drawn = random_.below(100) < job_.read_percent ? 0 : 1;
    return turns_from(drawn) ? 1 - drawn : drawn;
  }
  if (lanes_[0].used) return 0;
  return lanes_[1].used ? 1 : 2;
}

bool AddressStream::turns_from(std::size_t drawn) const {
  const std::size_t other = 1 - drawn;
  const bool never_other = job_.read_percent == (other == 0 ? 0U : 100U);
  if (due_[drawn] <= now_ || never_other) return false;
  return due_[other] <= now_ || due_[other] < due_[drawn];
}

std::optional<AddressStream::Piece> AddressStream::piece(Lane& lane) {
  if (walk_ == Walk::sequential) return sequential_piece(lane);
  if (run_left_ > 0) {
    --run_left_;
    if (job_.identify == Job::Identify::identical) return sized(lane, lane.last);
    return following_piece(lane);
  }
  run_left_ = job_.sequential_run - 1;
  if (lane.random_percent < 100 && random_.below(100) >= lane.random_percent) return following_piece(lane);
  return random_piece(lane);
}

std::optional<AddressStream::Piece> AddressStream::random_piece(const Lane& lane) {
  switch (walk_) {
    case Walk::permuted:
      if (visited_ == order_->size()) return {};
      return Piece{(*order_)(visited_++) * lane.align, lane.sizes.smallest()};
    case Walk::mapped:
      if (map_->free() == 0) return {};
      return mapped_piece(lane);
    default:
      return sized(lane, lane.places.draw(random_) * lane.align);
  }
}

/// In a random job, the access right after the last one; at the end of the range a random one. fio does not
/// enter these into the map.
std::optional<AddressStream::Piece> AddressStream::following_piece(const Lane& lane) {
  if (!fits(lane, lane.next)) return random_piece(lane);
  return sized(lane, lane.next);
}

std::optional<AddressStream::Piece> AddressStream::sequential_piece(Lane& lane) {
  if (job_.sequential_skip != 0 && lane.next != 0) return skipped_piece(lane);
  if (!fits(lane, lane.next)) {
    if (!job_.time_based) return {};
    lane.next = 0;
  }
  return sized(lane, lane.next);
}

/// rw=read:N: past either end the walk goes on at the other.
AddressStream::Piece AddressStream::skipped_piece(const Lane& lane) {
  const auto step = static_cast<std::uint64_t>(std::abs(job_.sequential_skip));
  if (job_.sequential_skip > 0) {
    const std::uint64_t to = lane.next + step;
    return sized(lane, fits(lane, to) ? to : 0);
  }
  const std::uint64_t top = extent_.bytes - std::min(step, extent_.bytes);
  const std::uint64_t to = lane.next >= step ? lane.next - step : top;
  return sized(lane, fits(lane, to) ? to : 0);
}

AddressStream::Piece AddressStream::mapped_piece(const Lane& lane) {
  const std::uint64_t wanted = lane.places.draw(random_) * lane.align / unit_;
  const std::uint64_t first = map_->next_free(std::min(wanted, map_->size() - 1));
  const std::uint64_t offset = first * unit_;
  const std::uint64_t room = extent_.bytes - offset;
  const std::uint64_t length = room < lane.sizes.smallest() ? room : lane.sizes.draw(room, random_);
  const std::uint64_t taken = map_->take(first, (length + unit_ - 1) / unit_);
  return {offset, std::min(length, taken * unit_)};
}

AddressStream::Piece AddressStream::sized(const Lane& lane, std::uint64_t offset) {
  return {offset, lane.sizes.draw(extent_.bytes - offset, random_)};
}

}  // namespace rainier::fio
