#include "tools/rainier/manager/web_server.hpp"

#include <sys/resource.h>

#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <catch2/catch.hpp>
#include <fstream>
#include <future>
#include <thread>

#include "tools/rainier/manager/stand_in_test.hpp"

using namespace rainier;
using namespace rainier::manager;
using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;

namespace {

/// A server in a thread of its own, and clients here.
struct Served {
  StandIn drive;
  Desk desk{drive, [] { return std::string("abc234"); }};
  asio::io_context io;
  WebServer server;
  std::thread loop;
  asio::io_context here;

  explicit Served(WebLimits limits = {})
      : server(io, {asio::ip::make_address("127.0.0.1"), 0}, Site{0, true, {}, "secret"}, desk, limits),
        loop([this] { io.run(); }) {}
  ~Served() {
    asio::post(io, [this] { server.close(); });
    loop.join();
  }

  std::string host() const { return "127.0.0.1:" + std::to_string(server.endpoint().port()); }
  tcp::socket connect() {
    tcp::socket socket(here);
    socket.connect(server.endpoint());
    return socket;
  }
  /// What is answered to bytes, up to the end of the connection or for so long; nothing if it just ends.
  std::string answer(const std::string& bytes) {
    tcp::socket socket = connect();
    const timeval patience{3, 0};
    ::setsockopt(socket.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    boost::system::error_code error;
    asio::write(socket, asio::buffer(bytes), error);
    std::string all(4096, '\0');
    const ssize_t n = ::recv(socket.native_handle(), all.data(), all.size(), 0);
    return all.substr(0, n > 0 ? static_cast<std::size_t>(n) : 0);
  }
  /// How long a whole status took.
  Clock::duration status() {
    const auto begin = Clock::now();
    tcp::socket socket = connect();
    http::request<http::empty_body> request{http::verb::get, "/status", 11};
    request.set(http::field::host, host());
    http::write(socket, request);
    beast::flat_buffer buffer;
    Response response;
    http::read(socket, buffer, response);
    CHECK(response.result() == http::status::ok);
    CHECK(Json::parse(response.body()).contains("drive"));
    return Clock::now() - begin;
  }
  void show(double depth) {
    asio::post(io, [this, depth] {
      drive.now.depth = depth;
      desk.refresh();
      server.show();
    });
  }
};

std::size_t resident_kib() {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;)
    if (word == "VmRSS:") {
      std::size_t kib = 0;
      file >> kib;
      return kib;
    }
  return 0;
}

void allow_many_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 4096);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

TEST_CASE("a live client is sent the whole, then what changes") {
  Served served;
  beast::websocket::stream<tcp::socket> socket(served.connect());
  socket.handshake(served.host(), "/live");
  const auto next = [&socket] {
    beast::flat_buffer buffer;
    socket.read(buffer);
    return Json::parse(beast::buffers_to_string(buffer.data()));
  };
  const Json whole = next();
  CHECK(whole.at("drive").at("channels") == 32);
  CHECK(whole.contains("history"));
  // One message is on its way at a time; what is shown meanwhile comes later, with all else.
  std::atomic<bool> enough = false;
  std::thread shows([&] {
    for (double depth = 1; !enough; ++depth) {
      served.show(depth);
      std::this_thread::sleep_for(10ms);
    }
  });
  Json news = next();
  for (int i = 0; i < 100 && (news.contains("drive") || news.contains("history")); ++i) news = next();
  enough = true;
  shows.join();
  CHECK(news.at("load").at("depth") > 0);
  CHECK_FALSE(news.contains("drive"));
  CHECK_FALSE(news.contains("smart"));
}

TEST_CASE("a WebSocket of another site's page is refused, and so is one too many") {
  WebLimits limits;
  limits.live = 1;
  Served served(limits);
  const auto refused = [&served](const std::string& origin) {
    beast::websocket::stream<tcp::socket> socket(served.connect());
    socket.set_option(beast::websocket::stream_base::decorator(
        [&origin](beast::websocket::request_type& request) { request.set(http::field::origin, origin); }));
    beast::websocket::response_type response;
    boost::system::error_code error;
    socket.handshake(response, served.host(), "/live", error);
    return response.result_int();
  };
  CHECK(refused("http://evil.example") == 403);
  beast::websocket::stream<tcp::socket> first(served.connect());
  first.handshake(served.host(), "/live");
  CHECK(refused("http://" + served.host()) == 503);
  CHECK(served.status() < 2s);
}

