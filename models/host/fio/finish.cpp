#include <fmt/format.h>

#include <algorithm>

#include "models/host/fio/draft.hpp"
#include "models/host/fio/job_error.hpp"

namespace rainier::fio {

namespace {

constexpr std::uint64_t sector = 512;
constexpr std::array<std::string_view, data_directions> direction_names{"reads", "writes", "trims"};

class Check {
 public:
  explicit Check(const Draft& draft) : draft_(draft), job_(draft.job) {}

  void all() const {
    sizes();
    extent();
    times();
    rates();
    logs();
  }

 private:
  void require(bool holds, const std::string& option, const std::string& message) const {
    if (holds) return;
    const auto at = draft_.written.find(option);
    throw JobError(at == draft_.written.end() ? job_.origin : at->second, option, message);
  }

  void sizes() const {
    for (std::size_t d = 0; d < data_directions; ++d) {
      for (const BlockShare& share : job_.blocks[d]) block(share.bytes, source(d));
      const auto& [low, high] = job_.range[d];
      block(low, source(d));
      block(high, source(d));
      require(job_.align[d] % sector == 0, "ba", whole_sectors(job_.align[d]));
    }
    bool mixed = false;
    for (std::size_t d = 0; d < data_directions; ++d)
      mixed = mixed || job_.range[d].second != 0 || !draft_.split[d].empty();
    require(!job_.unaligned_sizes || mixed, "bs_unaligned", "has no effect without bsrange or bssplit");
    if (!job_.random && draft_.modifier) {
      require(*draft_.modifier % sector == 0, "rw", whole_sectors(*draft_.modifier));
      require(*draft_.modifier <= std::uint64_t{1} << 62, "rw", "expected a smaller step between accesses");
    }
    if (job_.random && draft_.modifier) {
      require(!draft_.backwards && *draft_.modifier < std::uint64_t{1} << 32, "rw",
              "expected a number of accesses from 1 to 2^32 - 1 after the colon");
    }
  }

  std::string source(std::size_t direction) const {
    if (!draft_.split[direction].empty()) return "bssplit";
    return job_.range[direction].second != 0 ? "bsrange" : "bs";
  }

  void block(std::uint64_t bytes, const std::string& option) const {
    require(bytes % sector == 0, option, whole_sectors(bytes));
    require(bytes <= std::uint64_t{1} << 40, option,
            fmt::format("expected blocks of at most 1 TiB, not {}", bytes));
  }

  static std::string whole_sectors(std::uint64_t bytes) {
    return fmt::format("expected a multiple of {} bytes, not {}", sector, bytes);
  }

  void extent() const {
    require(job_.offset % sector == 0, "offset", whole_sectors(job_.offset));
    require(job_.offset_align % sector == 0, "offset_align", whole_sectors(job_.offset_align));
    require(job_.offset_increment % sector == 0, "offset_increment", whole_sectors(job_.offset_increment));
    if (!job_.size || !job_.read_iolog.empty()) return;
    const std::array<bool, data_directions> used{job_.reads, job_.writes, job_.trims};
    for (std::size_t d = 0; d < data_directions; ++d) {
      const std::uint64_t smallest = smallest_block(d);
      require(!used[d] || smallest <= *job_.size, "size",
              fmt::format("{} bytes are less than one block of {} bytes ({})", *job_.size, smallest,
                          direction_names[d]));
    }
  }

  std::uint64_t smallest_block(std::size_t direction) const {
    if (job_.range[direction].second != 0) return job_.range[direction].first;
    const auto& shares = job_.blocks[direction];
    const auto smaller = [](const BlockShare& a, const BlockShare& b) { return a.bytes < b.bytes; };
    return std::min_element(shares.begin(), shares.end(), smaller)->bytes;
  }

  void times() const {
    require(!job_.time_based || job_.runtime > Time(), "time_based", "needs a runtime");
    require(job_.thinktime_spin <= job_.thinktime, "thinktime_spin", "expected at most thinktime");
    for (const std::string option : {"thinktime_blocks", "thinktime_blocks_type", "thinktime_iotime"}) {
      require(!draft_.written.contains(option) || job_.thinktime > Time(), option,
              "has no effect without thinktime");
    }
  }

