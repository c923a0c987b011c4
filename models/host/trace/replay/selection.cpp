#include "models/host/trace/replay/selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/host/fio/job_error.hpp"
#include "models/host/trace/replay/extents.hpp"
#include "sim/config/error.hpp"
#include "sim/config/nearest.hpp"

namespace rainier::trace {
namespace {

constexpr std::uint64_t stack_unit = 1 << 20;  ///< volumes begin at multiples of this

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Selection::Selection(const StreamOptions& options) : merge_(options.merge) {
  for (const std::string& name : options.volumes) wanted_.push_back(Volumes::shown(name));
  if (merge_ == Merge::ask && wanted_.size() > 1) {
    throw fio::JobError(
        {options.read.path, 0}, "",
        "several volumes: say whether --merge overlay or --merge stack puts them on the drive");
  }
  if (merge_ == Merge::stack) {
    const Extents extents = find_extents(options.read);
    std::uint64_t base = 0;
    for (std::size_t v = 0; v < extents.ends.size(); ++v) {
      bases_.push_back(base);
      const bool takes_room = wanted_.empty() || contains(wanted_, extents.names[v]);
      const std::uint64_t units = extents.ends[v] / stack_unit + (extents.ends[v] % stack_unit != 0);
      std::uint64_t bytes = 0;
      if (takes_room &&
          (__builtin_mul_overflow(units, stack_unit, &bytes) || __builtin_add_overflow(base, bytes, &base)))
        throw fio::JobError({options.read.path, 0}, "", "the volumes, stacked, end beyond 2^64 bytes");
    }
  }
  reader_ = open_trace(options.read);
}

bool Selection::fill() {
  at_ = 0;
  end_ = reader_->next(batch_);
  if (end_ == 0) check_all_seen();
  return end_ > 0;
}

void Selection::learn() {
  while (known_.size() < reader_->volumes().size()) {
    const auto number = static_cast<std::uint32_t>(known_.size());
    Volume volume;
    volume.wanted = wanted_.empty() || contains(wanted_, reader_->volumes().name(number));
    if (merge_ == Merge::stack) volume.base = number < bases_.size() ? bases_[number] : 0;
    known_.push_back(volume);
  }
}

void Selection::check_only(const Record& record) {
  if (only_ == ~0U) {
    only_ = record.volume;
    return;
  }
  fail(record,
       fmt::format("a second volume, {}, after {}: choose one with --volume, or say how several share "
                   "the drive with --merge overlay or --merge stack",
                   config::in_quotes(reader_->volumes().name(record.volume)),
                   config::in_quotes(reader_->volumes().name(only_))));
}

void Selection::check_all_seen() const {
  std::vector<std::string> names;
  for (std::uint32_t v = 0; v < reader_->volumes().size(); ++v) names.push_back(reader_->volumes().name(v));
  for (const std::string& name : wanted_) {
    if (contains(names, name)) continue;
    const std::string some = names.size() == 1 ? fmt::format("; it has {}", config::in_quotes(names[0]))
                                               : fmt::format("; it has {}, the first being {}", names.size(),
                                                             config::in_quotes(names[0]));
    throw fio::JobError({reader_->input().name(), 0}, "",
                        fmt::format("no volume {}{}", config::in_quotes(name), some) +
                            config::did_you_mean(config::nearest(name, names)));
  }
}

void Selection::fail(const Record& record, const std::string& message) const {
  throw fio::JobError({reader_->input().name(), record.line}, "", message);
}

}  // namespace rainier::trace
