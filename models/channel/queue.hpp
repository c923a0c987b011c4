#pragma once

#include <cstdint>

#include "models/channel/flash_op.hpp"
#include "sim/port/slab.hpp"

namespace rainier::channel {

/// A first-in-first-out list of operations, linked through their `next`.
class Queue {
 public:
  bool empty() const { return head_ == no_op; }
  std::uint32_t head() const { return head_; }

  void push(Slab<FlashOp>& ops, std::uint32_t op) {
    ops[op].next = no_op;
    if (head_ == no_op)
      head_ = op;
    else
      ops[tail_].next = op;
    tail_ = op;
  }
  std::uint32_t pop(Slab<FlashOp>& ops) {
    const std::uint32_t op = head_;
    head_ = ops[op].next;
    return op;
  }

 private:
  std::uint32_t head_ = no_op, tail_ = no_op;
};

}  // namespace rainier::channel
