#include "models/host/report/logs.hpp"

#include <fmt/format.h>

#include <iterator>

#include "models/host/report/atomic_file.hpp"

namespace rainier::host {
namespace {

struct LogFile {
  std::filesystem::path path;
  const std::vector<LogLine>* lines;
};

std::vector<LogFile> log_files(const JobLogs& logs, const LogNames& names, std::size_t number) {
  std::vector<LogFile> files;
  const auto add = [&](const std::string& prefix, const char* kind, const std::vector<LogLine>& lines) {
    if (!prefix.empty()) files.push_back({fmt::format("{}_{}.{}.log", prefix, kind, number), &lines});
  };
  add(names.latency, "slat", logs.slat);
  add(names.latency, "clat", logs.clat);
  add(names.latency, "lat", logs.lat);
  add(names.bandwidth, "bw", logs.bandwidth);
  add(names.iops, "iops", logs.iops);
  return files;
}

void append_line(fmt::memory_buffer& text, const LogLine& line, bool offsets) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}, {}, {}, {}, ", line.msec, line.value, line.direction, line.block);
  if (offsets) fmt::format_to(out, "{}, ", line.offset);
  fmt::format_to(out, "0\n");
}

AtomicFile written(const LogFile& log, bool offsets) {
  AtomicFile file(log.path);
  fmt::memory_buffer text;
  for (const LogLine& line : *log.lines) {
    text.clear();
    append_line(text, line, offsets);
    file.write({text.data(), text.size()});
  }
  return file;
}

}  // namespace

LogNames log_names(const fio::Job& job) {
  const auto prefix = [&](bool asked, const std::string& own) {
    return !own.empty() ? own : asked ? job.name : std::string();
  };
  return {prefix(job.log_latency, job.lat_log), prefix(job.log_bandwidth, job.bw_log),
          prefix(job.log_iops, job.iops_log), job.log_offset};
}

std::string log_text(const LogLine& line, bool offsets) {
  fmt::memory_buffer text;
  append_line(text, line, offsets);
  return fmt::to_string(text);
}

std::vector<std::filesystem::path> write_logs(const JobLogs& logs, const LogNames& names,
                                              std::size_t number) {
  std::vector<AtomicFile> files;
  std::vector<std::filesystem::path> paths;
  for (const LogFile& log : log_files(logs, names, number)) {
    files.push_back(written(log, names.offsets));
    paths.push_back(log.path);
  }
  for (AtomicFile& file : files) file.flush();
  for (AtomicFile& file : files) file.commit();
  return paths;
}

}  // namespace rainier::host
