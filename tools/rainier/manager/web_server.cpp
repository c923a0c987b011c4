#include "tools/rainier/manager/web_server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket.hpp>
#include <list>

namespace rainier::manager {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Json = nlohmann::ordered_json;
using WebSocket = websocket::stream<beast::tcp_stream>;
using asio::awaitable;
using asio::use_awaitable;

namespace {

std::shared_ptr<const std::string> text_of(const Json& json) {
  return std::make_shared<const std::string>(
      json.dump(-1, ' ', false, nlohmann::detail::error_handler_t::replace));
}

/// Who watches: one message is on its way at a time; what it misses meanwhile comes as a whole later.
struct Watcher {
  explicit Watcher(WebSocket& socket) : stream(socket) {}
  WebSocket& stream;
  bool writing = false, behind = true;
  Desk::Instant since;  ///< when what is on its way was begun
};

}  // namespace

struct WebServer::Shared : std::enable_shared_from_this<Shared> {
  Shared(asio::io_context& io, const Endpoint& endpoint, Site its_site, Desk& its_desk, WebLimits its_limits)
      : acceptor(io, endpoint), pause(io), site(std::move(its_site)), desk(its_desk), limits(its_limits) {
    site.port = acceptor.local_endpoint().port();
    site.loopback = endpoint.address().is_loopback();
  }

  awaitable<void> accept();
  awaitable<void> serve(tcp::socket socket);
  awaitable<void> requests(beast::tcp_stream& stream, std::list<beast::tcp_stream*>::iterator place);
  awaitable<void> watch(beast::tcp_stream& stream, const Request& request);
  static awaitable<void> push(std::shared_ptr<Watcher> watcher, std::shared_ptr<const std::string> text);
  void drop_oldest();
  void send(const std::shared_ptr<Watcher>& watcher, std::shared_ptr<const std::string> text);
  std::shared_ptr<const std::string> whole() const {
    Json all = desk.latest();
    all["history"] = desk.history();
    return text_of(all);
  }

  tcp::acceptor acceptor;
  asio::steady_timer pause;
  Site site;
  Desk& desk;
  WebLimits limits;
  bool closed = false;
  std::list<beast::tcp_stream*> asking;  ///< connections that are no WebSockets, the longest idle first
  std::list<std::shared_ptr<Watcher>> watchers;
  Json shown;  ///< what those who are not behind have seen
};

awaitable<void> WebServer::Shared::accept() {
  const auto self = shared_from_this();
  while (!closed) {
    boost::system::error_code error;
    tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(use_awaitable, error));
    if (closed) break;
    if (error) {  // too many files, say: they will be fewer
      pause.expires_after(std::chrono::milliseconds(50));
      co_await pause.async_wait(asio::redirect_error(use_awaitable, error));
      continue;
    }
    if (asking.size() + watchers.size() >= limits.connections) drop_oldest();
    asio::co_spawn(acceptor.get_executor(), serve(std::move(socket)), asio::detached);
  }
}

void WebServer::Shared::drop_oldest() {
  if (asking.empty()) return;
  boost::system::error_code ignored;
  asking.front()->socket().close(ignored);
  asking.splice(asking.end(), asking, asking.begin());  // its end comes by itself
}

/// One connection, from its first byte to its last. Whatever goes wrong ends it and nothing else.
awaitable<void> WebServer::Shared::serve(tcp::socket socket) {
  const auto self = shared_from_this();
  beast::tcp_stream stream(std::move(socket));
  const auto place = asking.insert(asking.end(), &stream);
  try {
    co_await requests(stream, place);
  } catch (const std::exception&) {
  }
  asking.remove(&stream);
  boost::system::error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
}

awaitable<void> WebServer::Shared::requests(beast::tcp_stream& stream,
                                            std::list<beast::tcp_stream*>::iterator place) {
  beast::flat_buffer buffer(limits.header_bytes + limits.body_bytes);
  for (bool more = true; more;) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(limits.header_bytes);
    parser.body_limit(limits.body_bytes);
    stream.expires_after(limits.request);  // for all of the request, however slowly it comes
    boost::system::error_code error;
    co_await http::async_read(stream, buffer, parser, asio::redirect_error(use_awaitable, error));
    Response response;
    if (!error) {
      const Request& request = parser.get();
      if (websocket::is_upgrade(request)) {
        const std::string why = refuses_live(site, request);
        const bool room = watchers.size() < limits.live;
        if (why.empty() && room) {
          asking.erase(place);
          co_await watch(stream, request);
          co_return;
        }
        response = refusal(room ? http::status::forbidden : http::status::service_unavailable,
                           room ? why : "too many are watching");
      } else {
        response = answer(site, desk, request, std::chrono::steady_clock::now());
      }
      more = request.keep_alive() && !closed;
      if (request.method() == http::verb::head) {
        response.content_length(response.body().size());
        response.body().clear();
      }
    } else if (error == http::error::header_limit || error == http::error::body_limit ||
               error == http::error::buffer_overflow) {
      response = refusal(error == http::error::body_limit ? http::status::payload_too_large
                                                          : http::status::request_header_fields_too_large,
                         "that is too long");
      more = false;
    } else if (error.category() == http::make_error_code(http::error::bad_method).category() &&
               error != http::error::end_of_stream && error != http::error::partial_message) {
      response = refusal(http::status::bad_request, "that is no HTTP");
      more = false;
    } else {
      co_return;
    }
    response.keep_alive(more);
    stream.expires_after(limits.request);
    co_await http::async_write(stream, response, use_awaitable);
    asking.splice(asking.end(), asking, place);
  }
}

