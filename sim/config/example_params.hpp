#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/config/describe.hpp"

/// A described struct with one parameter of every kind, for the tests: a workshop, its machines and their
/// tools.
namespace rainier::config::example {

using namespace rainier::literals;
using namespace rainier::config::literals;

enum class Order : std::uint8_t { fifo, lifo, shortest_first };

struct Tool {
  Time cut = 25_us;
  double energy = 45e-6;
  std::int32_t offset = 0;
};
inline void describe(Schema& s, Tool& p) {
  s.field("cut", p.cut, range(1_ns, 1_s), "time of one cut");
  s.joules("energy", p.energy, "energy of one cut");
  s.field("offset", p.offset, range(-100, 100), "steps from the middle");
}

struct Shift {
  double share = 0.5;
  std::string name = "day";
};
inline void describe(Schema& s, Shift& p) {
  s.ratio("share", p.share, "part of the day");
  s.field("name", p.name, "what it is called");
}

struct Queue {
  std::uint8_t places = 16;
  Order order = Order::fifo;
  bool open = true;
};
inline void describe(Schema& s, Queue& p) {
  s.field("places", p.places, "how many may wait");
  s.choice("order", p.order,
           {{"fifo", Order::fifo, "in order of arrival"},
            {"lifo", Order::lifo, "the latest first"},
            {"shortest-first", Order::shortest_first, "the least work first"}},
           "who is served next");
  s.field("open", p.open, "whether anyone may enter");
}

struct Machine {
  std::uint32_t machines = 4;
  Queue queue;
  Tool tool;
};
inline void describe(Schema& s, Machine& p) {
  s.field("machines", p.machines, range(1, 256).power_of_two(), "machines of one kind");
  s.group("queue", p.queue, "where work waits");
  s.group("tool", p.tool, "what cuts", from_folder("tools"));
}

struct Workshop {
  std::string name = "workshop";
  std::uint64_t store = 64_MiB;
  double power = 25;
  std::uint64_t belt = 166'000'000;
  std::uint64_t clock = 667'000'000;
  double spare = 0.07;
  double growth = 1.5;
  double ambient = 25;
  std::optional<Time> pause;
  std::vector<std::uint32_t> doors = {1, 2};
  std::vector<Time> bells;
  std::vector<Shift> shifts;
  Machine machine;
};
inline void describe(Schema& s, Workshop& p) {
  s.field("name", p.name, "what it is called");
  s.bytes("store", p.store, range(512, 1_TiB).multiple_of(512), "size of the store");
  s.watts("power", p.power, range(0, 1000), "power it may draw");
  s.transfer_rate("belt", p.belt, "rate of the belt");
  s.hertz("clock", p.clock, "rate of the clock");
  s.ratio("spare", p.spare, range(0, 0.5).without_high(), "part that is kept free");
  s.field("growth", p.growth, above(0.0), "growth a year");
  s.celsius("ambient", p.ambient, range(-40, 85), "temperature around it");
  s.field("pause", p.pause, range(0_s, 60_s), "pause between two pieces");
  s.field("doors", p.doors, range(1, 99), "numbers of the doors");
  s.field("bells", p.bells, "when a bell rings");
  s.list("shifts", p.shifts, at_most(3), "who works when");
  s.group("machine", p.machine, "what works");
  s.check(p, [](const Workshop& w) -> std::string {
    double sum = 0;
    for (const Shift& shift : w.shifts) sum += shift.share;
    return sum > 1 ? "the shifts take more than the whole day" : "";
  });
}

}  // namespace rainier::config::example
