#include <unistd.h>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include "sim/random/philox.hpp"
#include "tools/rainier/serve/arrival_log.hpp"
#include "tools/rainier/serve/clock.hpp"
#include "tools/rainier/serve/image.hpp"
#include "tools/rainier/serve/live_setup.hpp"
#include "tools/rainier/serve/pace.hpp"
#include "tools/rainier/serve/repeat.hpp"
#include "tools/rainier/serve/syncer.hpp"
#include "tools/rainier/usage_error.hpp"

using namespace rainier;
using namespace rainier::live;
namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() : path(fs::temp_directory_path() / ("rainier_live_" + std::to_string(::getpid()))) {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

LiveSetup small() {
  tool::RunOptions options;
  options.setup.drive = "generic-8x4";
  options.setup.scale = "1/16";
  options.setup.overrides = {"ftl.parity=7"};
  options.quiet = true;
  return make_live(std::move(options));
}

class Client final : public Asker {
 public:
  void ended(std::uint32_t tag, controller::Error error) override {
    ++count;
    last = tag;
    errors += error != controller::Error::none;
  }
  std::uint64_t count = 0, errors = 0;
  std::uint32_t last = 0;
};

/// Keeps so many reads under way; it asks again a turn of the event loop after it was answered.
class Reader final : public Asker {
 public:
  Reader(boost::asio::io_context& io, LiveDrive& drive, Clock& clock, std::uint64_t count)
      : io_(io), drive_(drive), clock_(clock), left_(count) {}
  void ask() {
    if (left_ == 0) return;
    --left_;
    clock_.arrive();
    drive_.ask(Op::read, random_.below(drive_.size() / 4096) * 4096, 4096, memory_.data(), *this, 0);
    clock_.kick();
  }
  void ended(std::uint32_t, controller::Error) override {
    boost::asio::post(io_, [this] { ask(); });
  }

 private:
  boost::asio::io_context& io_;
  LiveDrive& drive_;
  Clock& clock_;
  std::uint64_t left_;
  Philox random_{1, "reader"};
  std::vector<std::byte> memory_ = std::vector<std::byte>(4096);
};

std::vector<std::byte> pattern(std::size_t length, std::uint8_t seed) {
  std::vector<std::byte> bytes(length);
  for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<std::byte>(seed + i * 7 % 251);
  return bytes;
}

}  // namespace

TEST_CASE("paces are read as they are written") {
  CHECK(parse_pace("free").is_free());
  CHECK(parse_pace("real").factor == 1);
  CHECK(parse_pace("x20").factor == 20);
  CHECK(parse_pace("x20").name() == "x20");
  CHECK(parse_pace("x0.5").wall(Time(1'000'000)) == std::chrono::nanoseconds(500));
  CHECK(parse_pace("x20").simulated(std::chrono::microseconds(20)) == Time(1'000'000));
  for (const char* bad : {"", "20", "x", "x0", "x-1", "x1e99", "xinf", "x20 ", "slow"})
    CHECK_THROWS_AS(parse_pace(bad), tool::UsageError);
}

