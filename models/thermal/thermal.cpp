#include "models/thermal/thermal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/archive/archive.hpp"

namespace rainier::thermal {
namespace {

/// A drive that may spend nothing would never end what it has begun.
constexpr double least_share = 0.01;

/// Of the power over idle, at this temperature; above 1: all of it.
double allowed_share(const Params& p, double temperature) {
  return (p.shutdown - temperature) / (p.shutdown - p.throttle);
}

}  // namespace

Model::Model(const Params& params, double idle_watts, Time step)
    : params_(params),
      idle_watts_(idle_watts),
      step_(step),
      network_({{params.nand_joules, params.nand_to_air_watts},
                {params.controller_joules, params.controller_to_air_watts}},
               {{0, 1, params.between_watts}}, step.seconds()) {
  const auto rest = [&](double nand_watts) {
    const std::array<double, 2> watts{nand_watts, params.start == Start::cold ? 0 : idle_watts};
    const std::vector<double> steady = network_.steady(watts, params.ambient);
    std::copy(steady.begin(), steady.end(), temperatures_.begin());
  };
  rest(0);
  if (params.start == Start::busy) {
    // As warm as work makes it: where the power that the temperature allows keeps it at that temperature.
    const double full = std::max(params.throttle_watts - idle_watts, 0.0);
    double least = 0, most = 1;
    for (int halving = 0; halving < 50; ++halving) {
      const double middle = (least + most) / 2;
      rest(middle * full);
      (!params.throttles || allowed_share(params, temperature()) > middle ? least : most) = middle;
    }
  }
  lowest_ = highest_ = temperature();
  react(Time());
}

void Model::step(Time now, double nand_joules, double controller_joules) {
  const double seconds = step_.seconds();
  const std::array<double, 2> watts{nand_joules / seconds, idle_watts_ + controller_joules / seconds};
  network_.step(temperatures_, watts, params_.ambient);
  lowest_ = std::min(lowest_, temperature());
  highest_ = std::max(highest_, temperature());
  if (throttling_) throttled_ += step_;
  for (; now >= next_second_; next_second_ += second) by_second_.push_back(temperature());
  react(now);
}

void Model::expose(Time now, double air) {
  for (double& temperature : temperatures_) temperature += air - params_.ambient;
  params_.ambient = air;
  lowest_ = std::min(lowest_, temperature());
  highest_ = std::max(highest_, temperature());
  log_.add(now, fmt::format("air of {:.1f} C", air));
  react(now);
}

void Model::archive(Archive& a, Time now) {
  double lowest = lowest_, highest = highest_;
  a.value(lowest);
  a.value(highest);
  lowest_ = std::min(lowest_, lowest);
  highest_ = std::max(highest_, highest);
  log_.archive(a, now);
}

void Model::react(Time now) {
  if (!params_.throttles || shut_down_) return;
  if (temperature() >= params_.shutdown) {
    shut_down_ = true;
    log_.add(now, fmt::format("shut down: {:.1f} C", temperature()));
    return;
  }
  const double share = allowed_share(params_, temperature());
  throttling_ = share < 1;
  const bool cooled = temperature() < params_.throttle - 1;  // not each time it is about there
  if (said_ ? cooled : throttling_) {
    log_.add(now, fmt::format("{} at {:.1f} C", said_ ? "throttles no more" : "throttles", temperature()));
    said_ = !said_;
  }
  const double full = std::max(params_.throttle_watts - idle_watts_, 1e-3);
  allowed_ = throttling_ ? std::round(std::max(share, least_share) * full * 1e6) * 1e-6 : -1;
}

}  // namespace rainier::thermal
