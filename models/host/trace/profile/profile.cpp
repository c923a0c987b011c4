#include "models/host/trace/profile/profile.hpp"

#include <algorithm>

namespace rainier::trace {
namespace {

void add(Amounts& amounts, const Record& record) {
  const auto direction = static_cast<std::size_t>(record.op);
  if (direction >= fio::data_directions) {
    ++amounts.syncs;
    return;
  }
  ++amounts.requests[direction];
  amounts.bytes[direction] += record.length;
}

void merge(Amounts& into, const Amounts& from) {
  for (std::size_t d = 0; d < fio::data_directions; ++d) {
    into.requests[d] += from.requests[d];
    into.bytes[d] += from.bytes[d];
  }
  into.syncs += from.syncs;
}

}  // namespace

void Profile::add(const Record& record) {
  add_time(record.time);
  if (record.volume >= volumes_.size()) volumes_.resize(record.volume + 1);
  VolumeProfile& volume = volumes_[record.volume];
  Interval& during = interval_of(record.time);
  for (Amounts* amounts : {&amounts_, &volume.amounts, &during.amounts}) trace::add(*amounts, record);
  const auto direction = static_cast<std::size_t>(record.op);
  if (direction >= fio::data_directions) return;

  add_size(record, direction);
  if (record.offset == volume.last_end) {
    ++volume.sequential;
    ++sequential_;
    sequential_bytes_ += record.length;
  }
  const std::uint64_t end = record.offset + record.length;
  volume.last_end = end;
  volume.end = std::max(volume.end, end);
  add_blocks(record, volume, during);
}

void Profile::add_time(Time time) {
  if (requests_++ == 0) {
    first_ = last_ = latest_ = time;
    return;
  }
  first_ = std::min(first_, time);
  last_ = std::max(last_, time);
  if (time < latest_) {
    ++out_of_order_;
    furthest_back_ = std::max(furthest_back_, latest_ - time);
    return;
  }
  gaps_.add(static_cast<std::uint64_t>((time - latest_).ns()));
  latest_ = time;
}

void Profile::add_size(const Record& record, std::size_t direction) {
  empty_ += record.length == 0;
  unaligned_ += (record.offset | record.length) % 512 != 0;
  unaligned_blocks_ += (record.offset | record.length) % block_bytes != 0;
  if (last_size_ == sizes_.end() || last_size_->first != record.length) {
    last_size_ = sizes_.find(record.length);
    if (last_size_ == sizes_.end()) {
      if (sizes_.size() == most_sizes) {
        ++other_sizes_;
        return;
      }
      last_size_ = sizes_.emplace(record.length, fio::PerDirection<std::uint64_t>{}).first;
    }
  }
  ++last_size_->second[direction];
}

void Profile::add_blocks(const Record& record, VolumeProfile& volume, Interval& during) {
  if (record.length == 0) return;
  const std::uint64_t first = record.offset / block_bytes;
  const std::uint64_t count =
      std::min((record.offset + record.length - 1) / block_bytes - first + 1, most_blocks);
  Distinct* const of_direction = record.op == fio::Op::read    ? &read_
                                 : record.op == fio::Op::write ? &written_
                                                               : nullptr;
  const std::uint64_t salt = Distinct::mixed(record.volume);
  for (std::uint64_t block = first; block < first + count; ++block) {
    const std::uint64_t hash = Distinct::mixed(block ^ salt);
    touched_.add_hash(hash);
    volume.blocks.add_hash(hash);
    during.blocks.add_hash(hash);
    if (of_direction != nullptr) of_direction->add_hash(hash);
  }
}

// From the trace's first request on; what stands before it by mistake counts with it.
Interval& Profile::interval_of(Time time) {
  const Time since = std::max(time, Time());
  while (static_cast<std::size_t>(since / interval_) >= most_intervals) {
    for (std::size_t i = 0; 2 * i < intervals_.size(); ++i) {
      if (i > 0) intervals_[i] = std::move(intervals_[2 * i]);
      if (2 * i + 1 == intervals_.size()) continue;
      merge(intervals_[i].amounts, intervals_[2 * i + 1].amounts);
      intervals_[i].blocks.merge(intervals_[2 * i + 1].blocks);
    }
    intervals_.resize((intervals_.size() + 1) / 2);
    interval_ = interval_ * 2;
  }
  const auto number = static_cast<std::size_t>(since / interval_);
  if (number >= intervals_.size()) intervals_.resize(number + 1);
  return intervals_[number];
}

}  // namespace rainier::trace
