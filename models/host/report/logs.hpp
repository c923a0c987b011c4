#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/host/result.hpp"

namespace rainier::host {

/// Which of fio's logs a job writes, and the prefixes of their names; an empty prefix means none.
struct LogNames {
  std::string latency, bandwidth, iops;
  bool offsets = false;  ///< log_offset: a column for the offset
};

/// What the job asks for; without a prefix of its own a log has the job's name.
LogNames log_names(const fio::Job& job);

/// One line, as fio 3.33 writes it: `msec, value, direction, block[, offset], priority` (0).
std::string log_text(const LogLine& line, bool offsets);

/// Writes `<prefix>_{slat,clat,lat,bw,iops}.<number>.log`, where `number` counts the clones of the whole run
/// from 1, in the folder of the process unless the prefix names another. All files appear, or none and
/// FileError. Returns their names.
std::vector<std::filesystem::path> write_logs(const JobLogs& logs, const LogNames& names, std::size_t number);

}  // namespace rainier::host
