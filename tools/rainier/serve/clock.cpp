#include "tools/rainier/serve/clock.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>

namespace rainier::live {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t requests_a_turn = 64;  // between two looks at the sockets
constexpr auto turn_at_most = 5ms;             // of the machine's time
constexpr auto nap_at_least = 15us;
constexpr auto nap_at_most = 20ms;

}  // namespace

Clock::Clock(boost::asio::io_context& io, LiveDrive& drive, Pace pace)
    : io_(io), drive_(drive), pace_(pace), timer_(io), start_(Wall::now()), start_of_drive_(drive.now()) {
  if (!pace_.is_free()) arm();
}

void Clock::arrive() {
  if (pace_.is_free()) return;
  const Time to = present();
  if (pace_.wall(to - std::min(to, drive_.now())) < turn_at_most) drive_.advance(std::max(to, drive_.now()));
}

void Clock::kick() {
  if (stopped_) return;
  if (!pace_.is_free()) return arm();
  if (posted_) return;
  posted_ = true;
  boost::asio::post(io_, [this] { turn(); });
}

void Clock::turn() {
  posted_ = false;
  if (stopped_) return;
  if (pace_.is_free())
    drive_.advance_requests(requests_a_turn);
  else
    follow();
  if (after_turn_) after_turn_();
  if (!pace_.is_free() || drive_.outstanding() > 0) kick();
}

/// In steps, so that a drive which needs more than the machine has does not keep the sockets waiting.
void Clock::follow() {
  const Wall::time_point begun = Wall::now();
  const Time to = present();
  const Time step = pace_.simulated(200us);
  while (drive_.now() < to && Wall::now() - begun < turn_at_most)
    drive_.advance(std::min(to, drive_.now() + step));
  const Time behind = present() - std::min(present(), drive_.now());
  lag_ = std::chrono::duration<double>(pace_.wall(behind)).count();
  lag_sum_ += lag_;
  lag_most_ = std::max(lag_most_, lag_);
  ++turns_;
}

void Clock::arm() {
  const Time next = drive_.simulation().next_event();
  const Time now = drive_.now();
  auto nap = std::chrono::nanoseconds(nap_at_most);
  if (next < Time::max()) {
    const auto due = start_ + pace_.wall(std::max(next, now) - start_of_drive_);
    nap = std::clamp(std::chrono::nanoseconds(due - Wall::now()), std::chrono::nanoseconds(nap_at_least),
                     std::chrono::nanoseconds(nap_at_most));
  }
  timer_.expires_after(nap);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) turn();
  });
}

void Clock::stop() {
  stopped_ = true;
  timer_.cancel();
}

Clock::Lag Clock::lag() const {
  return {lag_, turns_ == 0 ? 0 : lag_sum_ / static_cast<double>(turns_), lag_most_};
}

}  // namespace rainier::live
