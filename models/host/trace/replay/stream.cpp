#include "models/host/trace/replay/stream.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/host/fio/job_error.hpp"

namespace rainier::trace {
namespace {

constexpr std::int64_t coarse_ps = tick_ms;

}  // namespace

Stream::Stream(const StreamOptions& options)
    : order_(options), spread_(options.spread), random_(options.seed, "trace.spread") {
  const Reader& reader = selection().reader();
  step_ = Time(reader.tick());
  if (reader.tick() >= coarse_ps && spread_ == Spread::ask)
    throw fio::JobError({reader.input().name(), 0}, "",
                        fmt::format("its times are whole {}: say with --spread even, random or none how the "
                                    "requests of one are spread over it",
                                    reader.tick() == tick_s ? "seconds" : "milliseconds"));
  if (reader.tick() < coarse_ps) spread_ = Spread::none;
}

bool Stream::gather() {
  group_.clear();
  at_ = 0;
  if (!has_following_ && !order_.next(following_)) return false;
  has_following_ = false;
  group_.push_back(following_);
  while (order_.next(following_)) {
    if (following_.time != group_.front().time) {
      has_following_ = true;
      break;
    }
    if (group_.size() == largest_group)
      selection().fail(following_,
                       fmt::format("more than {} requests in one step of the clock can't be spread: "
                                   "--spread none plays them all at its beginning",
                                   largest_group));
    group_.push_back(following_);
  }
  const auto count = static_cast<double>(group_.size());
  const auto step = static_cast<double>(step_.ps());
  moments_.clear();
  for (std::size_t i = 0; i < group_.size(); ++i) {
    const double share = spread_ == Spread::uniform ? random_.unit() : static_cast<double>(i) / count;
    moments_.emplace_back(static_cast<std::int64_t>(share * step));
  }
  std::sort(moments_.begin(), moments_.end());
  for (std::size_t i = 0; i < group_.size(); ++i) group_[i].time += moments_[i];
  return true;
}

}  // namespace rainier::trace
