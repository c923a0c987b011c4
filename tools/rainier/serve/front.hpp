#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "tools/rainier/manager/service.hpp"
#include "tools/rainier/serve/front_options.hpp"
#include "tools/rainier/serve/managed_drive.hpp"

namespace rainier::live {

/// The page and the control socket of a live drive.
class Front {
 public:
  /// @param device  where the block device is, for `rainier manage info`
  /// @throws UsageError
  Front(boost::asio::io_context& io, const FrontOptions& options, health::Identity identity,
        const Served& served, const Server& server, const std::string& device);

  /// Lines for who started it: the page, with the token unless that is in a file, and how to manage it.
  const std::string& where() const { return where_; }
  void close() { service_->close(); }

 private:
  ManagedDrive drive_;
  std::unique_ptr<manager::Service> service_;
  std::string where_;
};

}  // namespace rainier::live
