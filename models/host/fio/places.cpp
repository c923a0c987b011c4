#include "models/host/fio/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/host/fio/job_error.hpp"

namespace rainier::fio {

Places::Places(const Job& job, std::size_t direction, std::uint64_t count, std::uint64_t align, Philox& setup)
    : kind_(job.distribution[direction]), count_(count) {
  switch (kind_) {
    case Distribution::uniform:
      return;
    case Distribution::zoned:
    case Distribution::zoned_abs:
      set_zones(job, direction, align);
      return;
    case Distribution::zipf:
      zipf_.emplace(count, job.theta[direction]);
      break;
    case Distribution::pareto:
      pareto_.emplace(count, job.theta[direction]);
      break;
  }
  order_.emplace(count, setup);
  const double part = job.center[direction];
  const std::uint64_t center =
      part < 0 ? setup.below(count)
               : std::min(static_cast<std::uint64_t>(part * static_cast<double>(count)), count - 1);
  shift_ = (center + count - (*order_)(0)) % count;
}

void Places::set_zones(const Job& job, std::size_t direction, std::uint64_t align) {
  double accesses = 0, percent = 0;
  std::uint64_t bytes = 0, first = 0;
  for (const fio::Zone& zone : job.zones[direction]) {
    accesses += zone.access_percent;
    percent += zone.size_percent;
    bytes += zone.size_bytes;
    const std::uint64_t end =
        kind_ == Distribution::zoned
            ? static_cast<std::uint64_t>(std::llround(percent / 100 * static_cast<double>(count_)))
            : bytes / align;
    if (first >= count_ || (kind_ == Distribution::zoned_abs && end > count_)) {
      throw JobError(job.origin, "random_distribution",
                     fmt::format("job \"{}\": the zones take {} bytes, but the job's range has {}", job.name,
                                 kind_ == Distribution::zoned ? (first + 1) * align : bytes, count_ * align));
    }
    zones_.push_back({accesses, first, std::max<std::uint64_t>(end, first + 1) - first});
    first = zones_.back().first + zones_.back().count;
  }
}

std::uint64_t Places::draw_skewed(Philox& random) const {
  if (zipf_) return scatter((*zipf_)(random));
  if (pareto_) return scatter((*pareto_)(random));
  return draw_zone(random);
}

std::uint64_t Places::scatter(std::uint64_t rank) const {
  const std::uint64_t place = (*order_)(rank) + shift_;
  return place < count_ ? place : place - count_;
}

std::uint64_t Places::draw_zone(Philox& random) const {
  const double at = random.unit() * 100;
  const auto below = [](double value, const Zone& zone) { return value < zone.up_to; };
  const auto zone = std::upper_bound(zones_.begin(), zones_.end() - 1, at, below);
  return zone->first + random.below(zone->count);
}

}  // namespace rainier::fio
