#include "sim/port/port.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <numeric>
#include <vector>

#include "sim/kernel/calendar.hpp"
#include "sim/kernel/ends_process.hpp"
#include "sim/random/philox.hpp"

using namespace rainier;
using namespace rainier::literals;

namespace {

/// Sends 0, 1, 2, ... as fast as the port takes them.
struct Source {
  Port<std::uint32_t>& port;
  std::uint32_t limit;
  std::uint32_t next = 0;
  int busy = 0;
  int resumed = 0;

  void send() {
    while (next < limit) {
      if (port.offer(next) == Answer::busy) {
        ++busy;
        return;
      }
      ++next;
    }
  }
  void resume() {
    ++resumed;
    send();
  }
};

/// Holds a bounded number of items for a random time each, then lets one more in.
struct Sink {
  Port<std::uint32_t>& port;
  Calendar& calendar;
  std::size_t room;
  Philox random{1, "sink"};
  std::deque<std::uint32_t> held{};
  std::vector<std::uint32_t> received{};

  Answer accept(const std::uint32_t& item) {
    if (held.size() == room) return Answer::busy;
    held.push_back(item);
    received.push_back(item);
    calendar.at(calendar.now() + Time(static_cast<std::int64_t>(random.below(1'000))), 0, item);
    return Answer::accepted;
  }
  void drain() {
    held.pop_front();
    if (port.owes_ready()) port.ready();
  }
};

}  // namespace

TEST_CASE("Nothing is lost, doubled or overtaken under pressure, and each busy is followed by one ready") {
  for (const std::size_t room : {1U, 2U, 7U, 64U}) {
    Calendar calendar;
    Port<std::uint32_t> port;
    Source source{port, 10'000};
    Sink sink{port, calendar, room};
    port.to<&Sink::accept>(sink);
    port.from<&Source::resume>(source);
    source.send();
    calendar.run(Time::max(), [&](const Event&) { sink.drain(); });
    std::vector<std::uint32_t> all(source.limit);
    std::iota(all.begin(), all.end(), 0U);
    CHECK(sink.received == all);
    CHECK(source.busy > 0);
    CHECK(source.resumed == source.busy);
    CHECK_FALSE(port.owes_ready());
  }
}

TEST_CASE("A ready without a busy ends the process, and so does an offer before the ready") {
  struct Wall {
    Answer accept(const int&) { return Answer::busy; }
    void resume() {}
  } wall;
  Port<int> port;
  port.to<&Wall::accept>(wall);
  port.from<&Wall::resume>(wall);
  CHECK(ends_process([&] { port.ready(); }));
  CHECK(port.offer(1) == Answer::busy);
  CHECK(ends_process([&] { port.offer(1); }));
  port.ready();
  CHECK(ends_process([&] { port.ready(); }));
  CHECK(port.offer(1) == Answer::busy);
}

TEST_CASE("An offer to a port without a receiver ends the process") {
  Port<int> port;
  CHECK(ends_process([&] { port.offer(1); }));
}
