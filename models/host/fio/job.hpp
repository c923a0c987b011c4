#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/kernel/time.hpp"

namespace rainier::fio {

class Requests;

enum class Op : std::uint8_t { read, write, trim, sync, datasync };
inline constexpr std::size_t data_directions = 3;  ///< read, write, trim

template <class T>
using PerDirection = std::array<T, data_directions>;

/// A block size and its weight in percent of the requests.
struct BlockShare {
  std::uint64_t bytes = 4096;
  double percent = 100;
};

enum class Distribution : std::uint8_t { uniform, zipf, pareto, zoned, zoned_abs };

/// One zone of `random_distribution=zoned`: this share of the requests goes to this share of the range
/// (zoned), or to this many bytes (zoned_abs).
struct Zone {
  double access_percent = 100;
  double size_percent = 100;
  std::uint64_t size_bytes = 0;
};

struct SteadyState {
  enum class Metric : std::uint8_t { iops, iops_slope, bw, bw_slope };
  Metric metric = Metric::iops;
  double limit = 0;  ///< in percent of the mean if `percent`, else in IOPS or bytes per second
  bool percent = true;
  Time duration;
  Time ramp;
};

/// Which latencies are reported with percentiles and bins, and which percentiles.
struct Percentiles {
  bool slat = false, clat = true, lat = false;  ///< slat_percentiles, clat_percentiles, lat_percentiles
  std::vector<double> list;                     ///< empty: fio's own
};

/// What a job checks of the bytes it reads.
enum class Verify : std::uint8_t { none, crc32c, pattern };

/// Errors that do not end a job.
struct ContinueOnError {
  bool read = false, write = false, verify = false;
};

/// Where something was written: `line` 0 means not in a file.
struct Origin {
  std::string file;
  std::uint32_t line = 0;
};

/// What one job's end does to the others (exitall, exit_what).
enum class ExitAll : std::uint8_t { none, group, all, stonewall };

/// One job as fio would run it, after defaults, [global] sections and expansion. Sizes in bytes.
/// A job with numjobs=N stands here once, with `numjobs` N: the run clones it and gives each clone its own
/// stream.
struct Job {  // NOLINT(clang-analyzer-optin.performance.Padding): in the order of fio's manual, not of sizes
  std::string name;
  std::uint32_t index =
      0;  ///< place among the jobs of the run: jobs of one name still draw different streams
  Origin origin;
  std::vector<std::pair<std::string, std::string>> options;  ///< as written, for the JSON report
  std::vector<std::string> remarks;  ///< what fio does without a word and a user may not expect

  // What is done.
  bool reads = true, writes = false, trims = false;
  bool random = false;
  bool trim_then_write = false;  ///< rw=trimwrite: each block is trimmed, then written
  std::uint32_t sequential_run =
      1;  ///< rw=randread:N: N accesses (sequential or identical) per random offset
  std::int64_t sequential_skip = 0;  ///< rw=read:N: added to the offset after each access
  enum class Identify : std::uint8_t {
    mixed,
    sequential,
    identical
  } identify = Identify::mixed;                               ///< rw_sequencer
  std::uint32_t read_percent = 50;                            ///< rwmixread, of reads and writes together
  PerDirection<std::uint32_t> random_percent{100, 100, 100};  ///< percentage_random

  // How large, where.
  PerDirection<std::vector<BlockShare>> blocks;  ///< from bs, bsrange or bssplit; never empty
  PerDirection<std::pair<std::uint64_t, std::uint64_t>>
      range{};                          ///< bsrange: {low, high}; {0, 0} where unused
  PerDirection<std::uint64_t> align{};  ///< blockalign; 0: the smallest block size
  bool unaligned_sizes = false;         ///< bs_unaligned
  std::optional<std::uint64_t> size;    ///< bytes; absent: to the end of the drive
  std::optional<double> size_percent;   ///< size=NN%
  std::uint64_t offset = 0;
  std::optional<double> offset_percent;
  std::uint64_t offset_align = 0;      ///< a percentage offset is rounded up to this; 0: the block size
  std::uint64_t offset_increment = 0;  ///< added to the offset of clone n, n times
  std::optional<double> offset_increment_percent;
  std::optional<std::uint64_t> io_size;
  std::optional<double> io_size_percent;
  std::optional<std::uint64_t> number_ios;
  PerDirection<Distribution> distribution{};
  PerDirection<double> theta{1.2, 1.2, 1.2};  ///< zipf theta or pareto h
  PerDirection<double> center{-1, -1, -1};  ///< zipf and pareto: where the hot spot lies, 0 to 1; -1: hashed
  PerDirection<std::vector<Zone>> zones;
  bool random_map = true;     ///< each block once per pass; norandommap clears it
  bool random_repeat = true;  ///< randrepeat: the same seed for every run
  std::uint64_t seed = 0;     ///< randseed; 0: none given

  // How long, how many.
  std::uint32_t numjobs = 1;
  std::uint32_t iodepth = 1;
  std::uint32_t batch_submit = 1;        ///< iodepth_batch
  std::uint32_t batch_complete_min = 1;  ///< 0 means poll
  std::uint32_t batch_complete_max = 1;  ///< 0 means as many as are there; absent: as min
  std::optional<std::uint32_t> iodepth_low;
  Time runtime;  ///< 0: until the work is done
  bool time_based = false;
  Time ramp_time;
  Time start_delay, start_delay_high;  ///< a range draws between both
  std::uint64_t loops = 1;
  bool stonewall = false;  ///< wait for all earlier jobs
  bool group_reporting = false;
  bool new_group = false;
  ExitAll exit_all = ExitAll::none;

  // How fast.
  PerDirection<std::uint64_t> rate{};  ///< bytes per second per clone; 0: no limit
  PerDirection<std::uint64_t> rate_iops{};
  PerDirection<std::uint64_t> rate_min{}, rate_iops_min{};
  Time rate_cycle = Time(1'000'000'000'000);  ///< rate_min and rate_iops_min are judged over this time
  bool poisson = false;                       ///< rate_process=poisson
  Time thinktime, thinktime_spin;
  std::uint32_t thinktime_blocks = 1;  ///< 0: only after thinktime_iotime
  bool thinktime_on_issue = false;
  Time thinktime_iotime;                   ///< also think after this long of I/O; 0: never
  std::uint32_t fsync = 0, fdatasync = 0;  ///< after so many writes; 0: never
  bool end_fsync = false;                  ///< a sync when the work is done

  // What is logged.
  Percentiles percentiles;
  Time log_interval;  ///< log_avg_msec; 0: every request
  bool log_max = false, log_offset = false;
  std::string lat_log, bw_log, iops_log;                              ///< write_*_log prefix; empty: none
  bool log_latency = false, log_bandwidth = false, log_iops = false;  ///< asked for, with or without a prefix
  std::optional<SteadyState> steady_state;

  // What is checked.
  Verify verify = Verify::none;
  std::vector<std::uint8_t> verify_pattern;
  bool do_verify = true;      ///< a job that writes reads it all back when it is done
  bool verify_fatal = false;  ///< the first wrong block ends the job
  ContinueOnError continue_on_error;

  std::shared_ptr<Requests> requests;  ///< instead of what the options above ask for; empty: none
  std::string read_iolog;              ///< path; empty: none
  bool replay_no_stall = false;
  double replay_scale_time = 100;  ///< percent: 50 replays at half the speed of the trace
};

}  // namespace rainier::fio
