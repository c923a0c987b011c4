#pragma once

/// Error-correcting codewords as a bounded-distance decoder sees them: any t bit errors of n are corrected, t
/// + 1 are not. Rates are per bit; independent of the code's construction.
namespace rainier::oracle {

struct Codeword {
  int data_bits;
  int parity_bits;
  int correctable;  ///< t

  constexpr int bits() const { return data_bits + parity_bits; }
};

/// Binary BCH correcting t errors over `data_bytes`: parity of m t bits with 2^m - 1 >= the whole codeword.
Codeword bch(int data_bytes, int correctable);

/// Probability that independent errors at `rber` defeat the codeword: sum over j > t of C(n,j) p^j
/// (1-p)^(n-j). Summed in logarithms from j = t + 1 up: relative error below 1e-9 down to 1e-300.
double failure(const Codeword& codeword, double rber);

/// The same when the error rate differs from frame to frame as a beta distribution with mean `rber`.
/// `correlation` is that of two bits of a frame, 1/(a + b + 1), in (0, 1); towards 0 it becomes binomial.
double over_dispersed_failure(const Codeword& codeword, double rber, double correlation);

/// Uncorrectable bit error rate: codewords lost for each user bit read (JESD218).
double uber(const Codeword& codeword, double rber);

/// The RBER at which a codeword reaches `target` UBER (the limit a drive is retired or refreshed at).
double rber_limit(const Codeword& codeword, double target);

}  // namespace rainier::oracle
