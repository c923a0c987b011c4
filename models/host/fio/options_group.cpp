#include <fmt/format.h>

#include <array>

#include "models/host/fio/count.hpp"
#include "models/host/fio/option.hpp"

namespace rainier::fio {

namespace {

void set_exit_what(Draft& draft, std::string_view value) {
  if (value == "group") {
    draft.exit_what = ExitAll::group;
  } else if (value == "all") {
    draft.exit_what = ExitAll::all;
  } else if (value == "stonewall") {
    draft.exit_what = ExitAll::stonewall;
  } else {
    throw ValueError(fmt::format("expected group, all or stonewall, not \"{}\"", value));
  }
}

void set_kb_base(Draft& draft, std::string_view value) {
  if (value != "1000" && value != "1024")
    throw ValueError(fmt::format("expected 1000 or 1024, not \"{}\"", value));
  draft.kb_base = value == "1000" ? KbBase::decimal : KbBase::binary;
}

void set_name(Draft& draft, std::string_view value) {
  if (value.empty()) throw ValueError("expected a name");
  draft.job.name = value;
}

constexpr std::array table{
    Option{"name", "", Form::value, set_name},
    Option{"kb_base", "", Form::value, set_kb_base},
    Option{"numjobs", "", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.numjobs = read_positive_count(value, draft.kb_base);
           }},
    Option{"stonewall", "wait_for_previous", Form::flag,
           [](Draft& draft, std::string_view value) { draft.job.stonewall = read_bool(value); }},
    Option{"group_reporting", "", Form::flag,
           [](Draft& draft, std::string_view value) { draft.job.group_reporting = read_bool(value); }},
    Option{"new_group", "", Form::flag,
           [](Draft& draft, std::string_view value) { draft.job.new_group = read_bool(value); }},
    Option{"exitall", "", Form::flag,
           [](Draft& draft, std::string_view value) { draft.exit_all = read_bool(value); }},
    Option{"exit_what", "", Form::value, set_exit_what},
};

}  // namespace

std::span<const Option> group_options() { return table; }

}  // namespace rainier::fio
