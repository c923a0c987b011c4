#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <optional>

#include "tools/rainier/manager/control_server.hpp"
#include "tools/rainier/manager/web_server.hpp"

namespace rainier::manager {

/// Where a drive's manager is found.
struct ServiceOptions {
  std::optional<std::filesystem::path> control;  ///< the control socket
  std::optional<WebServer::Endpoint> web;        ///< the page
  std::vector<std::string> names;                ///< by which others reach the page
  std::string token;                             ///< of whoever may act through the page; empty: made here
  nlohmann::ordered_json about;                  ///< what `rainier manage` shows of the process
};

/// A drive's page and control socket, in the event loop of the thread that owns the drive: it looks at the
/// drive forty times a second, and takes and shows its status four times.
class Service {
 public:
  /// @throws UsageError, boost::system::system_error where it can't listen
  Service(boost::asio::io_context& io, Managed& drive, ServiceOptions options);

  /// http://ADDRESS:PORT/, or nothing without a page.
  std::string page() const;
  const std::string& token() const { return token_; }
  /// No more timers, no more clients: the event loop can end.
  void close();

 private:
  void look_soon();
  void refresh_soon();

  Desk desk_;
  std::string token_;
  std::optional<WebServer> web_;
  std::optional<ControlServer> control_;
  boost::asio::steady_timer look_, refresh_;
};

}  // namespace rainier::manager
