#include "models/host/trace/replay/order.hpp"

#include <fmt/format.h>

#include "sim/config/quantity.hpp"

namespace rainier::trace {

void Order::take() {
  Record record;
  if (!selection_.next(record)) {
    ended_ = true;
    return;
  }
  if (queue_.empty() || record.time >= queue_.back().record.time) {
    queue_.push_back({record, number_++});
  } else {
    heap_.push({record, number_++});
    ++stragglers_;
  }
}

void Order::repair(Record& record) {
  if (late_ == Late::keep) return;
  if (late_ == Late::error)
    selection_.fail(record,
                    fmt::format("it is out of order: its time is {} before that of a request that stood "
                                "more than {} requests before it (a larger --window repairs that, --late "
                                "clamp accepts it)",
                                config::format_time(last_ - record.time), window_));
  record.time = last_;
  ++clamped_;
}

}  // namespace rainier::trace
