#pragma once

#include <string>

#include "models/host/report/run_report.hpp"

namespace rainier::host {

/// A table for the eye: one line for each direction of each reported job with IOPS, bandwidth (decimal MB/s)
/// and the mean, percentiles and maximum of the completion latency. Ends with a newline.
std::string summary(const RunReport& report);

}  // namespace rainier::host
