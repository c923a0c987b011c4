#include "models/drive/usage.hpp"

#include <numeric>

namespace rainier::drive {

Usage Usage::operator-(const Usage& o) const {
  Usage d = *this;
  d.at -= o.at;
  for (std::size_t kind = 0; kind < 3; ++kind) {
    d.flash.array_busy[kind] -= o.flash.array_busy[kind];
    for (std::size_t s = 0; s < channel::sources; ++s)
      d.flash.operations[kind][s] -= o.flash.operations[kind][s];
  }
  d.flash.bus_busy -= o.flash.bus_busy;
  d.flash.multi_plane -= o.flash.multi_plane;
  for (std::size_t i = 0; i < d.controller.commands.size(); ++i)
    d.controller.commands[i] -= o.controller.commands[i];
  d.controller.read_bytes -= o.controller.read_bytes;
  d.controller.refused_bytes -= o.controller.refused_bytes;
  d.controller.aborted -= o.controller.aborted;
  d.controller.error_logs -= o.controller.error_logs;
  d.controller.write_bytes -= o.controller.write_bytes;
  d.controller.unmapped_pages -= o.controller.unmapped_pages;
  d.controller.buffer_hits -= o.controller.buffer_hits;
  d.controller.merges -= o.controller.merges;
  d.controller.stalls -= o.controller.stalls;
  d.controller.slot_time -= o.controller.slot_time;
  d.ftl = ftl - o.ftl;
  d.fetches -= o.fetches;
  d.pipeline -= o.pipeline;
  d.map_cores -= o.map_cores;
  d.link_up -= o.link_up;
  d.link_down -= o.link_down;
  d.dram -= o.dram;
  d.cores -= o.cores;
  d.bridge -= o.bridge;
  d.uplink_up -= o.uplink_up;
  d.uplink_down -= o.uplink_down;
  for (std::size_t i = 0; i < joules.size(); ++i) d.joules[i] -= o.joules[i];
  d.posted_bytes -= o.posted_bytes;
  d.fetched_bytes -= o.fetched_bytes;
  d.interrupts -= o.interrupts;
  d.commands -= o.commands;
  d.slot_waits -= o.slot_waits;
  d.doorbells -= o.doorbells;
  d.requests -= o.requests;
  d.request_bytes -= o.request_bytes;
  d.events -= o.events;
  return d;
}

void Usage::add(const controller::Controller& drive) {
  Usage one;
  one.flash = drive.flash().counters();
  one.controller = drive.counters();
  one.ftl = drive.ftl().counters();
  one.fetches = drive.fetches_busy();
  one.pipeline = drive.cores().command_busy();
  one.map_cores = drive.cores().map_busy();
  one.link_up = drive.link().up().busy();
  one.link_down = drive.link().down().busy();
  one.dram = drive.dram().bus().busy();
  for (std::size_t i = 0; i < power::uses; ++i)
    one.joules[i] = drive.meter().joules(static_cast<power::Use>(i));
  one.posted_bytes = drive.link().posted_bytes();
  one.fetched_bytes = drive.link().fetched_bytes();
  *this = *this - (Usage() - one);  // counts wrap around and back
}

double Usage::active_joules() const { return std::accumulate(joules.begin(), joules.end(), 0.0); }

}  // namespace rainier::drive
