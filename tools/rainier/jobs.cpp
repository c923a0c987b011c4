#include "tools/rainier/jobs.hpp"

#include <algorithm>

#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

template <class T, class Same>
void add_missing(std::vector<T>& to, const std::vector<T>& from, Same same) {
  for (const T& item : from)
    if (std::none_of(to.begin(), to.end(), [&](const T& there) { return same(there, item); }))
      to.push_back(item);
}

void append(fio::JobFile& all, fio::JobFile next) {
  if (!all.jobs.empty()) next.jobs.front().stonewall = true;
  for (fio::Job& job : next.jobs) {
    job.index = static_cast<std::uint32_t>(all.jobs.size());
    all.jobs.push_back(std::move(job));
  }
  add_missing(all.ignored, next.ignored, std::equal_to<>());
  add_missing(all.global_options, next.global_options,
              [](const auto& a, const auto& b) { return a.first == b.first; });
}

}  // namespace

fio::JobFile read_jobs(const Catalog& catalog, const std::vector<std::string>& files,
                       const std::vector<std::string>& options) {
  if (files.empty() && options.empty())
    throw UsageError(
        "nothing to run: give a job file, or options such as --rw=randread --bs=4k --iodepth=32");
  if (!files.empty() && !options.empty())
    throw UsageError("give job files or options of a job, not both (" + options.front() + " and " +
                     files.front() + ")");
  if (files.empty()) return fio::parse_options(options);
  fio::JobFile all;
  for (const std::string& file : files) append(all, fio::parse_job_file(catalog.workload(file)));
  return all;
}

}  // namespace rainier::tool
