#pragma once

#include <vector>

/// Queues with Poisson arrivals at rate lambda (1/s) and FIFO service, in steady state. Times in seconds. A
/// load of one or more has no steady state and throws std::domain_error. `waiting` excludes the service
/// itself. Source: Kleinrock, Queueing Systems, volumes 1 and 2; priorities after Cobham, Operations Research
/// 2, 1954.
namespace rainier::oracle {

/// Jobs present = rate x time each stays, on any stable queue.
constexpr double little(double throughput, double residence) { return throughput * residence; }

/// M/M/1: exponential service of mean `service`.
double mm1_waiting(double lambda, double service);
/// The q-quantile of M/M/1's residence (waiting and service), which is exponential.
double mm1_residence_quantile(double lambda, double service, double q);

/// M/D/1: constant service.
double md1_waiting(double lambda, double service);

/// M/G/1: service with the given mean and second moment E[S^2] (Pollaczek and Khinchine).
double mg1_waiting(double lambda, double service, double second_moment);

/// Erlang B: probability that c servers without a queue turn a job away, at a load of a = lambda S erlangs.
double erlang_b(int c, double a);
/// Erlang C: probability that a job waits for one of c servers.
double erlang_c(int c, double a);
/// M/M/c: c servers, one queue.
double mmc_waiting(double lambda, double service, int c);

/// One class of an M/G/1 queue that serves by priority and never interrupts a service.
struct PriorityClass {
  double lambda;
  double service;
  double second_moment;
};
/// Mean waiting of every class, highest priority first: W_k = W0 / ((1 - s_{k-1})(1 - s_k)) with s_k the load
/// of classes 1 to k and W0 half of the sum of lambda E[S^2].
std::vector<double> cobham_waiting(const std::vector<PriorityClass>& classes);

}  // namespace rainier::oracle
