#include "models/link/sas.hpp"

#include "sim/config/describe.hpp"

namespace rainier::link {

void describe(config::Schema& s, SasParams& p) {
  using namespace literals;
  using config::range;
  s.field("generation", p.generation, range(1, 3), "3, 6 or 12 Gb/s");
  s.bytes("frame_payload_bytes", p.frame_payload_bytes, range(512, 1024).power_of_two(),
          "largest data frame");
  s.bytes("frame_bytes", p.frame_bytes, range(24, 64), "SOF, header, CRC and EOF of a frame");
  s.field("connection_time", p.connection_time, range(0_ns, 1_ms),
          "of a direction, for each transfer: OPEN and its answer, DONE, CLOSE");
}

}  // namespace rainier::link
