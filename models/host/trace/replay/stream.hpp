#pragma once

#include <cstdint>
#include <vector>

#include "models/host/trace/replay/order.hpp"
#include "sim/random/philox.hpp"

namespace rainier::trace {

/// The requests of a trace, selected, by time, and those of one step of a coarse clock spread over it. Times
/// count from the first of them, as the trace has it: from the earliest, unless that stood outside the
/// window.
class Stream {
 public:
  explicit Stream(const StreamOptions& options);

  bool next(Record& record) {
    if (spread_ == Spread::none) return order_.next(record);
    if (at_ == group_.size() && !gather()) return false;
    record = group_[at_++];
    return true;
  }

  const Selection& selection() const { return order_.selection(); }
  const Order& order() const { return order_; }

 private:
  static constexpr std::size_t largest_group = std::size_t{1} << 22;

  bool gather();

  Order order_;
  Spread spread_;
  Time step_;
  Philox random_;
  std::vector<Record> group_;  ///< requests of one time
  std::size_t at_ = 0;
  Record following_;  ///< the first of the next time
  bool has_following_ = false;
  std::vector<Time> moments_;
};

}  // namespace rainier::trace
