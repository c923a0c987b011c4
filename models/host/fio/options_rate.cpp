#include <fmt/format.h>

#include <array>

#include "models/host/fio/count.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/fio/per_direction.hpp"

namespace rainier::fio {

namespace {

using namespace literals;

void set_rates(Draft& draft, std::string_view value, PerDirection<std::uint64_t>& rates) {
  read_each(value, rates, [&](std::string_view part) { return read_number(part, draft.kb_base); });
}

void set_process(Draft& draft, std::string_view value) {
  if (value != "linear" && value != "poisson") {
    throw ValueError(fmt::format("expected linear or poisson, not \"{}\"", value));
  }
  draft.job.poisson = value == "poisson";
}

constexpr std::array table{
    Option{"rate", "", Form::value,
           [](Draft& draft, std::string_view value) { set_rates(draft, value, draft.job.rate); }},
    Option{"rate_min", "ratemin", Form::value,
           [](Draft& draft, std::string_view value) { set_rates(draft, value, draft.job.rate_min); }},
    Option{"rate_iops", "", Form::value,
           [](Draft& draft, std::string_view value) { set_rates(draft, value, draft.job.rate_iops); }},
    Option{"rate_iops_min", "", Form::value,
           [](Draft& draft, std::string_view value) { set_rates(draft, value, draft.job.rate_iops_min); }},
    Option{"rate_cycle", "ratecycle", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.rate_cycle =
                 1_ms * static_cast<std::int64_t>(read_positive_count(value, draft.kb_base));
           }},
    Option{"rate_process", "", Form::value, set_process},
};

}  // namespace

std::span<const Option> rate_options() { return table; }

}  // namespace rainier::fio
