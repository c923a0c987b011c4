#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/host/fio/count.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/fio/text.hpp"

namespace rainier::fio {

namespace {

using namespace literals;

/// `5` or `5-10`; both ends take units of their own.
void set_start_delay(Draft& draft, std::string_view value) {
  const auto mark = value.find_first_of("-:");
  Job& job = draft.job;
  const Time low = read_time(trim(value.substr(0, mark)), 1_s);
  const Time high = mark == std::string_view::npos ? low : read_time(trim(value.substr(mark + 1)), 1_s);
  std::tie(job.start_delay, job.start_delay_high) = std::minmax(low, high);
}

void set_thinktime_type(Draft& draft, std::string_view value) {
  if (value != "complete" && value != "issue") {
    throw ValueError(fmt::format("expected complete or issue, not \"{}\"", value));
  }
  draft.job.thinktime_on_issue = value == "issue";
}

constexpr std::array table{
    Option{"runtime", "timeout", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.runtime = read_time(value, 1_s); }},
    Option{"time_based", "", Form::flag,
           [](Draft& draft, std::string_view value) { draft.job.time_based = read_bool(value); }},
    Option{"ramp_time", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.ramp_time = read_time(value, 1_s); }},
    Option{"startdelay", "", Form::value, set_start_delay},
    Option{"thinktime", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.thinktime = read_time(value, 1_us); }},
    Option{"thinktime_spin", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.thinktime_spin = read_time(value, 1_us); }},
    Option{"thinktime_blocks", "", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.thinktime_blocks = read_positive_count(value, draft.kb_base);
           }},
    Option{"thinktime_blocks_type", "", Form::value, set_thinktime_type},
    Option{"thinktime_iotime", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.thinktime_iotime = read_time(value, 1_s); }},
};

}  // namespace

std::span<const Option> time_options() { return table; }

}  // namespace rainier::fio
