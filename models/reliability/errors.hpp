#pragma once

#include <cstdint>

/// From raw bit errors to lost sectors. Errors are independent between pages, and within a codeword too
/// (binomial) where its bits are not correlated (beta-binomial).
namespace rainier::reliability {

/// A binary BCH code over `data_bits` that corrects `correctable` errors: m bits of parity for each, with
/// 2^m - 1 at least the whole codeword.
struct Codeword {
  std::uint32_t data_bits;
  std::uint32_t correctable;
  /// Of two of its bits. Above 0 error rates differ from codeword to codeword as a beta distribution says.
  double correlation = 0;

  std::uint32_t parity_bits() const;
  std::uint32_t bits() const { return data_bits + parity_bits(); }
};

/// Probability that a codeword has more errors than it can correct.
double codeword_failure(const Codeword& codeword, double rber);

/// A page of so many codewords under k + 1 RAIN, in which it is lost when it and another unit of its stripe
/// fail.
struct Page {
  Codeword codeword;
  std::uint32_t codewords;
  std::uint32_t parity_data_units;  ///< k; 0 for no RAIN
};

/// Lost sectors of 512 B for each bit read: by ECC alone, and with RAIN behind it.
double sectors_lost_per_bit_by_ecc(const Page& page, double rber);
double sectors_lost_per_bit(const Page& page, double rber);

}  // namespace rainier::reliability
