#pragma once

#include <array>

#include "models/controller/command.hpp"
#include "models/host/fio/job.hpp"

namespace rainier::tool {

inline constexpr std::array<const char*, fio::data_directions> direction_names{"read", "write", "trim"};

/// The stages of a request in order: a key for programs, and what happens there.
inline constexpr std::array<const char*, controller::stages> stage_keys{
    "submit",   "pipeline", "fetch",   "die_wait",  "power_wait", "channel_wait",
    "transfer", "array",    "deliver", "interrupt", "complete"};
inline constexpr std::array<const char*, controller::stages> stage_names{"host: submission, slot wait",
                                                                         "doorbell, command pipeline",
                                                                         "write data into the buffer",
                                                                         "waiting for the die",
                                                                         "waiting for power",
                                                                         "waiting for the channel",
                                                                         "channel transfer",
                                                                         "array (tR or tPROG)",
                                                                         "DRAM and link to the host",
                                                                         "coalescing, interrupt",
                                                                         "host: completion"};

}  // namespace rainier::tool
