#pragma once

#include <memory>

#include "models/host/trace/output/writer.hpp"

/// One format a file.
namespace rainier::trace {

std::unique_ptr<Writer> make_csv_writer();
std::unique_ptr<Writer> make_iolog_writer();
std::unique_ptr<Writer> make_mqsim_writer();
std::unique_ptr<Writer> make_blktrace_writer();

/// Of a request, since the first of its trace.
inline std::uint64_t ns_of(const Record& record) {
  return record.time < Time() ? 0 : static_cast<std::uint64_t>(record.time.ns());
}

}  // namespace rainier::trace
