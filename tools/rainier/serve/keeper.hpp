#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "tools/rainier/serve/pace.hpp"
#include "tools/rainier/serve/store.hpp"

namespace rainier::live {

/// Keeps a live drive now and then while it is served: when it is at rest, and so seldom that it takes a
/// hundredth of the time at most. A drive whose time goes on for requests alone is given the time to rest
/// when there are none.
class Keeper {
 public:
  Keeper(boost::asio::io_context& io, Store& store, LiveDrive& drive, const Pace& pace);
  void stop() { timer_.cancel(); }

 private:
  void wait(std::chrono::steady_clock::duration time);
  void look();

  Store& store_;
  LiveDrive& drive_;
  bool is_free_;
  boost::asio::steady_timer timer_;
  std::uint64_t kept_at_ = 0;  ///< events of the drive
};

}  // namespace rainier::live
