#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>

#include "tools/rainier/manager/desk.hpp"
#include "tools/rainier/manager/web_rules.hpp"

namespace rainier::manager {

/// What one client, or all of them, may take.
struct WebLimits {
  std::size_t connections = 128;  ///< more: whoever has gone longest without a whole request goes
  std::size_t live = 32;          ///< of them, WebSockets; they don't have to go
  std::uint32_t header_bytes = 8192;
  std::uint64_t body_bytes = 16384;
  std::chrono::milliseconds request{5000};  ///< for a whole request, or to take an answer
  std::chrono::milliseconds slow{10000};    ///< for which a WebSocket may take nothing
};

/// The manager's HTTP and WebSocket server, in its owner's event loop. It shows what lies on the desk: a live
/// client gets the whole once, then what changes.
class WebServer {
 public:
  using Endpoint = boost::asio::ip::tcp::endpoint;

  /// Listens. @throws boost::system::system_error where it can't
  WebServer(boost::asio::io_context& io, const Endpoint& endpoint, Site site, Desk& desk,
            WebLimits limits = {});
  ~WebServer();

  Endpoint endpoint() const;
  const Site& site() const;
  /// Shows the desk's latest to all live clients. Without one it costs nothing.
  void show();
  std::size_t connections() const;
  /// Ends all connections, and takes no more.
  void close();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace rainier::manager
