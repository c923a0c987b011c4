#pragma once

#include <cstdint>
#include <vector>

namespace rainier::config {
class Schema;
}

namespace rainier::controller {

enum class Arbitration : std::uint8_t { round_robin, weighted };

/// Sizes that the NVM Express base specification gives.
inline constexpr std::uint64_t sqe_bytes = 64, cqe_bytes = 16, prp_bytes = 8;

/// The queue pairs of an NVMe front end.
struct NvmeParams {
  std::uint32_t queues = 16;   ///< pairs of a submission and a completion queue, each with its interrupt
  std::uint32_t depth = 1024;  ///< entries of a queue; it holds one command less
  Arbitration arbitration = Arbitration::round_robin;
  std::uint32_t burst = 8;  ///< commands fetched at a time from one queue
  std::uint32_t high_weight = 4, medium_weight = 2, low_weight = 1;
  std::vector<std::uint32_t> priorities{2};  ///< of the queues in turn, as the field QPRIO has them
  std::uint64_t page_bytes = 4096;           ///< of host memory, one PRP entry each
};

void describe(config::Schema& schema, NvmeParams& params);

}  // namespace rainier::controller
