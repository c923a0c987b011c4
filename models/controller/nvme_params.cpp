#include "models/controller/nvme_params.hpp"

#include "sim/config/describe.hpp"

namespace rainier::controller {

void describe(config::Schema& s, NvmeParams& p) {
  using config::range;
  s.field("queues", p.queues, range(1, 128),
          "queue pairs, each with an MSI-X interrupt of its own; the host's cores share them in turn");
  s.field("depth", p.depth, range(2, 65536), "entries of a queue; it holds one command less");
  s.choice(
      "arbitration", p.arbitration,
      {{"round-robin", Arbitration::round_robin, "every queue in turn"},
       {"weighted", Arbitration::weighted, "urgent queues first, then the three classes by their weights"}},
      "which queue commands are fetched from next");
  s.field("burst", p.burst, range(1, 256), "commands fetched at a time from one queue, by one read");
  s.field("high_weight", p.high_weight, range(1, 256), "commands a round of the queues of priority 1");
  s.field("medium_weight", p.medium_weight, range(1, 256), "commands a round of the queues of priority 2");
  s.field("low_weight", p.low_weight, range(1, 256), "commands a round of the queues of priority 3");
  s.field("priorities", p.priorities, range(0, 3),
          "of the queues in turn, beginning again at the end of the list: 0 urgent, 1 high, 2 medium, 3 low");
  s.bytes("page_bytes", p.page_bytes, range(4096, 65536).power_of_two(),
          "page of host memory; a command of more than two has a PRP list of 8 B an entry");
  s.only_with({"high_weight", "medium_weight", "low_weight", "priorities"}, p, "arbitration: weighted",
              [](const NvmeParams& nvme) { return nvme.arbitration == Arbitration::weighted; });
  s.check(p, [](const NvmeParams& nvme) -> std::string {
    return nvme.priorities.empty() ? "controller.nvme.priorities must name one at least" : "";
  });
}

}  // namespace rainier::controller
