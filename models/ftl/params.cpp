#include "models/ftl/params.hpp"

#include "models/ftl/victim/policies.hpp"
#include "sim/config/describe.hpp"

namespace rainier::ftl {

using config::range;

void describe(config::Schema& s, GcParams& p) {
#define RAINIER_POLICY(name) \
  {name##_policy().word, static_cast<VictimPolicy>(number::name), name##_policy().meaning},
  s.choice("victim", p.victim, {RAINIER_VICTIM_POLICIES(RAINIER_POLICY)},
           "which superblock is collected next");
#undef RAINIER_POLICY
  s.field("choices", p.choices, range(1, 4096), "d of the d-choices policy");
  s.field("window", p.window, range(1, 1 << 24), "superblocks that windowed-greedy chooses among");
  s.field("free_target", p.free_target, range(2, 1 << 20), "superblocks that GC keeps free");
  s.field("free_reserve", p.free_reserve, range(1, 1 << 20), "free superblocks that the host may not open");
  s.ratio("urgency", p.urgency, range(0.0, 100.0),
          "how much faster GC goes when no superblock is free, on top of the pace that the host's writes pay "
          "for");
  s.field("in_flight", p.in_flight, range(1, 1 << 16), "page copies under way at once");
  s.field(
      "pair_planes", p.pair_planes,
      "copies wait for their neighbour plane's page, as posted host data do, so that one program takes both");
  s.only_with({"choices"}, p, "victim: d-choices",
              [](const GcParams& gc) { return gc.victim == VictimPolicy::d_choices; });
  s.only_with({"window"}, p, "victim: windowed-greedy",
              [](const GcParams& gc) { return gc.victim == VictimPolicy::windowed_greedy; });
  s.check(p, [](const GcParams& gc) -> std::string {
    return gc.free_reserve < gc.free_target ? "" : "free_reserve must be less than free_target";
  });
}

void describe(config::Schema& s, WearParams& p) {
  s.choice("allocation", p.allocation,
           {{"least-worn", Allocation::least_worn,
             "host data to the least worn free superblock, copies to the most worn"},
            {"oldest-free", Allocation::oldest_free, "the one that has been free longest"}},
           "which free superblock is opened next (dynamic wear levelling)");
  s.field("static_levelling", p.static_levelling, "move cold data when erase counts drift apart");
  s.field("spread", p.spread, range(1, 1 << 24), "by how much erase counts may differ before cold data move");
  s.field("interval", p.interval, range(1, 1 << 20), "at most one levelling victim in so many victims");
  s.only_with({"spread", "interval"}, p, "static_levelling: true",
              [](const WearParams& wear) { return wear.static_levelling; });
}

void describe(config::Schema& s, Params& p) {
  using namespace config::literals;
  s.bytes("unit_bytes", p.unit_bytes, range(0, 64_KiB),
          "mapping unit, a power of two that divides the page; 0 for the page itself");
  s.ratio("reserve", p.reserve, range(0.0, 0.5), "share of each plane's blocks kept to replace bad ones");
  s.ratio("factory_bad", p.factory_bad, range(0.0, 0.5),
          "share of blocks that are bad from the factory, drawn for each block");
  s.field("frontier", p.frontier, range(1, 4096), "dies a channel that one open superblock spans");
  s.field("planes", p.planes, range(1, 16), "planes that one superblock spans");
  s.field("spread_streams", p.spread_streams,
          "open superblocks of two streams on different dies, as far as the free ones allow");
  s.field("parity", p.parity, range(0, 255), "user units of a RAIN stripe (7 for 7+1), 0 for no parity");
  s.choice(
      "separation", p.separation,
      {{"none", Separation::none, "all host data in one stream"},
       {"regions", Separation::regions, "a heat counter for each region splits hot from cold host data"}},
      "host write streams; copies have a stream of their own");
  s.field("region_pages", p.region_pages, range(1, 1 << 24), "mapping units that share a heat counter");
  s.group("gc", p.gc, "garbage collection");
  s.group("wear", p.wear, "wear levelling");
  s.only_with({"region_pages"}, p, "separation: regions",
              [](const Params& ftl) { return ftl.separation == Separation::regions; });
  s.check(p, [](const Params& ftl) -> std::string {
    return (ftl.unit_bytes & (ftl.unit_bytes - 1)) == 0 ? "" : "unit_bytes must be a power of two";
  });
}

}  // namespace rainier::ftl
