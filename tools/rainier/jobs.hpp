#pragma once

#include <string>
#include <vector>

#include "models/host/fio/job_file.hpp"
#include "tools/rainier/catalog.hpp"

namespace rainier::tool {

/// The jobs of a run: several files follow each other as if they were one with a stonewall between them.
/// @throws fio::JobError, UsageError if neither or both are given
fio::JobFile read_jobs(const Catalog& catalog, const std::vector<std::string>& files,
                       const std::vector<std::string>& options);

}  // namespace rainier::tool
