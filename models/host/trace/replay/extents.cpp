#include "models/host/trace/replay/extents.hpp"

#include <algorithm>
#include <array>

#include "models/host/fio/job_error.hpp"

namespace rainier::trace {

Extents find_extents(const ReadOptions& options) {
  if (options.path == "-")
    throw fio::JobError({"standard input", 0}, "",
                        "it would have to be read twice, to learn how far its addresses reach: give a file");
  const auto reader = open_trace(options);
  Extents extents;
  std::array<Record, 256> batch;
  while (const std::size_t count = reader->next(batch)) {
    extents.ends.resize(reader->volumes().size());
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t& end = extents.ends[batch[i].volume];
      end = std::max(end, batch[i].offset + batch[i].length);
    }
  }
  for (std::uint32_t v = 0; v < extents.ends.size(); ++v) extents.names.push_back(reader->volumes().name(v));
  return extents;
}

}  // namespace rainier::trace