TEST_CASE("what is too long, and what is no HTTP, is answered so and ends the connection") {
  Served served;
  const std::string line = "GET / HTTP/1.1\r\nHost: " + served.host() + "\r\n";
  CHECK(served.answer(line + "\r\n").starts_with("HTTP/1.1 200"));
  CHECK(served.answer(line + "X: " + std::string(9000, 'x') + "\r\n\r\n").starts_with("HTTP/1.1 431"));
  CHECK(served
            .answer("POST /action HTTP/1.1\r\nHost: " + served.host() +
                    "\r\nContent-Length: 99999999999\r\n\r\n")
            .starts_with("HTTP/1.1 413"));
  CHECK(served.answer("\x16\x03\x01\x02\x00 TLS\r\n\r\n").starts_with("HTTP/1.1 400"));
  CHECK(served.answer("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").starts_with("HTTP/1.1 421"));
}

TEST_CASE(
    "a thousand connections that say nothing, or a byte now and then, keep nobody else waiting (heavy)") {
  allow_many_files();
  WebLimits limits;
  limits.request = 1000ms;
  Served served(limits);
  served.status();
  const std::size_t before = resident_kib();
  std::vector<tcp::socket> idle;
  Clock::duration slowest{};
  for (int i = 0; i < 1000; ++i) {
    idle.push_back(served.connect());
    boost::system::error_code ignored;
    if (i % 2 == 0) asio::write(idle.back(), asio::buffer("GET / HT", 8), ignored);
    if (i % 50 == 0) slowest = std::max(slowest, served.status());
  }
  // A byte of a header every tenth of a second, for longer than a request may take.
  for (int round = 0; round < 14; ++round) {
    boost::system::error_code ignored;
    for (tcp::socket& socket : idle) asio::write(socket, asio::buffer("x", 1), ignored);
    slowest = std::max(slowest, served.status());
    std::this_thread::sleep_for(100ms);
  }
  CHECK(slowest < 1500ms);
  CHECK(resident_kib() < before + 20'000);
  std::promise<std::size_t> left;
  asio::post(served.io, [&] { left.set_value(served.server.connections()); });
  CHECK(left.get_future().get() < 3);  // all of them were shown the door
}

TEST_CASE("a live client that takes nothing is dropped, while another goes on (heavy)") {
  WebLimits limits;
  limits.slow = 300ms;
  Served served(limits);
  beast::websocket::stream<tcp::socket> deaf(served.connect()), other(served.connect());
  deaf.next_layer().set_option(asio::socket_base::receive_buffer_size(4096));
  deaf.handshake(served.host(), "/live");
  other.handshake(served.host(), "/live");
  std::thread reader([&other] {
    boost::system::error_code error;
    for (beast::flat_buffer buffer; !error; buffer.clear()) other.read(buffer, error);
  });
  std::size_t left = 3;
  const auto end = Clock::now() + 20s;
  for (int i = 0; left > 1 && Clock::now() < end; ++i) {
    std::promise<std::size_t> count;
    asio::post(served.io, [&, i] {
      // All dies change: much to send.
      served.drive.now.dies.assign(512, i % 2 == 0 ? DieState::read : DieState::program);
      served.drive.now.busy.assign(512, i % 2 == 0 ? 0.1 : 0.9);
      for (double& e : served.drive.now.erases) e += 1;
      served.desk.refresh();
      served.server.show();
      count.set_value(served.server.connections());
    });
    left = count.get_future().get();
    std::this_thread::sleep_for(1ms);
  }
  CHECK(left == 1);
  CHECK(served.status() < 2s);
  asio::post(served.io, [&] { served.server.close(); });
  reader.join();
}
