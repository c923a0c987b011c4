#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <vector>

#include "tools/rainier/serve/image.hpp"

namespace rainier::live {

/// Brings to the disk what an image was given, in a thread of its own, so that a slow disk keeps nobody
/// waiting who has not asked for it. Those that ask while it is at work share the next turn.
class Syncer {
 public:
  using Told = std::function<void(int error)>;

  Syncer(boost::asio::io_context& io, Image& image) : io_(io), image_(image) {}
  ~Syncer() { thread_.join(); }
  Syncer(const Syncer&) = delete;
  Syncer& operator=(const Syncer&) = delete;

  /// Calls told() in the event loop, later, once all that was written by now is on the disk: with 0 or an
  /// errno. After an error all that follow are told the same, as nobody knows what the disk holds.
  void sync(Told told);

 private:
  void begin();
  void end(int error);

  boost::asio::io_context& io_;
  Image& image_;
  std::vector<Told> waiting_, served_;
  bool busy_ = false;
  int error_ = 0;
  boost::asio::thread_pool thread_{1};
};

}  // namespace rainier::live
