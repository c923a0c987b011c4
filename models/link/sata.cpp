#include "models/link/sata.hpp"

#include "sim/config/describe.hpp"

namespace rainier::link {

void describe(config::Schema& s, SataParams& p) {
  using namespace literals;
  using namespace config::literals;
  using config::range;
  s.field("generation", p.generation, range(1, 3), "1.5, 3 or 6 Gb/s");
  s.bytes("fis_payload_bytes", p.fis_payload_bytes, range(512, 8_KiB).power_of_two(), "largest Data FIS");
  s.bytes("frame_bytes", p.frame_bytes, range(12, 64), "SOF, FIS type, CRC and EOF of a Data FIS");
  s.field("data_fis_time", p.data_fis_time, range(0_ns, 1_ms),
          "wire idle for each Data FIS: handshake, and its set-up by the device");
}

}  // namespace rainier::link
