// SPDX-License-Identifier: Apache-2.0
// The theorems of Varvarigos and Bertsekas on partial multinode broadcasts (PMNB: M active nodes of
// N = 2^d have a message for all) and on repeating them for requests that arrive by Poisson
// processes: "Dynamic Broadcasting in Parallel Computing", IEEE Trans. Parallel and Distributed
// Systems, 1995. Sections and formulas are the paper's.
//
// Time is in cycles, one packet over one link. A message is one packet in algorithms I and III and
// d packets, one for each class, in II, so that the paper's unit of time, a message over a link, is
// one cycle in I and III and d cycles in II. prefix_step is the paper's t_p, in cycles too: the
// time of one step of the parallel prefix. d is 1..20, M is 0..N.
//
//     const PmnbTime time = pmnb_time(PmnbAlgorithm::kII, 10, 1);    // 40 + 0.999 M cycles
//     const double rate = rate_at(10, 0.5, 10);                      // messages per node and cycle at half the load
//     const TheoremBounds delay = mean_delay(time, 1024, rate);      // low, high
#pragma once

#include <cstdint>

namespace testbench {

enum class PmnbAlgorithm {
  kI,   // section IV-A: broadcast in subcubes, then multinode broadcast in subcubes; grows faster than M/d
  kII,  // section IV-B: every message is split over the d rotations of one algorithm; near-optimal, d packets at least
  kIII  // section IV-C: every message whole, by class on one of the rotations; near-optimal, a longer reservation
};

// Packets of a message, which is also the paper's unit of time in cycles: 1, d, 1.
std::uint32_t message_packets(PmnbAlgorithm algorithm, std::uint32_t dim);

// The most cycles that each phase of a PMNB takes, one after another:
//          prefix     packing   broadcast
//     I    2d t_p     d         ceil((M' - 1) / m) + d - m with m = ceil(log2 M), M' = 2^m; M = 0 as M = 1
//     II   2d t_p     d         (N - 1)/N M + d, by lemma 1 (formula 14, times d)
//     III  4d t_p     d         ceil(M/d) + d - 1, by lemma 1
struct PmnbPhases {
  double prefix = 0;
  double packing = 0;
  double broadcast = 0;

  double all() const { return prefix + packing + broadcast; }
};
PmnbPhases pmnb_phases(PmnbAlgorithm algorithm, std::uint32_t dim, std::uint64_t active, double prefix_step);
// All of them.
double pmnb_bound(PmnbAlgorithm algorithm, std::uint32_t dim, std::uint64_t active, double prefix_step);

// The fewest cycles of any PMNB of messages of so many packets: max(d, ceil((M - 1) packets / d)),
// for a node lacks M - 1 messages at least and has d in-ports; d is the diameter. 0 for M = 0.
// Section IV.
std::uint64_t pmnb_lower_bound(std::uint32_t dim, std::uint64_t active, std::uint32_t packets = 1);

// The most cycles of the multinode broadcast that III becomes where all nodes are active: ceil(N/d)
// + 2d - 1. Section IV-C.
std::uint64_t multinode_broadcast_bound(std::uint32_t dim);

// A PMNB takes V + X M cycles: V to reserve, X for each message. It may be measured as well.
struct PmnbTime {
  double reservation = 0;  // V
  double message = 0;      // X
};

// The bounds above in this form: II: V = 2d t_p + 2d, X = (N - 1)/N; III: V = 2d + 4d t_p, X = 1/d
// (section V). I is not linear in M and the paper has no such figures for it; here V is its time
// for one message and X the least for which no M takes longer than V + X M. For d <= 4 that is 0:
// no M takes longer than one.
PmnbTime pmnb_time(PmnbAlgorithm algorithm, std::uint32_t dim, double prefix_step);

// The cut of the network that the packets of all nodes take longest to cross, and the links over it: the N - 1
// packets for a node of a cube, and its d links.
struct NarrowestCut {
  NarrowestCut(std::uint32_t dim);  // NOLINT(google-explicit-constructor): of the cube
  NarrowestCut(double packets_over, double over) : packets(packets_over), links(over) {}

  double packets;
  double links;
};

// The load, a share of what these links carry (formula 17): rate (N - 1) packets / d, with the rate
// in messages per node and cycle. A scheme is stable at loads below 1 alone.
double load_of(const NarrowestCut& cut, double rate, std::uint32_t packets = 1);
double rate_at(const NarrowestCut& cut, double load, std::uint32_t packets = 1);

// The rate from which on repeating the PMNB is not stable: 1 / (N X + V) messages per node and
// cycle.
double largest_rate(const PmnbTime& time, std::uint64_t nodes);

// The same as the theorem has it: rho = rate N X below 1 / (1 + V / (N X)). This rho is the load in
// II; in I and III it is not quite, for X is not (N - 1)/(N d).
double stability_limit(const PmnbTime& time, std::uint64_t nodes);

struct TheoremBounds {
  double low = 0;
  double high = 0;
};

// Cycles that a request waits on average from its arrival until its message's X begins (section
// III-A: the limited service gated reservation system with shared reservation and data intervals,
// theorem 1):
//     W = rho X / 2D + (1 - rho) V / 2D + (1 - rho a - rate V) V / D,   D = 1 - rho - rate V,   rho = rate N X,
// with a between the paper's bounds (10). Both are infinite from largest_rate on.
TheoremBounds mean_wait(const PmnbTime& time, std::uint64_t nodes, double rate);

// Cycles from a request's arrival to the end of the PMNB that serves it, on average: T = W + X + a
// N X, of the same a, and at most W + X + min((N - 1) X / 2, rho W) (the dynamic broadcasting
// theorem, section II; formula 12).
TheoremBounds mean_delay(const PmnbTime& time, std::uint64_t nodes, double rate);

// The limit of the delay as the rate goes to 0: 1.5 V + X. Section III-B.
double light_load_delay(const PmnbTime& time);

}  // namespace testbench
