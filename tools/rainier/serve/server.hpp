#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "tools/rainier/serve/session.hpp"

namespace rainier::live {

/// The block device's server: listens, and keeps its clients. When there are as many as it takes, whoever has
/// been longest without having chosen the device goes; where all have, the new one does. Whoever takes no
/// replies for some seconds goes, where others wait for the room that they take.
class Server {
 public:
  Server(boost::asio::io_context& io, Served& served, std::size_t connections = 4096,
         SessionLimits limits = {});
  ~Server();

  /// A socket file of mode 0600; one that nobody listens to any more is replaced. @throws tool::UsageError
  void listen(const std::filesystem::path& socket);
  /// The port that was taken. @throws tool::UsageError
  std::uint16_t listen(const boost::asio::ip::tcp::endpoint& endpoint);

  std::size_t clients() const;
  /// After a turn of the clock.
  void flush();
  /// Takes no more clients and no more requests; calls `ended` once what is under way has ended.
  void finish(std::function<void()> ended);

 private:
  template <class Acceptor>
  void accept(Acceptor& acceptor);
  void take(Session::Socket socket);
  void forget_closed();
  void end_if_done();
  void sweep();

  boost::asio::io_context& io_;
  Served& served_;
  std::size_t most_;
  SessionLimits limits_;
  std::vector<std::unique_ptr<boost::asio::local::stream_protocol::acceptor>> unix_;
  std::vector<std::unique_ptr<boost::asio::ip::tcp::acceptor>> tcp_;
  std::vector<std::filesystem::path> files_;
  std::vector<std::shared_ptr<Session>> sessions_;
  boost::asio::steady_timer timer_, sweeper_;
  std::function<void()> ended_;
};

}  // namespace rainier::live
