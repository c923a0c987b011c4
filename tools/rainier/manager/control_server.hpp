#pragma once

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tools/rainier/manager/desk.hpp"

namespace rainier::manager {

/// Answers one line of the control protocol with one line: {"ask": "status"} is the drive's status with
/// `about` in front, an object with an "action" is an order, and what is wrong is an {"error": LINE}. Never
/// throws for what is in the line.
std::string control_answer(Desk& desk, const nlohmann::ordered_json& about, std::string_view line,
                           Desk::Instant now);

/// Whether somebody listens to the control socket.
bool is_answered(const std::filesystem::path& path);

/// The control socket of a drive, of mode 0600, in its owner's event loop; its file is gone when it is.
class ControlServer {
 public:
  /// @param about  what `rainier manage list` shows of the process: its name, page and block device
  /// @throws UsageError where the name is taken or the socket can't be made
  ControlServer(boost::asio::io_context& io, const std::filesystem::path& path, nlohmann::ordered_json about,
                Desk& desk);
  ~ControlServer();
  void close();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace rainier::manager
