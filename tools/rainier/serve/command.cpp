#include "tools/rainier/serve/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/option_values.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/serve/arrival_log.hpp"
#include "tools/rainier/serve/front.hpp"
#include "tools/rainier/serve/live_setup.hpp"
#include "tools/rainier/serve/server.hpp"
#include "tools/rainier/smart_json.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using namespace live;
namespace asio = boost::asio;

class Nobody final : public Asker {
 public:
  void ended(std::uint32_t, controller::Error error) override {
    if (error != controller::Error::none) failed = true;
  }
  bool failed = false;
};

/// Writes to the drive what its file holds, in simulated time, before anyone is served.
void fill(LiveDrive& drive, const Image& image, bool quiet) {
  constexpr std::size_t at_once = 64;
  Progress progress(!quiet);
  Nobody nobody;
  std::vector<std::vector<std::byte>> pieces;
  std::uint64_t bytes = 0;
  const auto write_out = [&] {
    while (drive.outstanding() > 0) drive.advance_requests(at_once);
    pieces.clear();
    progress.show(fmt::format("reading the store: {:.1f} MB", static_cast<double>(bytes) / 1e6));
  };
  image.load([&](std::uint64_t offset, std::span<std::byte> piece) {
    pieces.emplace_back(piece.begin(), piece.end());
    drive.ask(Op::write, offset, piece.size(), pieces.back().data(), nobody, 0);
    bytes += piece.size();
    if (pieces.size() == at_once) write_out();
  });
  write_out();
  if (nobody.failed) throw UsageError("--store: the drive did not take what the file holds");
}

class Serving {
 public:
  Serving(const ServeOptions& options, LiveSetup& live, Image* image)
      : options_(options),
        live_(live),
        image_(image),
        clock_(io_, *live.drive, parse_pace(options.pace)),
        served_{device(), *live.drive, clock_, image},
        server_(io_, served_),
        signals_(io_, SIGINT, SIGTERM) {
    clock_.after_turn([this] { server_.flush(); });
    std::string where;
    if (!options.socket.empty()) {
      server_.listen(std::filesystem::path(options.socket));
      where += fmt::format("  nbd+unix:///?socket={}\n", options.socket);
    }
    if (!options.port.empty()) {
      boost::system::error_code error;
      const auto address = asio::ip::make_address(options.bind, error);
      if (error) throw UsageError("--bind: expected an address such as 127.0.0.1 (got " + options.bind + ")");
      const auto port = static_cast<std::uint16_t>(whole_number("--port", options.port, 0, 0, 65'535));
      where += fmt::format("  nbd://{}:{}\n", options.bind, server_.listen({address, port}));
    }
    front_.emplace(io_, options.front, identity_of(live.setup), served_, server_,
                   where.substr(2, where.find('\n') - 2));
    where += front_->where();
    signals_.async_wait([this](const boost::system::error_code& error, int) {
      if (error) return;
      std::signal(SIGINT, SIG_DFL);
      std::signal(SIGTERM, SIG_DFL);
      signals_.cancel();
      finish();
    });
    if (!options.run.quiet) {
      print(fmt::format("{}: {} bytes, pace {}\n{}  Ctrl-C ends it\n", live.setup.drive_name,
                        live.drive->size(), clock_.pace().name(), where));
    }
  }

  int run() {
    io_.run();
    return report();
  }

 private:
  nbd::Export device() const {
    nbd::Export device;
    device.name = live_.setup.drive_name;
    device.description = live_.setup.drive.params.name;
    device.size = live_.drive->size();
    device.preferred = static_cast<std::uint32_t>(live_.setup.drive.params.unit_bytes());
    return device;
  }

  void finish() {
    front_->close();
    server_.finish([this] {
      clock_.stop();
      io_.stop();
    });
  }

  int report() {
    if (image_ != nullptr && image_->sync() != 0)
      fmt::print(stderr, "rainier: {}: what was written may not outlast the machine\n", options_.store);
    if (!options_.run.json.empty()) write_output(options_.run.json, summary_json(live_).dump(2) + "\n");
    if (!options_.run.quiet && options_.run.json != "-") {
      std::string text = summary_text(live_);
      const Clock::Lag lag = clock_.lag();
      if (!clock_.pace().is_free())
        text += fmt::format("behind the wall's clock by {:.0f} us in the mean, {:.1f} ms at most\n",
                            1e6 * lag.mean, 1e3 * lag.most);
      print(text);
    }
    return 0;
  }

  const ServeOptions& options_;
  LiveSetup& live_;
  Image* image_;
  asio::io_context io_{1};
  Clock clock_;
  Served served_;
  Server server_;
  std::optional<Front> front_;
  asio::signal_set signals_;
};

}  // namespace

int serve(const ServeOptions& options) {
  parse_pace(options.pace);
  if (options.socket.empty() && options.port.empty())
    throw UsageError("serve: give --socket PATH, --port N or both");
  check_writable(options.run.json);
  catch_interrupts();
  LiveSetup live = make_live(options.run);
  if (!live.drive) return 130;
  std::optional<Image> image;
  if (!options.store.empty()) image.emplace(options.store, live.setup.drive_name, live.drive->size());
  std::optional<ArrivalLog> log;
  if (!options.log.empty()) log.emplace(options.log, live.made_from());
  live.drive->log(log ? &*log : nullptr);
  if (image) {
    fill(*live.drive, *image, options.run.quiet);
    live.drive->reset_statistics();
  }
  Serving serving(options, live, image ? &*image : nullptr);
  const int status = serving.run();
  live.drive->end_log();
  return status;
}

}  // namespace rainier::tool
