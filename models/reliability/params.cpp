#include "models/reliability/params.hpp"

#include "sim/config/describe.hpp"

namespace rainier::reliability {

void describe(config::Schema& s, Params& p) {
  using config::range;
  s.field("ecc_bits", p.ecc_bits, range(1, 1024), "bit errors that the BCH code corrects in a codeword");
  s.field("fresh_rber", p.fresh_rber, range(0.0, 0.1), "raw bit error rate of a block never cycled");
  s.field("rated_rber", p.rated_rber, range(0.0, 0.1), "raw bit error rate of a block at its rated cycles");
  s.field("exponent", p.exponent, range(0.1, 20.0),
          "of the power law by which the bit error rate grows with P/E cycles");
  s.check(p, [](const Params& r) -> std::string {
    return r.fresh_rber <= r.rated_rber ? "" : "fresh_rber must not exceed rated_rber";
  });
}

}  // namespace rainier::reliability
