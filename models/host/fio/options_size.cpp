#include <fmt/format.h>

#include <array>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/option.hpp"

namespace rainier::fio {

namespace {

/// `20%`; nothing if there is no percent sign.
std::optional<double> percentage(std::string_view text) {
  if (!text.ends_with('%')) return {};
  return read_percent(text.substr(0, text.size() - 1));
}

double above_zero(double percent) {
  if (percent == 0) throw ValueError("expected more than 0");
  return percent;
}

void set_size(Draft& draft, std::string_view value) {
  Job& job = draft.job;
  job.size.reset();
  job.size_percent.reset();
  if (const auto percent = percentage(value)) {
    job.size_percent = above_zero(*percent);
  } else {
    job.size = read_positive(value, draft.kb_base);
  }
}

void set_io_size(Draft& draft, std::string_view value) {
  Job& job = draft.job;
  job.io_size.reset();
  job.io_size_percent.reset();
  if (const auto percent = percentage(value)) {
    job.io_size_percent = above_zero(*percent);
  } else {
    job.io_size = read_positive(value, draft.kb_base);
  }
}

void set_offset(Draft& draft, std::string_view value) {
  Job& job = draft.job;
  job.offset = 0;
  job.offset_percent = percentage(value);
  if (!job.offset_percent) job.offset = read_number(value, draft.kb_base);
}

void set_increment(Draft& draft, std::string_view value) {
  Job& job = draft.job;
  job.offset_increment = 0;
  job.offset_increment_percent = percentage(value);
  if (!job.offset_increment_percent) job.offset_increment = read_number(value, draft.kb_base);
}

void set_number_ios(Draft& draft, std::string_view value) {
  const std::uint64_t number = read_number(value, draft.kb_base);
  draft.job.number_ios.reset();
  if (number != 0) draft.job.number_ios = number;  // 0 is fio's way to say no limit
}

constexpr std::array table{
    Option{"size", "", Form::value, set_size},
    Option{"io_size", "io_limit", Form::value, set_io_size},
    Option{"offset", "fileoffset", Form::value, set_offset},
    Option{"offset_increment", "", Form::value, set_increment},
    Option{"offset_align", "", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.offset_align = read_number(value, draft.kb_base);
           }},
    Option{"number_ios", "", Form::value, set_number_ios},
    Option{
        "loops", "", Form::value,
        [](Draft& draft, std::string_view value) { draft.job.loops = read_positive(value, draft.kb_base); }},
};

}  // namespace

std::span<const Option> size_options() { return table; }

}  // namespace rainier::fio
