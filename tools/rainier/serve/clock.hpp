#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>

#include "tools/rainier/serve/live_drive.hpp"
#include "tools/rainier/serve/pace.hpp"

namespace rainier::live {

/// Lets a live drive's time go on in an event loop. Free, it goes on while requests are under way and for
/// nothing else; after some of them have ended it stands still until those who were answered ask again, or
/// have not for a moment of the wall's: so the drive sees about the queue depth that its clients keep. Else
/// it follows the wall's clock, and what the machine can't do in time is done late.
class Clock {
 public:
  using Wall = std::chrono::steady_clock;

  Clock(boost::asio::io_context& io, LiveDrive& drive, Pace pace);

  /// Before requests are put to the drive: brings it to the present, unless it is far behind.
  void arrive();
  /// After they were, or after anything else was done to it: there is a turn soon.
  void kick();
  /// Called after each turn in which requests may have ended.
  void after_turn(std::function<void()> call) { after_turn_ = std::move(call); }
  void stop();

  const Pace& pace() const { return pace_; }
  /// Wall seconds that replies leave later than the model says: at the last turn, in the mean, and the most.
  struct Lag {
    double now = 0, mean = 0, most = 0;
  };
  Lag lag() const;

 private:
  Time present() const { return start_of_drive_ + pace_.simulated(Wall::now() - start_); }
  void turn();
  void turn_free();
  void stop_waiting();
  void post();
  void follow();
  void arm();

  boost::asio::io_context& io_;
  LiveDrive& drive_;
  Pace pace_;
  boost::asio::steady_timer timer_;
  Wall::time_point start_;
  Time start_of_drive_;
  std::function<void()> after_turn_;
  // Free:
  std::size_t depth_ = 0;     ///< requests under way that are waited for
  unsigned distrust_ = 0;     ///< grows with each time that they did not come
  unsigned turns_alone_ = 0;  ///< in which nobody is waited for
  bool posted_ = false, waiting_ = false, stopped_ = false;
  double lag_ = 0, lag_sum_ = 0, lag_most_ = 0;
  std::uint64_t turns_ = 0;
};

}  // namespace rainier::live