TEST_CASE("free, the drive sees about the queue depth that its client keeps") {
  LiveSetup live = small();
  boost::asio::io_context io;
  Clock clock(io, *live.drive, Pace{});
  Reader reader(io, *live.drive, clock, 20'000);
  for (int i = 0; i < 32; ++i) reader.ask();
  io.run();
  const Histogram& latency = live.drive->statistics().latency[static_cast<std::size_t>(Op::read)];
  REQUIRE(latency.count() == 20'000);
  const double depth = latency.mean() * 1e-9 * 20'000 / live.drive->now().seconds();  // Little
  CHECK(depth > 0.85 * 32);
  const double waking = live.setup.host.params.wakeup_time.seconds() * 20'000 / live.drive->now().seconds();
  CHECK(depth < 32.5 + waking);  // latencies include the waking of who asked
}

TEST_CASE("those who wait for the disk are told once it has what was written before they asked") {
  Folder folder;
  Image image(folder.path / "image", "one", 1 << 20);
  boost::asio::io_context io;
  Syncer syncer(io, image);
  int told = 0;
  for (int i = 0; i < 100; ++i)
    syncer.sync([&](int error) {
      CHECK(error == 0);
      ++told;
    });
  CHECK(told == 0);
  const auto guard = boost::asio::make_work_guard(io);
  while (told < 100) io.run_one();
}

TEST_CASE("a live drive gives back what it was given, and tells when each request has ended") {
  LiveSetup live = small();
  Client client;
  const auto data = pattern(12'288, 3);
  std::vector<std::byte> back(data.size());
  live.drive->ask(Op::write, 4096, data.size(), const_cast<std::byte*>(data.data()), client, 7);
  live.drive->advance_requests(1);
  CHECK(client.last == 7);
  CHECK(live.drive->is_mapped(4096));
  CHECK_FALSE(live.drive->is_mapped(0));
  live.drive->ask(Op::read, 4096, back.size(), back.data(), client, 8);
  live.drive->ask(Op::flush, 0, 0, nullptr, client, 9);
  live.drive->advance_requests(2);
  CHECK(client.count == 3);
  CHECK(back == data);
  CHECK(live.drive->outstanding() == 0);
  CHECK(live.drive->statistics().count == std::array<std::uint64_t, 4>{1, 1, 0, 1});
}

TEST_CASE("a live run is repeated from its log to the event, faults and loss of power included") {
  Folder folder;
  const fs::path path = folder.path / "log";
  LiveSetup live = small();
  {
    ArrivalLog log(path, live.made_from());
    live.drive->log(&log);
    Client client;
    Philox random(5, "live test");
    std::vector<std::byte> memory(1 << 16);
    const std::uint64_t units = live.drive->size() / 4096;
    for (int i = 0; i < 3000; ++i) {
      const Op op = random.below(3) == 0 ? Op::read : random.below(20) == 0 ? Op::flush : Op::write;
      const std::uint64_t length = op == Op::flush ? 0 : 512 * (1 + random.below(32));
      live.drive->ask(op, op == Op::flush ? 0 : random.below(units - 16) * 4096, length, memory.data(),
                      client, 0);
      if (i == 1000) live.drive->act("block:3.1.0.5");
      if (i == 2000) live.drive->act("power");
      // Some time, or until some have ended: both are repeated.
      if (random.below(3) == 0)
        live.drive->advance(live.drive->now() + Time(static_cast<std::int64_t>(random.below(40'000'000))));
      while (live.drive->outstanding() > 24) live.drive->advance_requests(1 + random.below(8));
    }
    live.drive->advance_requests(~std::uint64_t{0});
    live.drive->end_log();
    live.drive->log(nullptr);
    CHECK(client.count == 3000);
  }
  const std::string result = (folder.path / "json").string();
  REQUIRE(tool::is_live_log(path.string()));
  REQUIRE(tool::repeat({"", path.string(), result, true}) == 0);
  std::ifstream file(result);
  const auto json = nlohmann::ordered_json::parse(file);
  CHECK(json == summary_json(live));
  CHECK(json["event_hash"] != "");
}

TEST_CASE("a log that was cut or changed is repeated as far as it goes, or refused by line") {
  Folder folder;
  const fs::path path = folder.path / "log";
  LiveSetup live = small();
  {
    ArrivalLog log(path, live.made_from());
    live.drive->log(&log);
    Client client;
    std::vector<std::byte> memory(4096);
    for (int i = 0; i < 10; ++i) {
      live.drive->ask(Op::write, 4096 * static_cast<std::uint64_t>(i), 4096, memory.data(), client, 0);
      live.drive->advance_requests(1);
    }
    live.drive->end_log();
    live.drive->log(nullptr);
  }
  std::ifstream file(path);
  const std::string whole((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto repeat_text = [&](const std::string& text) {
    const fs::path other = folder.path / "other";
    std::ofstream(other) << text;
    return tool::repeat({"", other.string(), "", true});
  };
  CHECK(repeat_text(whole.substr(0, whole.size() - 20)) == 0);
  const std::size_t second = whole.find('\n', whole.find('\n') + 1);
  const auto with = [&](const std::string& line) {
    return whole.substr(0, second + 1) + line + "\n" + whole.substr(second + 1);
  };
  for (const char* line : {"x", "1,2", "0,0,write", "0,0,flush,1,2", "0,0,write,1,512", "0,0,write,0,0",
                           "0,0,write,99999999999999,512", "99999999999999999999,0,flush", "0,-1,flush",
                           "0,0,read,0,512,1", "0,0,die:99.1", "0,0,nonsense"})
    CHECK_THROWS_AS(repeat_text(with(line)), tool::UsageError);
  CHECK_THROWS_AS(repeat_text("rainier-live 1 {}\n"), tool::UsageError);
  CHECK_THROWS_AS(repeat_text("rainier-live 1 nonsense\n"), tool::UsageError);
}

TEST_CASE("an image keeps bytes, gives back what is not zero, and knows its drive") {
  Folder folder;
  const fs::path path = folder.path / "image";
  const std::uint64_t size = (1 << 20) + 512;
  {
    Image image(path, "one", size);
    CHECK(image.is_new());
    CHECK(image.write(4096, pattern(8192, 1)) == 0);
    CHECK(image.write(size - 512, pattern(512, 2)) == 0);
    CHECK(image.write(500'000 / 512 * 512, pattern(1024, 3)) == 0);
    CHECK(image.zero(4096, 4096) == 0);
    CHECK_THROWS_WITH(Image(path, "one", size), Catch::Contains("another process serves it"));
  }
  {
    Image image(path, "one", size);
    CHECK(image.was_left());
    image.give_up();
  }
  Image image(path, "one", size);
  CHECK_FALSE(image.is_new());
  CHECK_FALSE(image.was_left());
  std::vector<std::byte> all(size);
  image.load(4096, [&](std::uint64_t offset, std::span<std::byte> piece) {
    std::copy(piece.begin(), piece.end(), all.begin() + static_cast<std::ptrdiff_t>(offset));
  });
  std::vector<std::byte> expected(size);
  const auto put = [&](std::uint64_t at, const std::vector<std::byte>& data) {
    std::copy(data.begin(), data.end(), expected.begin() + static_cast<std::ptrdiff_t>(at));
  };
  put(4096, pattern(8192, 1));
  put(size - 512, pattern(512, 2));
  put(500'000 / 512 * 512, pattern(1024, 3));
  std::fill(expected.begin() + 4096, expected.begin() + 8192, std::byte{0});
  CHECK(all == expected);
}

TEST_CASE("an image of another drive, or what is no image, is refused by name and stays as it is") {
  Folder folder;
  const fs::path path = folder.path / "image";
  { Image image(path, "one", 1 << 20); }
  CHECK_THROWS_WITH(Image(path, "two", 1 << 20), Catch::Contains("of the drive one"));
  CHECK_THROWS_WITH(Image(path, "one", 1 << 21), Catch::Contains("1048576 bytes"));
  fs::resize_file(path, 5000);
  CHECK_THROWS_WITH(Image(path, "one", 1 << 20), Catch::Contains("cut short"));
  std::ofstream(folder.path / "text") << "my thesis";
  CHECK_THROWS_WITH(Image(folder.path / "text", "one", 1 << 20), Catch::Contains("no image"));
  CHECK(fs::file_size(folder.path / "text") == 9);
  CHECK_THROWS_AS(Image(folder.path, "one", 1 << 20), tool::UsageError);
}
