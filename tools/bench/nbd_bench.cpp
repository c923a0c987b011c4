// How many requests a second a served drive answers to a client that sends many at once.
//   rainier serve p320h-700 --scale 1/64 --pace free --socket /tmp/s &
//   nbd_bench SOCKET [DEPTH] [SECONDS]        (defaults: 256 2)
// 4 KiB at random over the first GiB: writes all of it once, then reads, then reads and writes by turns.
#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/random/philox.hpp"
#include "tools/rainier/serve/nbd/protocol.hpp"

namespace {

using namespace rainier;
namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t block = 4096, reply_bytes = 16;

class Client {
 public:
  explicit Client(const std::string& path) : socket_(io_) {
    socket_.connect(asio::local::stream_protocol::endpoint(path));
    take(18);
    std::string hello;
    nbd::put32(hello, 3);
    nbd::put64(hello, nbd::option_magic);
    nbd::put32(hello, static_cast<std::uint32_t>(nbd::Option::export_name));
    nbd::put32(hello, 0);
    asio::write(socket_, asio::buffer(hello));
    blocks_ = std::min<std::uint64_t>(nbd::get64(take(10)), 1 << 30) / block;
  }

  std::uint64_t blocks() const { return blocks_; }

  /// Sends `depth` requests in one piece and takes their replies.
  void batch(std::uint64_t depth, auto&& next) {
    std::string out;
    std::size_t answers = 0;
    for (std::uint64_t i = 0; i < depth; ++i) {
      const auto [writes, where] = next();
      nbd::put32(out, nbd::request_magic);
      nbd::put16(out, 0);
      nbd::put16(out, static_cast<std::uint16_t>(writes ? nbd::Command::write : nbd::Command::read));
      nbd::put64(out, i);
      nbd::put64(out, where * block);
      nbd::put32(out, block);
      if (writes) out.append(block, 'x');
      answers += reply_bytes + (writes ? 0 : block);
    }
    asio::write(socket_, asio::buffer(out));
    take(answers);
  }

 private:
  const std::byte* take(std::size_t bytes) {
    in_.resize(std::max(in_.size(), bytes));
    asio::read(socket_, asio::buffer(in_.data(), bytes));
    return in_.data();
  }

  asio::io_context io_;
  asio::local::stream_protocol::socket socket_;
  std::vector<std::byte> in_;
  std::uint64_t blocks_ = 0;
};

void measure(Client& client, const char* what, std::uint64_t depth, double seconds, auto&& next) {
  std::uint64_t count = 0;
  const auto begun = Clock::now();
  std::chrono::duration<double> spent{};
  while (spent.count() < seconds) {
    client.batch(depth, next);
    count += depth;
    spent = Clock::now() - begun;
  }
  fmt::print("{:<28} {:>8.0f} requests a second, {} at once\n", what,
             static_cast<double>(count) / spent.count(), depth);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "nbd_bench: give the socket of a drive that rainier serves\n");
    return 2;
  }
  try {
    const std::uint64_t depth = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 256;
    const double seconds = argc > 3 ? std::atof(argv[3]) : 2;
    Client client(argv[1]);
    std::uint64_t at = 0;
    Philox random(1, "nbd_bench");
    const auto anywhere = [&] { return random.below(client.blocks()); };
    while (at < client.blocks()) client.batch(depth, [&] { return std::pair(true, at++ % client.blocks()); });
    measure(client, "4 KiB random reads", depth, seconds, [&] { return std::pair(false, anywhere()); });
    measure(client, "4 KiB random, half writes", depth, seconds,
            [&] { return std::pair(random.below(2) == 0, anywhere()); });
  } catch (const std::exception& error) {
    fmt::print(stderr, "nbd_bench: {}\n", error.what());
    return 2;
  }
}
