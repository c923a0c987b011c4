#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/host/fio/environment.hpp"
#include "models/host/fio/job.hpp"
#include "models/host/fio/job_error.hpp"

namespace rainier::fio {

/// The jobs of a file as fio 3.33 would run them.
struct JobFile {
  std::vector<Job> jobs;
  std::vector<std::string> ignored;  ///< names of options that can't matter to a simulated drive, once each
  std::vector<std::pair<std::string, std::string>> global_options;  ///< as written, for the JSON report
};

/// Throws JobError, whose text is one line: `FILE:LINE: key: what was expected`, for anything fio would
/// refuse or silently misread, and for options of fio that are not simulated.
JobFile parse_job_file(const std::filesystem::path& file,
                       const Environment& environment = process_environment());

/// The same from memory; `name` stands for the file in errors, and includes are relative to it.
JobFile parse_job_text(std::string_view text, const std::filesystem::path& name,
                       const Environment& environment = process_environment());

/// A job from `key=value` options, `--` before them allowed; it is named "rainier" unless a `name=` is among
/// them. Errors name the origin "command line".
JobFile parse_options(const std::vector<std::string>& options,
                      const Environment& environment = process_environment());

}  // namespace rainier::fio
