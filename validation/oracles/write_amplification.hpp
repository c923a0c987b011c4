#pragma once

/// Write amplification in steady state: pages programmed for each page the host writes, parity not counted.
///
/// Common ground: pages are written one at a time to a log of units of b pages; a closed unit is collected by
/// copying its valid pages to the log. `op` is physical / logical - 1 over the *closed* units alone: the open
/// unit and the free units in reserve come on top. alpha = 1 + op. Many units (8,192 leave under 0.5 %). Host
/// writes are independent and, unless said otherwise, uniform over the logical pages. Sequential writes
/// amplify by exactly 1.
namespace rainier::oracle {

/// A victim drawn at random from the closed units: (1 + op) / op. Exact.
double random_victim(double op);

/// The oldest closed unit: alpha / (alpha + W0(-alpha e^-alpha)), Desnoyers, SYSTOR 2012. Also the limit of
/// greedy as b grows, so no policy on uniform traffic does better than this with large units.
double fifo(double op);

/// The closed unit with the fewest valid pages, b pages a unit: fifo at k alpha, over k, with k = 1 + 1/(2b).
/// Desnoyers, SYSTOR 2012. An approximation: against greedy_mean_field and brute force it is low by up to 0.2
/// % for b of 64 and more, 0.6 % for 32 and 1.6 % for 16, over OP of 0.07 and more.
double greedy(double op, int b);

/// The emptiest of d closed units drawn at random, b pages a unit: the fixed point of the mean-field ODE of
/// Van Houdt, SIGMETRICS 2013, exact as the number of units grows. d = 1 is random_victim. Costs a few
/// thousand power functions for each page of a unit: milliseconds.
double d_choices(double op, int d, int b);

/// Greedy as the limit of d_choices for large d: exact as the number of units grows, for every b.
double greedy_mean_field(double op, int b);

/// Two temperatures in one log collected oldest first: a share `writes` (r) of the host's writes falls on a
/// share `pages` (f) of the logical pages, uniformly inside each part. Fixed point of
///   A = 1 + r / (e^((r/f)(alpha/A)) - 1) + (1-r) / (e^(((1-r)/(1-f))(alpha/A)) - 1),  Desnoyers, SYSTOR
///   2012.
struct HotSet {
  double writes;
  double pages;
};
double hot_cold_fifo(double op, HotSet hot);

/// Spare factor (spare / physical), the other convention in papers, as over-provisioning (spare / logical).
double op_of_spare_factor(double spare_factor);

/// Over-provisioning once a share of the logical pages has been trimmed and stays unmapped.
double op_after_trim(double op, double trimmed_share);

}  // namespace rainier::oracle
