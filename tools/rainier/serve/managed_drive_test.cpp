#include "tools/rainier/serve/managed_drive.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "models/controller/guard.hpp"
#include "models/drive/drive_test.hpp"

using namespace rainier;
using namespace rainier::live;
using namespace rainier::literals;
using manager::Action;
using manager::action_of;
using manager::Refused;
using manager::Status;
using Json = nlohmann::ordered_json;

namespace {

controller::DriveConfig config_with_bytes() {
  controller::DriveConfig config = drive::small_drive();
  config.media.data = media::Data::real;
  config.ftl.reserve = 0.25;  // a die fits into what the others have to spare
  drive::provision(config, 0.25);
  return config;
}

/// A drive that goes on as fast as it can, and its manager.
struct Managed : Asker {
  LiveDrive drive;
  boost::asio::io_context io;
  Clock clock{io, drive, Pace{}};
  Served served{{}, drive, clock, nullptr};
  Server server{io, served};
  ManagedDrive manager{{}, served, server};
  std::uint64_t failed = 0;

  explicit Managed(const controller::DriveConfig& config = config_with_bytes())
      : drive(config, host::Params{}, 1) {}
  void ended(std::uint32_t, controller::Error error) override {
    failed += error == controller::Error::none ? 0 : 1;
  }
  void all(Op op) {
    static std::vector<std::byte> memory(1 << 20, std::byte{0x5a});
    for (std::uint64_t at = 0; at < drive.size(); at += memory.size())
      drive.ask(op, at, std::min<std::uint64_t>(memory.size(), drive.size() - at), memory.data(), *this, 0);
    drive.advance_requests(~std::uint64_t{0});
  }
  std::string perform(const Json& order) { return manager.perform(action_of(order)); }
  std::string refused(const Json& order) {
    try {
      return "done: " + perform(order);
    } catch (const Refused& error) {
      return error.what();
    }
  }
};

bool logged(const Status& status, const std::string& what) {
  return std::any_of(status.events.begin(), status.events.end(),
                     [&what](const auto& event) { return event.what.find(what) != std::string::npos; });
}

}  // namespace

TEST_CASE("rates are those of simulated time since the last look, and latencies those of the requests") {
  Managed m;
  m.manager.status();
  const Time begin = m.drive.now();
  m.all(Op::write);
  const double seconds = (m.drive.now() - begin).seconds();
  const Status s = m.manager.status();
  CHECK(s.write.bytes_per_second == Approx(static_cast<double>(m.drive.size()) / seconds).epsilon(0.01));
  CHECK(s.write.latency.count == m.drive.statistics().count[1]);
  CHECK(s.write.latency.max >= s.write.latency.p50);
  CHECK(s.read.iops == 0);
  CHECK(s.wear.host_bytes == Approx(static_cast<double>(m.drive.size())).epsilon(0.01));
  CHECK(s.wear.amplification > 1);  // parity
  CHECK(m.manager.status().write.iops == 0);
}

TEST_CASE("a die that fails is seen as lost, is rebuilt, and costs the host nothing") {
  Managed m;
  m.all(Op::write);
  CHECK(m.manager.status().rain.state == manager::RainState::whole);
  CHECK(m.perform({{"action", "fault"}, {"spec", "die:1.1"}}) == "failed: die:1.1");
  const Status during = m.manager.status();
  CHECK(during.rain.state == manager::RainState::rebuilding);
  CHECK(during.rain.lost_dies == 1);
  const std::uint32_t channels = during.shape.channels;
  CHECK(during.dies.at(channels + 1) == manager::DieState::lost);
  m.all(Op::read);
  m.drive.advance(m.drive.now() + 10_s);
  const Status after = m.manager.status();
  CHECK(after.rain.state == manager::RainState::whole);
  CHECK(after.rain.blocks_left == 0);
  CHECK(after.rain.blocks_done > 0);
  CHECK(after.rain.reconstructed > 0);
  CHECK(after.errors == 0);
  CHECK(m.failed == 0);
  CHECK(logged(after, "fault: die:1.1"));
  CHECK(m.refused({{"action", "fault"}, {"spec", "die:99.0"}}).find("expected a channel from 0 to") == 0);
}

TEST_CASE("a secure erase forgets all data, piece by piece, and wear remains") {
  Managed m;
  m.all(Op::write);
  m.all(Op::write);
  const double erases = m.manager.status().wear.mean_erases;
  m.perform({{"action", "erase"}});
  CHECK(m.refused({{"action", "erase"}}) == "a secure erase is under way");
  m.drive.advance_requests(~std::uint64_t{0});
  m.drive.advance(m.drive.now() + 1_s);
  const Status s = m.manager.status();
  CHECK(logged(s, "secure erase: complete"));
  CHECK(s.wear.mean_erases >= erases);
  for (std::uint64_t at = 0; at < m.drive.size(); at += 1 << 20) REQUIRE_FALSE(m.drive.is_mapped(at));
}

TEST_CASE("air, age, light and self test do what they say, or say why they can't") {
  controller::DriveConfig config = config_with_bytes();
  Managed m(config);
  const double before = m.manager.status().temperature.now;
  m.perform({{"action", "temperature"}, {"celsius", config.thermal.ambient + 20}});
  CHECK(m.manager.status().temperature.now == Approx(before + 20));
  CHECK(m.refused({{"action", "age"}, {"years", 5}}) ==
        "no bit errors are drawn here, so data do not age: serve it with --set reliability.errors=drawn");
  m.perform({{"action", "locate"}});
  CHECK(m.manager.status().locating);
  m.perform({{"action", "locate"}, {"on", false}});
  CHECK_FALSE(m.manager.status().locating);
  CHECK(m.perform({{"action", "self-test"}}).find("self test: passed") == 0);

  config.reliability.errors = reliability::Errors::drawn;
  config.reliability.fresh_rber = config.reliability.rated_rber = 2e-4;
  Managed old(config);
  old.all(Op::write);
  old.all(Op::read);
  const auto failed = [&old] {
    return old.drive.simulation().controller().guard()->correction()->counters().failed;
  };
  const std::uint64_t young = failed();
  old.perform({{"action", "age"}, {"years", 50}});
  old.all(Op::read);
  CHECK(failed() > 2 * young + 100);
  CHECK(logged(old.manager.status(), "aged: what was in the flash is 50 years older"));
}

TEST_CASE("after a loss of power the drive is seen to start, and then goes on") {
  Managed m;
  m.all(Op::write);
  m.perform({{"action", "power-cut"}});
  m.drive.advance(m.drive.now() + Time(1));
  CHECK(m.manager.status().starting);
  m.drive.advance(m.drive.now() + 100_s);
  const Status s = m.manager.status();
  CHECK_FALSE(s.starting);
  CHECK(logged(s, "power lost"));
  m.all(Op::read);
  CHECK(m.failed == 0);
}
