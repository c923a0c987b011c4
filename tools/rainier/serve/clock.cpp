#include "tools/rainier/serve/clock.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

namespace rainier::live {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t requests_a_turn = 64;  // between two looks at the sockets
constexpr std::size_t share_a_turn = 4;      // of those under way: a quarter
constexpr auto patience = 200us;             // with a client that was answered
constexpr unsigned most_distrust = 63;
constexpr auto turn_at_most = 5ms;  // of the machine's time
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
  if (waiting_ && drive_.outstanding() < depth_) return;
  post();
}

void Clock::post() {
  if (posted_) return;
  posted_ = true;
  boost::asio::post(io_, [this] { turn(); });
}

void Clock::turn() {
  posted_ = false;
  if (stopped_) return;
  if (pace_.is_free()) return turn_free();
  follow();
  if (after_turn_) after_turn_();
  kick();
}

void Clock::turn_free() {
  if (std::exchange(waiting_, false)) distrust_ = 0;
  timer_.cancel();
  depth_ = drive_.outstanding();
  drive_.advance_requests(std::min(requests_a_turn, std::max<std::size_t>(depth_ / share_a_turn, 1)));
  if (after_turn_) after_turn_();
  if (drive_.outstanding() == 0) return;
  if (drive_.outstanding() >= depth_ || turns_alone_ > 0) {
    turns_alone_ -= turns_alone_ > 0 ? 1 : 0;
    return post();
  }
  waiting_ = true;
  timer_.expires_after(patience);
  timer_.async_wait([this](const boost::system::error_code& cancelled) {
    if (!cancelled && waiting_) stop_waiting();
  });
}

/// Those who wait for all of their replies before they ask again are not waited for each time.
void Clock::stop_waiting() {
  waiting_ = false;
  distrust_ = std::min(2 * distrust_ + 1, most_distrust);
  turns_alone_ = distrust_;
  turn();
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
