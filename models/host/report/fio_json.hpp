#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/host/report/run_report.hpp"

namespace rainier::host {

/// The layout of `fio --output-format=json+`, version 3.33: the same keys in the same order with the same
/// types, so that programs which read fio's output read this. What differs, on purpose:
///  - IOPS and bandwidth are ratios by the exact run time, so a run below a millisecond is right too;
///  - timestamps are 0 (the same run gives the same bytes), and nothing is NaN or infinite;
///  - "global options" and "job options" are always there, empty or not;
///  - the iodepth shares add up to 100 % also with fsync, where fio's exceed it.
/// The shares of latency_ns, _us and _ms come from the bins of the histogram: a value within 0.78 % of a
/// limit may be counted on its other side. A caller may add keys of its own at the top level.
nlohmann::ordered_json fio_json(const RunReport& report);

/// Indented text with a final newline; bytes that are no UTF-8 are replaced, never an error.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace rainier::host
