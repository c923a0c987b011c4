#include "models/host/params.hpp"

#include "sim/config/describe.hpp"

namespace rainier::host {

void describe(config::Schema& s, Params& p) {
  using namespace literals;
  using config::range;
  s.field("name", p.name, "what the host is");
  s.field("cores", p.cores, range(1, 4096), "cores that workers run on");
  s.field("submit_time", p.submit_time, range(0_ns, 1_s),
          "a request, from the program to the doorbell, on the worker's core");
  s.field("reap_time", p.reap_time, range(0_ns, 1_s),
          "taking a completion and accounting for it, on the worker's core");
  s.field("wakeup_time", p.wakeup_time, range(0_ns, 1_s), "waking a worker that sleeps");
  s.field("interrupt_time", p.interrupt_time, range(0_ns, 1_s),
          "from the interrupt to the first completion of slot group 0");
  s.field("group_time", p.group_time, range(0_ns, 1_s),
          "on top, for slot groups whose completions other cores take over");
  s.field("completion_time", p.completion_time, range(0_ns, 1_s), "the driver's work on one completion");
  s.field("requeue_time", p.requeue_time, range(0_ns, 1_s), "starting a request that has waited for a slot");
  s.field("max_sectors", p.max_sectors, range(8, 4'194'304), "512 B sectors of the largest command");
  s.field("max_segments", p.max_segments, range(1, 65535), "scatter/gather entries of the largest command");
  s.bytes("segment_bytes", p.segment_bytes, range(512, 1 << 20).multiple_of(512),
          "bytes of a scatter/gather entry");
}

}  // namespace rainier::host
