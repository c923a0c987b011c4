#include "tools/rainier/manager/control_client.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "tools/rainier/usage_error.hpp"

namespace rainier::manager {

using Json = nlohmann::ordered_json;

ControlClient::ControlClient(const std::filesystem::path& path, const std::string& name)
    : name_(name), socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  const timeval patience{10, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
  ::close(socket_);
  throw tool::UsageError(
      fmt::format("no drive named {} is served (rainier manage list says which are)", name));
}

ControlClient::~ControlClient() { ::close(socket_); }

void ControlClient::gone() const {
  throw tool::UsageError(fmt::format("the drive {} does not answer", name_));
}

Json ControlClient::ask(const Json& what) {
  const std::string line = what.dump() + "\n";
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t n = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) gone();
    sent += static_cast<std::size_t>(n);
  }
  std::size_t end = 0;
  for (char chunk[16384]; (end = received_.find('\n')) == std::string::npos;) {
    const ssize_t n = ::recv(socket_, chunk, sizeof chunk, 0);
    if (n <= 0) gone();
    received_.append(chunk, static_cast<std::size_t>(n));
  }
  const Json answer = Json::parse(received_.substr(0, end), nullptr, false);
  received_.erase(0, end + 1);
  if (!answer.is_object()) gone();
  if (answer.contains("error")) throw tool::UsageError(answer.at("error").get<std::string>());
  return answer;
}

}  // namespace rainier::manager
