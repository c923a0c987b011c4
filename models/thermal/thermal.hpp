#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "models/media/event_log.hpp"
#include "models/thermal/network.hpp"
#include "models/thermal/params.hpp"
#include "sim/kernel/time.hpp"

namespace rainier::thermal {

/// How warm the drive is, and what follows from it. Idle power heats the controller. Told of the energy spent
/// once a step, it costs nothing else.
class Model {
 public:
  Model(const Params& params, double idle_watts, Time step);

  /// So many joules over idle were spent in the step that ends at `now`.
  void step(Time now, double nand_joules, double controller_joules);

  /// The air is of this temperature from now on, and the drive as warm as if it had always been: whatever it
  /// does, it is by as much warmer as the air is.
  void expose(Time now, double air);

  double ambient() const { return params_.ambient; }
  double nand() const { return temperatures_[0]; }
  double controller() const { return temperatures_[1]; }
  /// What the drive's sensor shows: the warmer of the two.
  double temperature() const { return std::max(nand(), controller()); }
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  /// Power over idle that is allowed, in whole microwatts; negative: as much as the drive takes without it.
  double allowed_watts() const { return allowed_; }
  bool shut_down() const { return shut_down_; }
  /// Time in which less power was allowed.
  Time throttled() const { return throttled_; }
  const media::EventLog& log() const { return log_; }
  /// What the sensor has ever shown, and the log: how warm it is does not outlast the power.
  void archive(Archive& archive, Time now);
  /// At the end of each second, from the first one on.
  const std::vector<double>& by_second() const { return by_second_; }

 private:
  void react(Time now);

  static constexpr Time second{1'000'000'000'000};
  Params params_;
  double idle_watts_;
  Time step_;
  Network network_;
  std::array<double, 2> temperatures_{};
  double lowest_, highest_;
  double allowed_ = -1;
  bool shut_down_ = false, throttling_ = false;
  bool said_ = false;  ///< that it throttles
  Time throttled_, next_second_ = second;
  media::EventLog log_;
  std::vector<double> by_second_;
};

}  // namespace rainier::thermal
