#pragma once

#include <cstdint>

#include "models/controller/nvme_params.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::config {
class Schema;
}

namespace rainier::controller {

enum class FrontEnd : std::uint8_t { ata, nvme };
enum class Acknowledge : std::uint8_t { program, buffer };

/// The command front end of the drive.
struct Params {
  FrontEnd front_end = FrontEnd::ata;
  std::uint32_t slots = 255;           ///< commands outstanding; with NVMe, that the drive holds
  std::uint32_t slot_group = 32;       ///< slots that share a completion register
  std::uint32_t command_fetches = 0;   ///< commands at once on their way in, 0 for any number
  std::uint32_t command_reads = 1;     ///< of host memory, that fetch a command
  std::uint32_t cores = 1;             ///< a pipeline, or firmware cores
  Time command_time{714'000};          ///< of the first core, a command
  Time page_time{0};                   ///< on top, for each mapping unit after the first
  Time map_time{0};                    ///< of a map operation: a command's, each of a copy's two
  std::uint64_t command_bytes = 64;    ///< command header and table, fetched from the host
  std::uint64_t segment_bytes = 16;    ///< one scatter/gather entry, fetched with it
  std::uint64_t completion_bytes = 8;  ///< posted to the host when a command ends
  std::uint32_t coalesce_count = 16;   ///< completions that raise an interrupt at once
  Time coalesce_time{20'000'000};      ///< after the first completion that waits
  std::uint32_t unaligned_writes = 0;  ///< that the driver keeps outstanding, 0 for any number
  bool serial_merges = false;          ///< one read-modify-write at a time
  Acknowledge acknowledge = Acknowledge::program;
  NvmeParams nvme;

  /// NVMe has fetches of its own.
  std::uint32_t fetches() const { return front_end == FrontEnd::nvme ? 0 : command_fetches; }
  std::uint64_t bytes_of_completion() const {
    return front_end == FrontEnd::nvme ? cqe_bytes : completion_bytes;
  }
};

void describe(config::Schema& schema, Params& params);

}  // namespace rainier::controller
