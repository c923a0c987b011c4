#include "tools/rainier/manager/control_server.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <list>

#include "tools/rainier/usage_error.hpp"

namespace rainier::manager {

namespace asio = boost::asio;
using local = asio::local::stream_protocol;
using Stream = boost::beast::basic_stream<local>;
using asio::awaitable;
using asio::use_awaitable;

namespace {

constexpr std::size_t longest_line = 16384, most_clients = 32;
constexpr std::chrono::seconds idle{60}, taking{5};

/// Bound and listening, and nobody else's for no moment.
local::acceptor bind(asio::io_context& io, const std::filesystem::path& path) {
  if (is_answered(path))
    throw tool::UsageError(fmt::format("a drive is served under the name {} already: give it another --name",
                                       path.stem().string()));
  ::unlink(path.c_str());
  local::acceptor acceptor(io, local());
  boost::system::error_code error;
  const mode_t before = ::umask(0177);
  acceptor.bind(local::endpoint(path.string()), error);
  ::umask(before);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw tool::UsageError(fmt::format("cannot make {}: {}", path.string(), error.message()));
  return acceptor;
}

}  // namespace

bool is_answered(const std::filesystem::path& path) {
  asio::io_context io;
  local::socket socket(io);
  boost::system::error_code error;
  socket.connect(local::endpoint(path.string()), error);
  return !error;
}

struct ControlServer::Shared : std::enable_shared_from_this<Shared> {
  Shared(asio::io_context& io, std::filesystem::path its_path, nlohmann::ordered_json its_about,
         Desk& its_desk)
      : path(std::move(its_path)),
        acceptor(bind(io, path)),
        pause(io),
        about(std::move(its_about)),
        desk(its_desk) {}

  awaitable<void> accept();
  awaitable<void> serve(local::socket socket);

  std::filesystem::path path;
  local::acceptor acceptor;
  asio::steady_timer pause;
  nlohmann::ordered_json about;
  Desk& desk;
  std::list<Stream*> clients;
  bool closed = false;
};

awaitable<void> ControlServer::Shared::accept() {
  const auto self = shared_from_this();
  while (!closed) {
    boost::system::error_code error;
    local::socket socket = co_await acceptor.async_accept(asio::redirect_error(use_awaitable, error));
    if (closed) break;
    if (error) {
      pause.expires_after(std::chrono::milliseconds(50));
      co_await pause.async_wait(asio::redirect_error(use_awaitable, error));
    } else if (clients.size() < most_clients) {
      asio::co_spawn(acceptor.get_executor(), serve(std::move(socket)), asio::detached);
    }
  }
}

awaitable<void> ControlServer::Shared::serve(local::socket socket) {
  const auto self = shared_from_this();
  Stream stream(std::move(socket));
  const auto place = clients.insert(clients.end(), &stream);
  std::string buffer;
  boost::system::error_code error;
  while (!closed) {
    stream.expires_after(idle);
    const std::size_t length = co_await asio::async_read_until(
        stream, asio::dynamic_buffer(buffer, longest_line), '\n', asio::redirect_error(use_awaitable, error));
    if (error) break;
    const std::string said = control_answer(desk, about, std::string_view(buffer).substr(0, length - 1),
                                            std::chrono::steady_clock::now());
    buffer.erase(0, length);
    stream.expires_after(taking);
    co_await asio::async_write(stream, asio::buffer(said), asio::redirect_error(use_awaitable, error));
    if (error) break;
  }
  clients.erase(place);
}

ControlServer::ControlServer(asio::io_context& io, const std::filesystem::path& path,
                             nlohmann::ordered_json about, Desk& desk)
    : shared_(std::make_shared<Shared>(io, path, std::move(about), desk)) {
  asio::co_spawn(io, shared_->accept(), asio::detached);
}

ControlServer::~ControlServer() { close(); }

void ControlServer::close() {
  Shared& s = *shared_;
  if (std::exchange(s.closed, true)) return;
  boost::system::error_code ignored;
  s.acceptor.close(ignored);
  s.pause.cancel();
  for (Stream* stream : s.clients) stream->close();
  ::unlink(s.path.c_str());
}

}  // namespace rainier::manager