  void rates() const {
    for (std::size_t d = 0; d < data_directions; ++d) {
      require(job_.rate[d] == 0 || job_.rate_iops[d] == 0, "rate_iops",
              "rate and rate_iops exclude each other");
      require(job_.rate_min[d] <= job_.rate[d] || job_.rate[d] == 0, "rate_min", "expected at most rate");
      require(job_.rate_iops_min[d] <= job_.rate_iops[d] || job_.rate_iops[d] == 0, "rate_iops_min",
              "expected at most rate_iops");
    }
  }

  void logs() const {
    const auto& steady = job_.steady_state;
    const bool named = draft_.written.contains("steadystate");
    require(!steady || steady->duration > Time(), named ? "steadystate" : "steadystate_ramp_time",
            "has no effect without steadystate_duration");
  }

  const Draft& draft_;
  const Job& job_;
};

/// fio's rule without bs_unaligned: every size is cut to a multiple of the smallest. Whether any was.
bool cut_sizes(std::vector<BlockShare>& shares) {
  std::uint64_t smallest = shares.front().bytes;
  for (const BlockShare& share : shares) smallest = std::min(smallest, share.bytes);
  if (smallest % sector != 0) return false;  // refused where sizes are checked
  std::vector<BlockShare> cut;
  bool any = false;
  for (BlockShare share : shares) {
    any = any || share.bytes % smallest != 0;
    share.bytes -= share.bytes % smallest;
    const auto same = [&](const BlockShare& other) { return other.bytes == share.bytes; };
    const auto at = std::find_if(cut.begin(), cut.end(), same);
    if (at == cut.end())
      cut.push_back(share);
    else
      at->percent += share.percent;
  }
  if (any) shares = std::move(cut);
  return any;
}

void resolve_blocks(Draft& draft) {
  constexpr std::uint64_t default_block = 4096;
  Job& job = draft.job;
  bool cut = false;
  for (std::size_t d = 0; d < data_directions; ++d) {
    if (!draft.split[d].empty()) {
      job.blocks[d] = draft.split[d];
      job.range[d] = {0, 0};
      if (!job.unaligned_sizes) cut = cut_sizes(job.blocks[d]) || cut;
    } else if (job.range[d].second != 0) {
      job.blocks[d] = {{job.range[d].first, 100}};
    } else {
      job.blocks[d] = {{draft.block[d].value_or(default_block), 100}};
    }
  }
  if (cut)
    job.remarks.push_back(
        fmt::format("job \"{}\": as in fio, sizes of bssplit were cut to multiples of the smallest; "
                    "bs_unaligned keeps them",
                    job.name));
}

void resolve_modifier(Draft& draft) {
  Job& job = draft.job;
  job.sequential_run = 1;
  job.sequential_skip = 0;
  if (!draft.modifier) return;
  if (job.random) {
    job.sequential_run = static_cast<std::uint32_t>(*draft.modifier);
  } else {
    const auto step = static_cast<std::int64_t>(*draft.modifier);
    job.sequential_skip = draft.backwards ? -step : step;
  }
}

/// What fio itself corrects: a batch or a low mark above the depth is the depth.
void resolve_depth(Draft& draft) {
  Job& job = draft.job;
  if (job.batch_submit == 0 || job.batch_submit > job.iodepth) job.batch_submit = job.iodepth;
  job.batch_complete_min = std::min(job.batch_complete_min, job.iodepth);
  job.batch_complete_max = draft.complete_max.value_or(job.batch_complete_min);
  if (job.batch_complete_max != 0)
    job.batch_complete_max = std::max(job.batch_complete_max, job.batch_complete_min);
  if (job.iodepth_low == 0U || job.iodepth_low > job.iodepth) job.iodepth_low.reset();
}

}  // namespace

Job finish(Draft draft) {
  resolve_blocks(draft);
  Check(draft).all();
  resolve_modifier(draft);
  resolve_depth(draft);
  Job& job = draft.job;
  job.exit_all = draft.exit_all ? draft.exit_what : ExitAll::none;
  if (job.thinktime_iotime > Time() && !draft.written.contains("thinktime_blocks")) job.thinktime_blocks = 0;
  if (job.identify == Job::Identify::mixed && job.random && draft.modifier)
    job.identify = Job::Identify::sequential;
  return std::move(job);
}

}  // namespace rainier::fio
