#pragma once

#include <algorithm>

#include "models/controller/params.hpp"
#include "models/link/link.hpp"

namespace rainier::controller {

/// The command of a slot is read from host memory, with `list_bytes` of scatter/gather entries: when all of
/// it is in the device.
inline Time fetch_slot(link::Link& link, const Params& params, Time at, std::uint64_t list_bytes) {
  if (params.command_reads == 1) return link.fetch_command(at, params.command_bytes + list_bytes);
  const std::uint32_t parts = params.command_reads - 1;
  Time last = at;
  for (std::uint32_t i = 0; i < parts; ++i) last = link.fetch_command(at, params.command_bytes / parts);
  return std::max(last, link.fetch_command(at, list_bytes));
}

}  // namespace rainier::controller
