#include "models/channel/params.hpp"

#include <array>

#include "sim/config/describe.hpp"

namespace rainier::channel {

double Params::ps_per_byte() const {
  static constexpr std::array<double, 6> cycle_ns{50, 30, 20, 15, 12, 10};  // tCK, ONFI 2.1
  return cycle_ns[timing_mode] * 1e3 / 2;
}

void describe(config::Schema& s, Params& p) {
  using namespace literals;
  using config::range;
  s.field("channels", p.channels, range(1, 256), "ONFI channels");
  s.field("dies", p.dies, range(1, 65535), "dies of the drive, dealt to the channels in turn");
  s.field("timing_mode", p.timing_mode, range(0, 5),
          "ONFI synchronous mode: 40, 66, 100, 133, 166 or 200 MT/s");
  s.field("read_overhead", p.read_overhead, range(0_ns, 1_ms),
          "command, address, status and turn-around cycles of a read");
  s.field("program_overhead", p.program_overhead, range(0_ns, 1_ms), "the same of a program");
  s.field("erase_overhead", p.erase_overhead, range(0_ns, 1_ms), "the same of an erase");
  s.choice("scheduler", p.scheduler,
           {{"fifo", Scheduler::fifo, "in order of arrival"},
            {"read-first", Scheduler::read_first, "reads go ahead of programs and erases"}},
           "order of operations on a die and of transfers on a channel");
  s.field("cache", p.cache, "cache operations: the next page moves while the array works");
  s.field("multi_plane", p.multi_plane,
          "pair waiting operations of two planes where their page numbers match");
  s.check(p, [](const Params& c) -> std::string {
    return c.dies >= c.channels ? "" : "dies must be at least as many as channels";
  });
}

}  // namespace rainier::channel