awaitable<void> WebServer::Shared::watch(beast::tcp_stream& stream, const Request& request) {
  stream.expires_never();
  WebSocket socket(std::move(stream));
  const auto watcher = std::make_shared<Watcher>(socket);
  const auto place = watchers.insert(watchers.end(), watcher);
  boost::system::error_code error;
  socket.set_option(websocket::stream_base::timeout{limits.request, limits.slow * 2, true});
  socket.read_message_max(1024);
  co_await socket.async_accept(request, asio::redirect_error(use_awaitable, error));
  if (!error) send(watcher, whole());
  beast::flat_buffer buffer(4096);
  while (!error && !closed) {  // what it says is not for us; its pings and its close are
    buffer.clear();
    co_await socket.async_read(buffer, asio::redirect_error(use_awaitable, error));
  }
  watchers.erase(place);
  beast::get_lowest_layer(socket).close();
  while (watcher->writing) {  // its stream must outlive it
    asio::steady_timer wait(acceptor.get_executor(), std::chrono::milliseconds(5));
    co_await wait.async_wait(asio::redirect_error(use_awaitable, error));
  }
}

awaitable<void> WebServer::Shared::push(std::shared_ptr<Watcher> watcher,
                                        std::shared_ptr<const std::string> text) {
  boost::system::error_code error;
  co_await watcher->stream.async_write(asio::buffer(*text), asio::redirect_error(use_awaitable, error));
  if (error) beast::get_lowest_layer(watcher->stream).close();
  watcher->writing = false;
}

void WebServer::Shared::send(const std::shared_ptr<Watcher>& watcher,
                             std::shared_ptr<const std::string> text) {
  watcher->writing = true;
  watcher->behind = false;
  watcher->since = std::chrono::steady_clock::now();
  watcher->stream.text(true);
  asio::co_spawn(acceptor.get_executor(), push(watcher, std::move(text)), asio::detached);
}

WebServer::WebServer(asio::io_context& io, const Endpoint& endpoint, Site site, Desk& desk, WebLimits limits)
    : shared_(std::make_shared<Shared>(io, endpoint, std::move(site), desk, limits)) {
  asio::co_spawn(io, shared_->accept(), asio::detached);
}

WebServer::~WebServer() { close(); }

WebServer::Endpoint WebServer::endpoint() const { return shared_->acceptor.local_endpoint(); }
const Site& WebServer::site() const { return shared_->site; }

void WebServer::show() {
  Shared& s = *shared_;
  if (s.watchers.empty()) {
    s.shown = nullptr;
    return;
  }
  const auto now = std::chrono::steady_clock::now();
  const bool first = s.shown.is_null();
  const auto news = text_of(changes(s.shown.is_null() ? Json::object() : s.shown, s.desk.latest()));
  s.shown = s.desk.latest();
  std::shared_ptr<const std::string> all;
  for (const std::shared_ptr<Watcher>& watcher : s.watchers) {
    if (!watcher->stream.is_open()) continue;
    if (watcher->writing) {
      watcher->behind = true;
      if (now - watcher->since > s.limits.slow) beast::get_lowest_layer(watcher->stream).close();
    } else if (watcher->behind && !first) {
      if (!all) all = s.whole();
      s.send(watcher, all);
    } else {
      s.send(watcher, news);
    }
  }
}

std::size_t WebServer::connections() const { return shared_->asking.size() + shared_->watchers.size(); }

void WebServer::close() {
  Shared& s = *shared_;
  s.closed = true;
  boost::system::error_code ignored;
  s.acceptor.close(ignored);
  s.pause.cancel();
  for (beast::tcp_stream* stream : s.asking) stream->close();
  for (const std::shared_ptr<Watcher>& watcher : s.watchers) beast::get_lowest_layer(watcher->stream).close();
}

}  // namespace rainier::manager
