#pragma once

#include "models/controller/coalescer.hpp"
#include "models/controller/command.hpp"

namespace rainier::controller {

/// Completions on their way to the host, with the interrupt that tells of them: one for all command slots, or
/// one for each queue of NVMe. A cache line.
struct alignas(64) CompletionQueue {
  CompletionQueue(const Params& params, std::uint32_t of) : number(of), coalescer(params) {}

  std::uint32_t number;
  CommandList posting;  ///< completions on their way to host memory, in order
  CommandList completed;
  std::uint32_t postings = 0;     ///< in `posting`
  std::uint32_t outstanding = 0;  ///< commands that have not ended
  bool armed = false;             ///< an event waits for one of `posting`
  Coalescer coalescer;
};

}  // namespace rainier::controller
