#include <algorithm>
#include <array>
#include <utility>

#include "models/host/fio/option.hpp"
#include "models/host/fio/text.hpp"

namespace rainier::fio {

namespace {

/// Options of fio 3.33 and of its I/O engines about files, processes, buffers' contents and how fio measures.
constexpr std::array ignored_names = std::to_array<std::string_view>({
    // Files and directories; a simulated drive is one device, with no page cache and no file system.
    "filename",
    "directory",
    "filename_format",
    "unique_filename",
    "opendir",
    "lockfile",
    "openfiles",
    "file_service_type",
    "fallocate",
    "fadvise_hint",
    "create_serialize",
    "create_fsync",
    "create_on_open",
    "allow_file_create",
    "allow_mounted_write",
    "overwrite",
    "unlink",
    "unlink_each_loop",
    "pre_read",
    "invalidate",
    "direct",
    "buffered",
    "atomic",
    "write_hint",
    "ioscheduler",
    "replay_redirect",
    // Engines and their options.
    "ioengine",
    "userspace_reap",
    "hipri",
    "hipri_percentage",
    "fixedbufs",
    "registerfiles",
    "sqthread_poll",
    "sqthread_poll_cpu",
    "nonvectored",
    "uncached",
    "nowait",
    "force_async",
    "cmd_type",
    "uri",
    "cmdprio",
    "cmdprio_class",
    "cmdprio_percentage",
    "cmdprio_bssplit",
    // Processes, processors and memory.
    "description",
    "thread",
    "nice",
    "prio",
    "prioclass",
    "cpumask",
    "cpus_allowed",
    "cpus_allowed_policy",
    "numa_cpu_nodes",
    "numa_mem_policy",
    "cgroup",
    "cgroup_nodelete",
    "cgroup_weight",
    "uid",
    "gid",
    "lockmem",
    "mem",
    "iomem",
    "hugepage-size",
    // What the buffers hold.
    "zero_buffers",
    "refill_buffers",
    "scramble_buffers",
    "buffer_pattern",
    "buffer_compress_percentage",
    "buffer_compress_chunk",
    "dedupe_percentage",
    "dedupe_mode",
    "dedupe_working_set_percentage",
    "dedupe_global",
    // Random numbers are Philox here, whatever generator fio would use.
    "random_generator",
    "allrandrepeat",
    "softrandommap",
    // How fio measures and prints.
    "clocksource",
    "gtod_reduce",
    "gtod_cpu",
    "disable_lat",
    "disable_clat",
    "disable_slat",
    "disable_bw_measurement",
    "disable_bw",
    "disk_util",
    "block_error_percentiles",
    "significant_figures",
    "unit_base",
    "log_entries",
    "log_compression",
    "log_compression_cpus",
    "ignore_error",
    "error_dump",
    "read_iolog_chunked",
});

/// Options that would change the work done or its report, each with the values that ask for nothing,
/// separated by blanks; with none every value is refused.
constexpr std::array refused_names = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"wait_for", ""},
    {"filesize", ""},
    {"nrfiles", "1"},
    {"nr_files", "1"},
    {"file_append", "0"},
    {"fill_device", "0"},
    {"fill_fs", "0"},
    {"create_only", "0"},
    {"bs_is_seq_rand", "0"},
    {"serialize_overlap", "0"},
    {"io_submit_mode", "inline"},
    {"sync", "0 none"},
    {"write_barrier", "0"},
    {"sync_file_range", ""},
    {"fsync_on_close", "0"},
    {"verify_only", "0"},
    {"verify_interval", ""},
    {"verify_offset", ""},
    {"verify_dump", "0"},
    {"verify_async", "0"},
    {"verify_async_cpus", ""},
    {"verify_backlog", "0"},
    {"verify_backlog_batch", "0"},
    {"experimental_verify", "0"},
    {"verify_state_load", "0"},
    {"verify_state_save", "0 1"},
    {"trim_percentage", "0"},
    {"trim_verify_zero", "0"},
    {"trim_backlog", "0"},
    {"trim_backlog_batch", "0"},
    {"write_iolog", ""},
    {"replay_scale", "1"},
    {"replay_align", "0 1"},
    {"replay_skip", ""},
    {"merge_blktrace_file", ""},
    {"merge_blktrace_scalars", ""},
    {"merge_blktrace_iters", ""},
    {"exec_prerun", ""},
    {"exec_postrun", ""},
    {"zonemode", "none"},
    {"zonesize", ""},
    {"zonecapacity", ""},
    {"zonerange", ""},
    {"zoneskip", ""},
    {"read_beyond_wp", "0"},
    {"max_open_zones", "0"},
    {"job_max_open_zones", "0"},
    {"ignore_zone_limits", "0"},
    {"zone_reset_threshold", ""},
    {"zone_reset_frequency", ""},
    {"rate_ignore_thinktime", "0"},
    {"max_latency", "0"},
    {"latency_target", "0"},
    {"latency_window", "0"},
    {"latency_percentile", "100 100.0"},
    {"latency_run", "0"},
    {"exitall_on_error", "0"},
    {"per_job_logs", "1"},
    {"bwavgtime", "500"},
    {"iopsavgtime", "500"},
    {"log_hist_msec", "0"},
    {"log_hist_coarseness", ""},
    {"write_hist_log", ""},
    {"log_prio", "0"},
    {"log_store_compressed", "0"},
    {"log_unix_epoch", "0"},
    {"log_alternate_epoch", "0"},
    {"log_alternate_epoch_clock_id", "0"},
    {"stats", "1"},
    {"unified_rw_reporting", "0 none"},
    {"profile", ""},
    {"flow_id", ""},
    {"flow", "0"},
    {"flow_sleep", "0"},
    {"readfua", "0"},
    {"writefua", "0"},
    {"sg_write_mode", "write"},
    {"stream_id", ""},
});

bool among(std::string_view value, std::string_view list) {
  const auto words = split(list, ' ');
  return !value.empty() && std::find(words.begin(), words.end(), value) != words.end();
}

}  // namespace

Foreign foreign(std::string_view name, std::string_view value) {
  if (std::find(ignored_names.begin(), ignored_names.end(), name) != ignored_names.end())
    return Foreign::ignored;
  for (const auto& [refused, neutral] : refused_names) {
    if (refused == name) return among(value, neutral) ? Foreign::neutral : Foreign::refused;
  }
  return Foreign::no;
}

std::span<const std::string_view> ignored_options() { return ignored_names; }

}  // namespace rainier::fio
