#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/host/fio/count.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/fio/text.hpp"

namespace rainier::fio {

namespace {

using namespace literals;

void set_percentiles(Draft& draft, std::string_view value) {
  constexpr std::size_t most = 20;  // fio's limit
  std::vector<double> list;
  for (const std::string_view part : split(value, ':')) list.push_back(read_fraction(trim(part)));
  if (list.size() > most) throw ValueError(fmt::format("expected at most {} percentiles", most));
  const auto outside = [](double p) { return p <= 0 || p > 100; };
  if (std::any_of(list.begin(), list.end(), outside))
    throw ValueError("expected percentiles above 0, up to 100");
  std::sort(list.begin(), list.end());
  draft.job.percentiles.list = std::move(list);
}

void set_replay_scale(Draft& draft, std::string_view value) {
  const std::uint32_t percent = read_positive_count(value, draft.kb_base);
  draft.job.replay_scale_time = percent;
}

void set_criterion(SteadyState& steady, std::string_view metric) {
  using Metric = SteadyState::Metric;
  if (metric == "iops") {
    steady.metric = Metric::iops;
  } else if (metric == "iops_slope") {
    steady.metric = Metric::iops_slope;
  } else if (metric == "bw") {
    steady.metric = Metric::bw;
  } else if (metric == "bw_slope") {
    steady.metric = Metric::bw_slope;
  } else {
    throw ValueError(fmt::format("expected iops, iops_slope, bw or bw_slope, not \"{}\"", metric));
  }
}

SteadyState& steady(Draft& draft) {
  if (!draft.job.steady_state) {  // fio's defaults
    draft.job.steady_state = SteadyState{SteadyState::Metric::iops_slope, 0.01, true, {}, {}};
  }
  return *draft.job.steady_state;
}

/// `bw:10m` takes a unit, all others a plain number, with `%` a part of the mean.
void set_steady_state(Draft& draft, std::string_view value) {
  const auto colon = value.find(':');
  if (colon == std::string_view::npos)
    throw ValueError("expected a criterion and its limit, such as iops:0.3%");
  SteadyState& state = steady(draft);
  set_criterion(state, value.substr(0, colon));
  std::string_view limit = value.substr(colon + 1);
  state.percent = limit.ends_with('%');
  if (state.percent) limit.remove_suffix(1);
  const bool suffixed =
      !state.percent && !limit.empty() && lower(limit).find_first_of("kmgtpb") != std::string::npos;
  state.limit = suffixed ? static_cast<double>(read_number(limit, draft.kb_base)) : read_fraction(limit);
  if (state.limit < 0) throw ValueError("expected a limit of 0 or more");
}

constexpr std::array table{
    Option{"clat_percentiles", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.percentiles.clat = read_bool(value); }},
    Option{"lat_percentiles", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.percentiles.lat = read_bool(value); }},
    Option{"slat_percentiles", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.percentiles.slat = read_bool(value); }},
    Option{"percentile_list", "", Form::value, set_percentiles},
    Option{"log_avg_msec", "", Form::value,
           [](Draft& draft, std::string_view value) {
             draft.job.log_interval = 1_ms * static_cast<std::int64_t>(read_count(value, draft.kb_base));
           }},
    Option{"log_max_value", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.log_max = read_bool(value); }},
    Option{"log_offset", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.log_offset = read_bool(value); }},
    Option{"write_lat_log", "", Form::text,
           [](Draft& draft, std::string_view value) {
             draft.job.log_latency = true;
             draft.job.lat_log = value;
           }},
    Option{"write_bw_log", "", Form::text,
           [](Draft& draft, std::string_view value) {
             draft.job.log_bandwidth = true;
             draft.job.bw_log = value;
           }},
    Option{"write_iops_log", "", Form::text,
           [](Draft& draft, std::string_view value) {
             draft.job.log_iops = true;
             draft.job.iops_log = value;
           }},
    Option{"steadystate", "ss", Form::value, set_steady_state},
    Option{"steadystate_duration", "ss_dur", Form::value,
           [](Draft& draft, std::string_view value) { steady(draft).duration = read_time(value, 1_s); }},
    Option{"steadystate_ramp_time", "ss_ramp", Form::value,
           [](Draft& draft, std::string_view value) { steady(draft).ramp = read_time(value, 1_s); }},
    Option{"read_iolog", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.read_iolog = value; }},
    Option{"replay_no_stall", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.replay_no_stall = read_bool(value); }},
    Option{"replay_time_scale", "", Form::value, set_replay_scale},
};

}  // namespace

std::span<const Option> log_options() { return table; }

}  // namespace rainier::fio
