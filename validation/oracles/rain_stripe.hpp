#pragma once

#include <cmath>

#include "validation/oracles/domain.hpp"

/// RAIN: k data pages and one parity page, each on a die of its own. Pages fail independently with
/// probability u.
namespace rainier::oracle::rain {

/// Media programs for each page of data and GC.
constexpr double program_factor(int k) {
  require(k >= 1, "rain: a stripe has data");
  return (k + 1.0) / k;
}

/// Share of the raw capacity that holds data.
constexpr double data_share(int k) { return 1 / program_factor(k); }

/// Probability that a user page is lost: it fails, and so does at least one of the k others that would
/// rebuild it. u (1 - (1 - u)^k), exact; k u^2 while k u is small.
inline double page_loss(int k, double u) {
  require(k >= 1 && u >= 0 && u <= 1, "rain: a stripe has data and u is a probability");
  if (u == 1) return 1;
  return -u * std::expm1(k * std::log1p(-u));
}

/// Reads that rebuild one page: the other data pages and the parity.
constexpr int rebuild_reads(int k) { return k; }

/// Pages of one die, all of which a failed die has to have rebuilt (parity included) when it is full.
constexpr long long die_pages(long long planes, long long blocks_per_plane, long long pages_per_block) {
  return planes * blocks_per_plane * pages_per_block;
}

/// Whether units can be spread so that no stripe shares a channel, and a channel's failure is survived.
constexpr bool survives_channel(int k, int channels) { return k + 1 <= channels; }

}  // namespace rainier::oracle::rain
