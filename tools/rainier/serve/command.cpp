#include "tools/rainier/serve/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "models/host/report/atomic_file.hpp"
#include "tools/rainier/interrupt.hpp"
#include "tools/rainier/option_values.hpp"
#include "tools/rainier/output.hpp"
#include "tools/rainier/serve/arrival_log.hpp"
#include "tools/rainier/serve/front.hpp"
#include "tools/rainier/serve/keeper.hpp"
#include "tools/rainier/serve/live_setup.hpp"
#include "tools/rainier/serve/server.hpp"
#include "tools/rainier/serve/store.hpp"
#include "tools/rainier/smart_json.hpp"
#include "tools/rainier/usage_error.hpp"

namespace rainier::tool {
namespace {

using namespace live;
namespace asio = boost::asio;

class Serving {
 public:
  Serving(const ServeOptions& options, LiveSetup& live, Store* store)
      : options_(options),
        live_(live),
        store_(store),
        clock_(io_, *live.drive, parse_pace(options.pace)),
        served_{device(), *live.drive, clock_, store == nullptr ? nullptr : &store->image()},
        server_(io_, served_),
        signals_(io_, SIGINT, SIGTERM) {
    clock_.after_turn([this] { server_.flush(); });
    if (store_ != nullptr) {
      served_.syncer = &syncer_.emplace(io_, store_->image());
      keeper_.emplace(io_, *store_, *live.drive, clock_.pace());
    }
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
    live_.drive->end_log();
    report();
    return store_ == nullptr || keep() ? 0 : exit_not_kept;
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
    if (keeper_) keeper_->stop();
    server_.finish([this] {
      clock_.stop();
      io_.stop();
    });
  }

  /// So that the drive goes on from here. False if it will have lost its power.
  bool keep() {
    const auto regret = [this](std::string_view why) {
      fmt::print(stderr,
                 "rainier: {}: {}: all bytes are there, but wear is that of the last time it was kept\n",
                 options_.store, why);
      return false;
    };
    tool::Progress progress(!options_.run.quiet);
    const auto go_on = [&progress, this] {
      progress.show(fmt::format("bringing the drive to rest: {:.1f} s", live_.drive->now().seconds()));
      return true;  // a second signal ends the process
    };
    constexpr Time at_most(10'000'000'000'000'000);  // 10,000 s
    if (!live_.drive->come_to_rest(at_most, go_on)) return regret("the drive does not come to rest");
    try {
      store_->end();
    } catch (const host::FileError& error) {
      return regret(error.what());
    }
    return true;
  }

  void report() {
    if (!options_.run.json.empty()) write_output(options_.run.json, summary_json(live_).dump(2) + "\n");
    if (!options_.run.quiet && options_.run.json != "-") {
      std::string text = summary_text(live_);
      const Clock::Lag lag = clock_.lag();
      if (!clock_.pace().is_free())
        text += fmt::format("behind the wall's clock by {:.0f} us in the mean, {:.1f} ms at most\n",
                            1e6 * lag.mean, 1e3 * lag.most);
      print(text);
    }
  }

  static constexpr int exit_not_kept = 1;
  const ServeOptions& options_;
  LiveSetup& live_;
  Store* store_;
  asio::io_context io_{1};
  Clock clock_;
  Served served_;
  std::optional<Syncer> syncer_;
  Server server_;
  std::optional<Keeper> keeper_;
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
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its writes
  const bool goes_on = !options.store.empty() && Store::goes_on(options.store);
  RunOptions run = options.run;
  if (goes_on) run.precondition.clear();
  LiveSetup live = make_live(std::move(run));
  if (!live.drive) return 130;
  std::optional<Store> store;
  if (!options.store.empty()) store.emplace(options.store, live, options.run.precondition);
  std::optional<ArrivalLog> log;
  if (!options.log.empty()) {
    if (goes_on) {
      store->copy_state(options.log + ".state");
      live.begins_from = std::filesystem::path(options.log + ".state").filename().string();
    }
    log.emplace(options.log, live.made_from());
  }
  live.drive->log(log ? &*log : nullptr);
  if (store) {
    store->bring_back(options.run.quiet);
    live.drive->reset_statistics();
  }
  const int status = Serving(options, live, store ? &*store : nullptr).run();
  if (log) log->flush();
  return status;
}

}  // namespace rainier::tool
