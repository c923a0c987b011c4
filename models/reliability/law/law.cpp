#include "models/reliability/law/law.hpp"

#include "models/reliability/params.hpp"

namespace rainier::reliability {

std::unique_ptr<Law> make_law(const Params& p, double rated_cycles) {
  switch (p.law) {
    case Growth::exponential:
      return make_exponential_law(p.fresh_rber, p.rated_rber, rated_cycles);
    case Growth::table:
      return make_table_law(p.table_cycles, p.table_rber);
    default:
      return make_power_law(p.fresh_rber, p.rated_rber, p.exponent, rated_cycles);
  }
}

}  // namespace rainier::reliability
