#include "models/controller/params.hpp"

#include "sim/config/describe.hpp"

namespace rainier::controller {

void describe(config::Schema& s, Params& p) {
  using namespace literals;
  using config::range;
  s.choice(
      "front_end", p.front_end,
      {{"ata", FrontEnd::ata, "command slots with a doorbell each and one interrupt, as of AHCI"},
       {"nvme", FrontEnd::nvme, "queue pairs in host memory: those of the group nvme; over PCI Express"}},
      "how the host hands commands to the drive");
  s.field("slots", p.slots, range(1, 65535),
          "commands outstanding; with front_end: nvme, fetched and not ended, others wait in their queues");
  s.field("slot_group", p.slot_group, range(1, 65535), "slots that share a completion register");
  s.field("command_fetches", p.command_fetches, range(0, 65535),
          "commands that are at once between the start of their fetch over PCI Express and the end of "
          "command_time; 0 for any number");
  s.field("command_reads", p.command_reads, range(1, 8),
          "reads of host memory that fetch a command, asked for at once; of two or more the last is that of "
          "the scatter/gather entries, and the others share command_bytes evenly");
  s.field("cores", p.cores, range(1, 64),
          "1: a pipeline or core for everything; more: firmware cores, all but the first for map operations");
  s.field("command_time", p.command_time, range(0_ns, 1_s), "time of the first core for one command");
  s.field("page_time", p.page_time, range(0_ns, 1_s), "on top, for each mapping unit after the first");
  s.field(
      "map_time", p.map_time, range(0_ns, 1_s),
      "firmware time of a map operation: one for a command, two for a copy of GC; 0 where hardware does it");
  s.bytes("command_bytes", p.command_bytes, range(0, 4096),
          "command header and table, fetched from the host");
  s.bytes("segment_bytes", p.segment_bytes, range(0, 256),
          "a scatter/gather entry, fetched with the command");
  s.bytes("completion_bytes", p.completion_bytes, range(0, 4096), "posted to the host when a command ends");
  s.field("coalesce_count", p.coalesce_count, range(1, 65535),
          "completions that raise an interrupt at once; with NVMe, of a queue");
  s.field("coalesce_time", p.coalesce_time, range(0_ns, 1_s),
          "longest wait of a completion for its interrupt");
  s.field(
      "unaligned_writes", p.unaligned_writes, range(0, 65535),
      "writes of at most 64 sectors, not aligned to 8, that the driver keeps outstanding on this drive; 0 "
      "for any number");
  s.field("serial_merges", p.serial_merges,
          "one merge engine: a mapping unit written in part waits until those before it have been read and "
          "merged");
  s.choice("acknowledge", p.acknowledge,
           {{"program", Acknowledge::program, "when the data are in the flash"},
            {"buffer", Acknowledge::buffer, "when the data are in the protected buffer (posted)"}},
           "when a write completes");
  s.group("nvme", p.nvme, "queue pairs of an NVMe front end");
  s.only_with({"slot_group", "command_fetches", "command_reads", "command_bytes", "segment_bytes",
               "completion_bytes"},
              p, "front_end: ata", [](const Params& params) { return params.front_end == FrontEnd::ata; });
  s.only_with({"nvme"}, p, "front_end: nvme",
              [](const Params& params) { return params.front_end == FrontEnd::nvme; });
}

}  // namespace rainier::controller
