#include "models/dram/dram.hpp"

#include "sim/config/describe.hpp"

namespace rainier::dram {

void describe(config::Schema& s, Params& p) {
  using namespace config::literals;
  using config::range;
  s.transfer_rate("rate", p.transfers_per_second, range(1'000'000, 100'000'000'000),
                  "transfers a second of the data bus");
  s.bytes("width", p.width_bytes, range(1, 64), "data bus, ECC not counted");
  s.ratio("refresh_share", p.refresh_share, range(0.0, 0.5), "share of the time lost to refresh");
  s.bytes("size", p.size_bytes, range(1_MiB, 1_TiB), "size, ECC not counted");
  s.bytes("write_buffer", p.write_buffer_bytes, range(64_KiB, 64_GiB),
          "space for host data on their way to the flash");
}

}  // namespace rainier::dram
