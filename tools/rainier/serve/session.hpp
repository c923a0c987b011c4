#pragma once

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/port/slab.hpp"
#include "tools/rainier/serve/clock.hpp"
#include "tools/rainier/serve/image.hpp"
#include "tools/rainier/serve/live_drive.hpp"
#include "tools/rainier/serve/nbd/negotiation.hpp"
#include "tools/rainier/serve/syncer.hpp"

namespace rainier::live {

/// What all sessions share.
struct Served {
  nbd::Export device;
  LiveDrive& drive;
  Clock& clock;
  Image* image;                              ///< nullptr: bytes end with the process
  Syncer* syncer = nullptr;                  ///< of the image
  std::size_t bytes = 0;                     ///< of all sessions' requests and of replies not taken
  std::size_t most_bytes = 128U << 20;       ///< from which on sessions take small requests alone
  std::function<void()> has_room = nullptr;  ///< called where it falls below that
};

/// What one client may have at once. One that does not take its replies is not read from.
struct SessionLimits {
  std::size_t requests = 1024;
  std::size_t bytes = 32U << 20;  ///< of requests' data and of replies not taken; a larger request goes alone
  std::size_t reserved = 128U << 10;  ///< of them, those that it may have however much the others have
  std::chrono::milliseconds handshake{10'000};
};

/// One client of the block device. It lives until its connection and its last request have ended.
class Session final : public std::enable_shared_from_this<Session>, public Asker {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;
  using Limits = SessionLimits;

  Session(Socket socket, Served& served, Limits limits = {});

  void start();
  /// Sends what is to be sent: after each turn of the clock.
  void flush();
  /// Takes no more requests; ends when those under way have.
  void finish();
  void close();
  bool closed() const { return closed_; }
  bool talking() const { return negotiation_.state() == nbd::Negotiation::State::talking; }
  std::size_t under_way() const { return flights_.used(); }
  /// Whether it has taken none of its replies since then.
  bool stalls_since(Clock::Wall::time_point then) const {
    return !closed_ && writing_ && writing_since_ < then;
  }

  void ended(std::uint32_t tag, controller::Error error) override;

 private:
  using Bytes = std::unique_ptr<std::byte[]>;
  /// A request of the client.
  struct Flight {
    nbd::Request request;
    nbd::Error error = nbd::Error::none;
    Bytes bytes;
    std::uint32_t parts = 0;  ///< requests of the drive under way, and of the disk
    bool flushes = false;     ///< FUA: the flush after the write is under way
  };

  void read();
  void take(std::size_t bytes);
  void parse();
  bool parse_one();
  void begin(const nbd::Request& request);
  void fill();
  void submit(std::uint32_t tag);
  void submit_zeroes(std::uint32_t tag);
  void sync(std::uint32_t tag);
  void part_ended(std::uint32_t tag, nbd::Error error);
  void status(const nbd::Request& request);
  void ask(Op op, std::uint64_t offset, std::uint64_t length, std::byte* memory, std::uint32_t tag);
  void reply(std::uint32_t tag);
  void answer(const nbd::Request& request, nbd::Error error);
  std::size_t held() const;
  bool has_room(std::size_t more) const;
  bool held_back() const;
  void count();

  Socket socket_;
  Served& served_;
  Limits limits_;
  boost::asio::steady_timer timer_;
  nbd::Negotiation negotiation_;
  std::vector<std::byte> in_;
  std::size_t begin_ = 0, end_ = 0;  ///< what of in_ is to be parsed
  std::string out_, sending_;
  Slab<Flight> flights_;
  std::size_t bytes_ = 0;    ///< of their data, as far as it has come
  std::size_t counted_ = 0;  ///< of served_.bytes
  std::uint32_t filling_;    ///< the write whose data come, or none
  std::size_t filled_ = 0;
  Clock::Wall::time_point writing_since_;
  std::shared_ptr<Session> self_;  ///< while requests are under way
  bool reading_ = false, writing_ = false, parsing_ = false, finishing_ = false, closed_ = false;
};

}  // namespace rainier::live
