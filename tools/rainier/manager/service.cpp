#include "tools/rainier/manager/service.hpp"

#include <fmt/format.h>

#include "tools/rainier/manager/secret.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::manager {
namespace {

constexpr std::size_t token_characters = 32;  // 160 bits
constexpr std::size_t code_characters = 6;
constexpr std::chrono::milliseconds between_looks{25};

}  // namespace

Service::Service(boost::asio::io_context& io, Managed& drive, ServiceOptions options)
    : desk_(drive, [] { return random_text(code_characters); }),
      token_(options.token.empty() ? random_text(token_characters) : std::move(options.token)),
      look_(io),
      refresh_(io) {
  if (options.web) {
    Site site;
    site.names = std::move(options.names);
    site.token = token_;
    try {
      web_.emplace(io, *options.web, std::move(site), desk_);
    } catch (const boost::system::system_error& error) {
      throw tool::UsageError(fmt::format("cannot listen on {}:{}: {}", options.web->address().to_string(),
                                         options.web->port(), error.code().message()));
    }
    options.about["page"] = page();
  }
  if (options.control) control_.emplace(io, *options.control, std::move(options.about), desk_);
  look_soon();
  refresh_soon();
}

std::string Service::page() const {
  if (!web_) return "";
  const WebServer::Endpoint at = web_->endpoint();
  const std::string address = at.address().to_string();
  return at.address().is_v6() ? fmt::format("http://[{}]:{}/", address, at.port())
                              : fmt::format("http://{}:{}/", address, at.port());
}

void Service::look_soon() {
  look_.expires_after(between_looks);
  look_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    desk_.look();
    look_soon();
  });
}

void Service::refresh_soon() {
  refresh_.expires_after(Desk::period);
  refresh_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    desk_.refresh();
    if (web_) web_->show();
    refresh_soon();
  });
}

void Service::close() {
  look_.cancel();
  refresh_.cancel();
  if (web_) web_->close();
  if (control_) control_->close();
}

}  // namespace rainier::manager
