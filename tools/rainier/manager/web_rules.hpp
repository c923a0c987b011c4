#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rainier/manager/desk.hpp"

/// How the manager answers HTTP, without a socket: what is asked goes in, what is answered comes out.
namespace rainier::manager {

using Request = boost::beast::http::request<boost::beast::http::string_body>;
using Response = boost::beast::http::response<boost::beast::http::string_body>;

/// Who may ask.
struct Site {
  std::uint16_t port = 0;
  bool loopback = true;            ///< it is listened to from this machine alone
  std::vector<std::string> names;  ///< by which others reach it: host names without a port
  std::string token;               ///< of whoever may act
};

/// What is asked for names this server: `localhost` or the address of a loopback interface, one of its names,
/// or, where it listens to others, an IP address; and its port. A page of another site that resolves its
/// own name to this machine (DNS rebinding) does not.
bool names_this_server(const Site& site, std::string_view host);
/// No other site's page asks: there is no Origin (no browser) or it is this server.
bool is_from_here(const Site& site, const Request& request);
/// Whether it carries the token, as `Authorization: Bearer TOKEN`.
bool may_act(const Site& site, const Request& request);

/// A request to become a WebSocket: answers nothing (an empty text) if it may be, else why not.
std::string refuses_live(const Site& site, const Request& request);
/// The answer to any other request. Never throws for what is in the request.
Response answer(const Site& site, Desk& desk, const Request& request, Desk::Instant now);
/// A refusal, as all of them look.
Response refusal(boost::beast::http::status status, const std::string& why);

}  // namespace rainier::manager
