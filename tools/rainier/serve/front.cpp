#include "tools/rainier/serve/front.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/asio/ip/address.hpp>

#include "sim/config/error.hpp"
#include "tools/rainier/manager/control_path.hpp"
#include "tools/rainier/manager/secret.hpp"
#include "tools/rainier/option_values.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::live {
namespace {

using manager::WebServer;
using tool::UsageError;

constexpr int most_of_a_name = 1000;

/// PORT of the loopback interface, or ADDRESS:PORT, an IPv6 address in brackets.
WebServer::Endpoint endpoint_of(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::string address = colon == std::string::npos ? "127.0.0.1" : text.substr(0, colon);
  if (address.starts_with("[") && address.ends_with("]")) address = address.substr(1, address.size() - 2);
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address(address, error);
  if (error)
    throw UsageError("--page: expected PORT or ADDRESS:PORT such as 127.0.0.1:8080 (got " +
                     config::in_quotes(text) + ")");
  const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
  return {parsed, static_cast<std::uint16_t>(tool::whole_number("--page", port, 0, 0, 65'535))};
}

/// The first name of its kind that no other drive has.
std::string free_name(const std::filesystem::path& folder, const std::string& drive) {
  for (int number = 1; number < most_of_a_name; ++number) {
    const std::string name = number == 1 ? drive : fmt::format("{}-{}", drive, number);
    if (!manager::is_answered(manager::control_path(folder, name))) return name;
  }
  return drive;
}

}  // namespace

Front::Front(boost::asio::io_context& io, const FrontOptions& options, health::Identity identity,
             const Served& served, const Server& server, const std::string& device)
    : drive_(identity, served, server) {
  const std::filesystem::path folder = manager::make_control_folder();
  const manager::NameLock lock(folder);
  const std::string name = options.name.empty() ? free_name(folder, identity.device) : options.name;
  manager::ServiceOptions service;
  service.control = manager::control_path(folder, name);
  service.about = {{"name", name}, {"process", ::getpid()}, {"device", device}};
  service.names = options.names;
  if (!options.page.empty()) service.web = endpoint_of(options.page);
  service_ = std::make_unique<manager::Service>(io, drive_, std::move(service));
  if (!options.page.empty() && !options.token_file.empty()) {
    manager::write_secret(options.token_file, service_->token());
    where_ = fmt::format("  {} (the token is in {})\n", service_->page(), options.token_file);
  } else if (!options.page.empty()) {
    where_ = fmt::format("  {}#token={}\n", service_->page(), service_->token());
  }
  where_ += fmt::format("  rainier manage info --name {}\n", name);
}

}  // namespace rainier::live
