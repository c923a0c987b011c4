#include "models/reliability/params.hpp"

#include <algorithm>

#include "sim/config/describe.hpp"

namespace rainier::reliability {

using config::range;

void describe(config::Schema& s, Age& p) {
  s.field("cycles", p.cycles, range(0, 100'000'000),
          "P/E cycles that every block has seen before the run; of the blocks, those that wear_out says have "
          "failed by then, and spare ones stand in for them");
  s.field("years", p.years, range(0.0, 100.0),
          "how long ago preconditioning wrote its data; what the run writes is new");
}

void describe(config::Schema& s, Retention& p) {
  s.field("growth", p.growth, range(0.0, 1e6),
          "errors that a year at 40 C adds, as a multiple of those of wear; the default is an order of "
          "magnitude, no source for these drives");
  s.field("exponent", p.exponent, range(0.01, 4.0), "of the power law by which they grow with time");
  s.field("activation_energy", p.activation_energy, range(0.0, 3.0),
          "in eV: of the Arrhenius law by which temperature speeds time up; 1.1 as JESD218 takes it");
}

void describe(config::Schema& s, Retry& p) {
  using namespace literals;
  s.field("steps", p.steps, range(0, 64),
          "further reads, each with its thresholds a step on, before the stripe is asked");
  s.field("gain", p.gain, range(1.001, 100.0),
          "a step divides the errors by so much until those of wear are left, and multiplies them beyond");
  s.field("time", p.time, range(0_ns, 1_s),
          "before each further read: the decoder's, and that of setting thresholds");
  s.field("tune", p.tune, "inline tuning: thresholds that gave the data are where the block is read next");
}

void describe(config::Schema& s, Scrub& p) {
  s.field("period", p.period, "in which patrol reads pass over all pages of the flash once; 0 for none");
  s.ratio("refresh", p.refresh,
          "a superblock is collected and rewritten when a codeword of it needs this share of the correctable "
          "errors; 0 for never");
  s.field("sampling", p.sampling,
          "in which the idle drive samples each block once and tunes its thresholds; 0 for never");
}

void describe(config::Schema& s, WearOut& p) {
  s.field("life", p.life, range(0.0, 1e4),
          "cycles by which 63 % of the blocks have failed to erase, as a multiple of the rated ones; 0 for "
          "never");
  s.field("shape", p.shape, range(0.1, 100.0), "of the Weibull law of these failures");
}

namespace {

std::string broken(const Params& r) {
  if (r.fresh_rber > r.rated_rber) return "fresh_rber must not exceed rated_rber";
  if (r.law == Growth::exponential && r.fresh_rber <= 0) return "law: exponential needs a fresh_rber above 0";
  if (r.table_cycles.size() != r.table_rber.size())
    return "table_cycles and table_rber must be as many as each other";
  if (r.law == Growth::table && r.table_cycles.size() < 2) return "law: table needs two entries at least";
  if (std::adjacent_find(r.table_cycles.begin(), r.table_cycles.end(), std::greater_equal<>()) !=
      r.table_cycles.end())
    return "table_cycles must rise";
  return "";
}

}  // namespace

void describe(config::Schema& s, Params& p) {
  const auto drawn = [](const Params& r) { return r.errors == Errors::drawn; };
  s.field("ecc_bits", p.ecc_bits, range(1, 1024), "bit errors that the BCH code corrects in a codeword");
  s.choice("law", p.law,
           {{"power", Growth::power, "a power of the cycles from fresh_rber to rated_rber"},
            {"exponential", Growth::exponential, "by the same factor each cycle"},
            {"table", Growth::table, "as table_cycles and table_rber say, straight in the logarithm"}},
           "how the raw bit error rate grows with P/E cycles");
  s.field("fresh_rber", p.fresh_rber, range(0.0, 0.1), "raw bit error rate of a block never cycled");
  s.field("rated_rber", p.rated_rber, range(0.0, 0.1), "raw bit error rate of a block at its rated cycles");
  s.field("exponent", p.exponent, range(0.1, 20.0),
          "of the power law by which the bit error rate grows with P/E cycles");
  s.field("table_cycles", p.table_cycles, range(0.0, 1e9), "P/E cycles of the entries of the table, rising");
  s.field("table_rber", p.table_rber, range(1e-12, 0.5), "raw bit error rates of the entries");
  s.field("correlation", p.correlation, range(0.0, 0.5),
          "over-dispersion: correlation of two bits of a codeword (beta-binomial); 0 for independent errors");
  s.field("upper_pages", p.upper_pages, range(0.01, 100.0),
          "errors of an upper page over those of a lower one; their mean is what the law says");
  s.celsius("temperature", p.temperature, range(-40.0, 150.0),
            "of the flash while it kept its data before the run (age.years), in service (manage age) and in "
            "rainier endurance; while the drive runs, data age by the temperature that thermal says");
  s.group("age", p.age, "what the drive has been through before the run");
  s.group("retention", p.retention, "errors that time brings");
  s.field("disturb", p.disturb, range(0.0, 1e6),
          "errors that 100,000 reads of a block add, as a multiple of those of wear; an order of magnitude");
  s.choice(
      "errors", p.errors,
      {{"none", Errors::none, "no read meets an error; for faults see faults"},
       {"drawn", Errors::drawn,
        "each codeword has its errors, the same in each read until they grow: correction, further reads, the "
        "stripe, an uncorrectable error"}},
      "whether reads of a run meet bit errors");
  s.group("retry", p.retry, "further reads with other thresholds");
  s.group("scrub", p.scrub, "patrol reads, refresh, sampling");
  s.group("wear_out", p.wear_out, "blocks that fail to erase");
  s.only_with({"table_cycles", "table_rber"}, p, "law: table",
              [](const Params& r) { return r.law == Growth::table; });
  s.only_with({"disturb", "retry", "scrub", "wear_out"}, p, "errors: drawn", drawn);
  s.only_with({"correlation", "upper_pages", "temperature", "retention"}, p,
              "errors: drawn, and in rainier endurance", drawn);
  s.check(p, [](const Params& r) -> std::string { return broken(r); });
}

}  // namespace rainier::reliability
