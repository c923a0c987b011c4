#pragma once

#include <cstdint>

#include "models/controller/params.hpp"

namespace rainier::controller {

/// Decides when completions raise an interrupt: at a count, after a time, or (but for NVMe) when nothing else
/// is outstanding. While the host keeps interrupts off, they gather.
class Coalescer {
 public:
  enum class Answer : std::uint8_t { wait, arm, raise };

  explicit Coalescer(const Params& params)
      : count_(params.coalesce_count), waits_alone_(params.front_end == FrontEnd::nvme) {}

  /// A completion was posted while `outstanding` other commands are still under way. `arm`: start the timer.
  Answer completed(std::uint32_t outstanding) {
    ++pending_;
    if (!enabled_) return Answer::wait;
    if (pending_ >= count_ || (outstanding == 0 && !waits_alone_)) return raise();
    return pending_ == 1 ? Answer::arm : Answer::wait;
  }
  /// The timer that was armed for `epoch` has run out.
  Answer expired(std::uint32_t epoch) {
    return enabled_ && epoch == epoch_ && pending_ > 0 ? raise() : Answer::wait;
  }
  /// The host has taken all completions; interrupts stay off until enable().
  void taken() { pending_ = 0; }
  /// What gathered in the meantime is raised at once.
  Answer enable() {
    enabled_ = true;
    return pending_ > 0 ? raise() : Answer::wait;
  }
  bool enabled() const { return enabled_; }
  /// Of the completions to come, the first that will not simply wait: it starts the timer or raises.
  std::uint32_t next_to_matter() const { return pending_ == 0 ? 1 : count_ - pending_; }
  std::uint32_t epoch() const { return epoch_; }
  std::uint64_t raised() const { return raised_; }

 private:
  Answer raise() {
    enabled_ = false;
    ++epoch_;
    ++raised_;
    return Answer::raise;
  }

  std::uint32_t count_;
  bool waits_alone_;
  std::uint32_t pending_ = 0;
  std::uint32_t epoch_ = 0;
  bool enabled_ = true;
  std::uint64_t raised_ = 0;
};

}  // namespace rainier::controller
