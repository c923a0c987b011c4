#include <fmt/format.h>

#include <array>

#include "models/host/fio/job_error.hpp"
#include "models/host/fio/option.hpp"
#include "models/host/fio/per_direction.hpp"
#include "models/host/fio/share.hpp"

namespace rainier::fio {

namespace {

struct Pattern {
  std::string_view name;
  bool reads, writes, trims, random, pairs;
};

constexpr std::array<Pattern, 11> patterns{{{"read", true, false, false, false, false},
                                            {"write", false, true, false, false, false},
                                            {"trim", false, false, true, false, false},
                                            {"randread", true, false, false, true, false},
                                            {"randwrite", false, true, false, true, false},
                                            {"randtrim", false, false, true, true, false},
                                            {"rw", true, true, false, false, false},
                                            {"readwrite", true, true, false, false, false},
                                            {"randrw", true, true, false, true, false},
                                            {"trimwrite", false, true, true, false, true},
                                            {"randtrimwrite", false, true, true, true, true}}};

void set_modifier(Draft& draft, std::string_view text) {
  draft.backwards = text.starts_with('-');
  if (draft.backwards) text.remove_prefix(1);
  draft.modifier = read_positive(text, draft.kb_base);
}

void set_pattern(Draft& draft, std::string_view value) {
  const auto colon = value.find(':');
  const std::string_view name = value.substr(0, colon);
  for (const Pattern& pattern : patterns) {
    if (pattern.name != name) continue;
    Job& job = draft.job;
    job.reads = pattern.reads;
    job.writes = pattern.writes;
    job.trims = pattern.trims;
    job.random = pattern.random;
    job.trim_then_write = pattern.pairs;
    draft.modifier.reset();
    if (colon != std::string_view::npos) set_modifier(draft, value.substr(colon + 1));
    return;
  }
  throw ValueError(
      fmt::format("expected read, write, trim, randread, randwrite, randtrim, rw, readwrite, randrw, "
                  "trimwrite or randtrimwrite, "
                  "not \"{}\"",
                  name));
}

void set_sequencer(Draft& draft, std::string_view value) {
  if (value == "sequential") {
    draft.job.identify = Job::Identify::sequential;
  } else if (value == "identical") {
    draft.job.identify = Job::Identify::identical;
  } else {
    throw ValueError(fmt::format("expected sequential or identical, not \"{}\"", value));
  }
}

/// `theta[:center]` for all directions.
void set_ranked(Job& job, Distribution distribution, double theta, std::string_view center) {
  const double at = center.empty() ? -1 : read_fraction(center);
  if (!center.empty() && (at < 0 || at > 1)) throw ValueError("expected a center from 0 to 1");
  job.distribution.fill(distribution);
  job.theta.fill(theta);
  job.center.fill(at);
}

void set_zipf(Job& job, std::string_view theta_text, std::string_view center) {
  const double theta = theta_text.empty() ? 1.1 : read_fraction(theta_text);  // fio's default
  if (theta <= 0 || theta == 1) throw ValueError("expected a zipf theta above 0 and other than 1");
  set_ranked(job, Distribution::zipf, theta, center);
}

void set_pareto(Job& job, std::string_view power_text, std::string_view center) {
  const double power = power_text.empty() ? 0.2 : read_fraction(power_text);  // fio's default
  if (power <= 0 || power >= 1) throw ValueError("expected a pareto power between 0 and 1");
  set_ranked(job, Distribution::pareto, power, center);
}

void set_zones(Draft& draft, Distribution distribution, std::string_view list) {
  draft.job.distribution.fill(distribution);
  read_each(list, draft.job.zones, [&](std::string_view part) {
    return distribution == Distribution::zoned ? read_zones(part) : read_absolute_zones(part, draft.kb_base);
  });
}

void set_distribution(Draft& draft, std::string_view value) {
  const auto colon = value.find(':');
  const std::string_view name = value.substr(0, colon);
  const std::string_view rest =
      colon == std::string_view::npos ? std::string_view() : value.substr(colon + 1);
  if (name == "zoned" || name == "zoned_abs") {
    if (rest.empty()) throw ValueError(fmt::format("expected a list such as {}:60/10:40/90", name));
    return set_zones(draft, name == "zoned" ? Distribution::zoned : Distribution::zoned_abs, rest);
  }
  const auto second = rest.find(':');
  const std::string_view first = rest.substr(0, second);
  const std::string_view center =
      second == std::string_view::npos ? std::string_view() : rest.substr(second + 1);
  if (name == "random" && rest.empty()) {
    draft.job.distribution.fill(Distribution::uniform);
  } else if (name == "zipf") {
    set_zipf(draft.job, first, center);
  } else if (name == "pareto") {
    set_pareto(draft.job, first, center);
  } else if (name == "normal") {
    throw ValueError("fio's normal distribution is not simulated");
  } else {
    throw ValueError(
        fmt::format("expected random, zipf:THETA[:CENTER], pareto:POWER[:CENTER], zoned:LIST or "
                    "zoned_abs:LIST, not \"{}\"",
                    value));
  }
}

constexpr std::array table{
    Option{"rw", "readwrite", Form::value, set_pattern},
    Option{"rw_sequencer", "", Form::value, set_sequencer},
    Option{"rwmixread", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.read_percent = read_percent(value); }},
    Option{"rwmixwrite", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.read_percent = 100 - read_percent(value); }},
    Option{"percentage_random", "", Form::value,
           [](Draft& draft, std::string_view value) {
             read_each(value, draft.job.random_percent, read_percent);
           }},
    Option{"random_distribution", "", Form::value, set_distribution},
    Option{"norandommap", "", Form::flag,
           [](Draft& draft, std::string_view value) { draft.job.random_map = !read_bool(value); }},
    Option{"randrepeat", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.random_repeat = read_bool(value); }},
    Option{"randseed", "", Form::value,
           [](Draft& draft, std::string_view value) { draft.job.seed = read_number(value, draft.kb_base); }},
};

}  // namespace

std::span<const Option> pattern_options() { return table; }

}  // namespace rainier::fio
