#include "tools/rainier/serve/server.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "tools/rainier/usage_error.hpp"

namespace rainier::live {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using Error = boost::system::error_code;
using Local = asio::local::stream_protocol;

constexpr int backlog = 128;
constexpr std::chrono::milliseconds after_failure{100};  // out of descriptors, say
constexpr std::chrono::seconds finish_within{10};
constexpr std::chrono::seconds sweep_every{1}, stalls_at_most{5};
constexpr std::size_t spare_descriptors = 64;

}  // namespace

Server::Server(asio::io_context& io, Served& served, std::size_t connections, SessionLimits limits)
    : io_(io), served_(served), most_(connections), limits_(limits), timer_(io), sweeper_(io) {
  // A descriptor for each connection, as far as the system lets it.
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
    files.rlim_cur = std::min<rlim_t>(files.rlim_max, most_ + spare_descriptors);
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
  served_.has_room = [this] { asio::post(io_, [this] { flush(); }); };
  sweep();
}

Server::~Server() {
  for (const fs::path& file : files_) {
    std::error_code ignored;
    fs::remove(file, ignored);
  }
}

void Server::listen(const fs::path& socket) {
  const auto refuse = [&](const std::string& why) {
    throw tool::UsageError(fmt::format("--socket {}: {}", socket.string(), why));
  };
  if (socket.string().size() > 107) refuse("the name of a socket has at most 107 characters");
  const Local::endpoint endpoint(socket.string());
  std::error_code none;
  if (fs::exists(fs::symlink_status(socket, none))) {
    if (fs::status(socket, none).type() != fs::file_type::socket) refuse("there is a file of this name");
    Error error;
    Local::socket(io_).connect(endpoint, error);
    if (!error) refuse("another process listens there");
    fs::remove(socket, none);
  }
  auto acceptor = std::make_unique<Local::acceptor>(io_, Local());
  Error error;
  const ::mode_t mask = ::umask(0177);
  acceptor->bind(endpoint, error);
  ::umask(mask);
  if (!error) acceptor->listen(backlog, error);
  if (error) refuse(error.message());
  files_.push_back(socket);
  unix_.push_back(std::move(acceptor));
  accept(*unix_.back());
}

std::uint16_t Server::listen(const asio::ip::tcp::endpoint& endpoint) {
  auto acceptor = std::make_unique<asio::ip::tcp::acceptor>(io_, endpoint.protocol());
  Error error;
  acceptor->set_option(asio::socket_base::reuse_address(true), error);
  acceptor->bind(endpoint, error);
  if (!error) acceptor->listen(backlog, error);
  if (error)
    throw tool::UsageError(
        fmt::format("--port {} of {}: {}", endpoint.port(), endpoint.address().to_string(), error.message()));
  const std::uint16_t port = acceptor->local_endpoint().port();
  tcp_.push_back(std::move(acceptor));
  accept(*tcp_.back());
  return port;
}

template <class Acceptor>
void Server::accept(Acceptor& acceptor) {
  acceptor.async_accept(
      [this, &acceptor](const Error& error, typename Acceptor::protocol_type::socket socket) {
        if (error == asio::error::operation_aborted || !acceptor.is_open()) return;
        if (error) {
          timer_.expires_after(after_failure);
          timer_.async_wait([this, &acceptor](const Error& cancelled) {
            if (!cancelled) accept(acceptor);
          });
          return;
        }
        if constexpr (std::is_same_v<Acceptor, asio::ip::tcp::acceptor>) {
          Error ignored;
          socket.set_option(asio::ip::tcp::no_delay(true), ignored);
        }
        take(Session::Socket(std::move(socket)));
        accept(acceptor);
      });
}

void Server::sweep() {
  forget_closed();
  if (served_.bytes >= served_.most_bytes)
    for (const auto& session : sessions_)
      if (session->stalls_since(Clock::Wall::now() - stalls_at_most)) session->close();
  sweeper_.expires_after(sweep_every);
  sweeper_.async_wait([this](const Error& cancelled) {
    if (!cancelled) sweep();
  });
}

void Server::take(Session::Socket socket) {
  forget_closed();
  if (sessions_.size() >= most_) {
    const auto talking = std::find_if(sessions_.begin(), sessions_.end(),
                                      [](const auto& session) { return session->talking(); });
    if (talking == sessions_.end()) return;  // the socket closes
    (*talking)->close();
    forget_closed();
  }
  sessions_.push_back(std::make_shared<Session>(std::move(socket), served_, limits_));
  sessions_.back()->start();
}

void Server::forget_closed() {
  std::erase_if(sessions_,
                [](const auto& session) { return session->closed() && session->under_way() == 0; });
}

std::size_t Server::clients() const {
  return static_cast<std::size_t>(std::count_if(sessions_.begin(), sessions_.end(), [](const auto& session) {
    return !session->closed() && !session->talking();
  }));
}

void Server::flush() {
  for (const auto& session : sessions_) session->flush();
  if (ended_) end_if_done();
}

void Server::finish(std::function<void()> ended) {
  ended_ = std::move(ended);
  for (const auto& acceptor : unix_) acceptor->close();
  for (const auto& acceptor : tcp_) acceptor->close();
  for (const auto& session : sessions_) {
    session->finish();
    session->flush();
  }
  // A client that does not take its last replies is not waited for.
  timer_.expires_after(finish_within);
  timer_.async_wait([this](const Error& cancelled) {
    if (cancelled) return;
    for (const auto& session : sessions_) session->close();
    end_if_done();
  });
  end_if_done();
}

void Server::end_if_done() {
  forget_closed();
  const bool busy = std::any_of(sessions_.begin(), sessions_.end(),
                                [](const auto& session) { return session->under_way() > 0; });
  if (busy || !ended_) return;
  timer_.cancel();
  sweeper_.cancel();
  std::exchange(ended_, nullptr)();
}

}  // namespace rainier::live
