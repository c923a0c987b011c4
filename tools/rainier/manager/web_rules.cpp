#include "tools/rainier/manager/web_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <nlohmann/json.hpp>

#include "tools/rainier/manager/page.hpp"
#include "tools/rainier/manager/secret.hpp"

namespace rainier::manager {
namespace {

namespace http = boost::beast::http;
using Json = nlohmann::ordered_json;

constexpr std::string_view policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
constexpr int deepest = 8;

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

Response make(http::status status, std::string_view type, std::string body) {
  Response response{status, 11};
  response.set(http::field::content_type, boost::beast::string_view(type.data(), type.size()));
  response.set(http::field::cache_control, "no-store");
  response.set("Content-Security-Policy", boost::beast::string_view(policy.data(), policy.size()));
  response.set("X-Content-Type-Options", "nosniff");
  response.set("X-Frame-Options", "DENY");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.body() = std::move(body);
  response.prepare_payload();
  return response;
}

Response json(http::status status, const Json& value) {
  return make(status, "application/json",
              value.dump(-1, ' ', false, nlohmann::detail::error_handler_t::replace) + "\n");
}

struct HostAndPort {
  std::string_view host;
  std::uint16_t port = 80;
};

/// False where the text is no host with or without a port.
bool split(std::string_view text, HostAndPort& parts) {
  std::size_t end = text.find(':');
  if (text.starts_with("[")) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return false;
    parts.host = text.substr(1, close - 1);
    end = close + 1;
    if (end < text.size() && text[end] != ':') return false;
  } else {
    parts.host = text.substr(0, end);
  }
  if (end >= text.size()) return !parts.host.empty();
  const std::string_view digits = text.substr(end + 1);
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), parts.port);
  return error == std::errc() && stop == digits.data() + digits.size() && !parts.host.empty();
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return lower(x) == lower(y);
  });
}

/// Deep nesting costs a parser its stack.
bool is_shallow(std::string_view text) {
  int depth = 0;
  return std::none_of(text.begin(), text.end(), [&depth](char c) {
    depth += c == '[' || c == '{' ? 1 : 0;
    return depth > deepest;
  });
}

Response act(const Site& site, Desk& desk, const Request& request, Desk::Instant now) {
  if (!is_from_here(site, request)) return refusal(http::status::forbidden, "another site's page asks");
  if (!may_act(site, request)) {
    Response response = refusal(http::status::unauthorized, "actions need the token");
    response.set(http::field::www_authenticate, "Bearer");
    return response;
  }
  if (view(request[http::field::content_type]) != "application/json")
    return refusal(http::status::unsupported_media_type, "expected Content-Type: application/json");
  const Json order = is_shallow(request.body()) ? Json::parse(request.body(), nullptr, false) : Json();
  if (!order.is_object()) return refusal(http::status::bad_request, "expected an object with an action");
  try {
    return json(http::status::ok, desk.order(order, now));
  } catch (const Refused& refused) {
    return refusal(http::status::unprocessable_entity, refused.what());
  }
}

}  // namespace

bool names_this_server(const Site& site, std::string_view host) {
  HostAndPort parts;
  if (!split(host, parts) || parts.port != site.port) return false;
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(std::string(parts.host), error);
  if (!error) return address.is_loopback() || !site.loopback;
  return same_name(parts.host, "localhost") ||
         std::any_of(site.names.begin(), site.names.end(),
                     [&parts](const std::string& name) { return same_name(parts.host, name); });
}

bool is_from_here(const Site& site, const Request& request) {
  const auto origin = request.find(http::field::origin);
  if (origin == request.end()) return true;
  static constexpr std::string_view scheme = "http://";
  const std::string_view text = view(origin->value());
  // The same host as was asked for: not just another name of this machine, where others may listen too.
  return text.starts_with(scheme) && names_this_server(site, text.substr(scheme.size())) &&
         same_name(text.substr(scheme.size()), view(request[http::field::host]));
}

bool may_act(const Site& site, const Request& request) {
  static constexpr std::string_view scheme = "Bearer ";
  const std::string_view text = view(request[http::field::authorization]);
  return !site.token.empty() && text.starts_with(scheme) &&
         equal_in_constant_time(text.substr(scheme.size()), site.token);
}

std::string refuses_live(const Site& site, const Request& request) {
  if (request.count(http::field::host) != 1 || !names_this_server(site, view(request[http::field::host])))
    return "that is not the name of this server";
  if (!is_from_here(site, request)) return "another site's page asks";
  return view(request.target()) == "/live" ? "" : "only /live is live";
}

Response refusal(http::status status, const std::string& why) { return json(status, {{"error", why}}); }

Response answer(const Site& site, Desk& desk, const Request& request, Desk::Instant now) {
  if (request.count(http::field::host) != 1 || !names_this_server(site, view(request[http::field::host])))
    return refusal(http::status::misdirected_request, "that is not the name of this server");
  const std::string_view target = view(request.target());
  const std::string_view path = target.substr(0, target.find('?'));
  if (path == "/action") {
    if (request.method() == http::verb::post) return act(site, desk, request, now);
    Response response = refusal(http::status::method_not_allowed, "POST an action");
    response.set(http::field::allow, "POST");
    return response;
  }
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    Response response = refusal(http::status::method_not_allowed, "GET it");
    response.set(http::field::allow, "GET, HEAD");
    return response;
  }
  if (path == "/status") return json(http::status::ok, desk.latest());
  for (const Asset& asset : assets())
    if (asset.path == path) return make(http::status::ok, asset.type, std::string(asset.content));
  return refusal(http::status::not_found, "there is no such page");
}

}  // namespace rainier::manager
