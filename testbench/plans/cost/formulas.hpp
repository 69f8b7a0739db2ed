// SPDX-License-Identifier: Apache-2.0
// The cost formulas of Johnsson and Ho 1986, as their tables 4 to 18 have them: how long a
// collective takes, the best B, and the least time. They know nothing of routing_cycles.hpp, which
// is measured against them.
//
// An element of the paper is a packet here, a packet of the paper is a frame. Times are in cycles.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "firmware/collectives/operation.hpp"

namespace testbench {

struct CostPoint {
  unsigned n = 1;       // dimension
  std::uint64_t m = 1;  // packets, M
  std::uint64_t b = 1;  // most packets in a frame, B
  double start_up = 0;  // tau
  double packet = 1;    // t_c

  double nodes() const { return static_cast<double>(std::uint64_t{1} << n); }
};

// When a formula says the time exactly.
enum class Exact {
  kAlways,
  kWholeFrames,  // where B divides M
  kEvenShares,   // where the dimension divides M
  kEvenFrames,   // where n B divides M
  kNever,        // the paper writes "approximately"
};

// A row of a table.
struct Formula {
  collectives::Collective collective;
  const char* algorithm;
  collectives::PortModel ports;
  const char* table;
  Exact exact;
  double (*time)(const CostPoint&);
  // B_opt and T_min of the tables after it.
  double (*opt)(const CostPoint&);
  double (*min)(const CostPoint&);
  bool both_ways = false;  // an allreduce: a block for each node, backwards and then forwards

  double cycles(const CostPoint& at) const { return (both_ways ? 2 : 1) * time(of_block(at)); }
  double best_frame(const CostPoint& at) const { return opt(of_block(at)); }
  double least(const CostPoint& at) const { return (both_ways ? 2 : 1) * min(of_block(at)); }

  // False where B_opt is less than a packet, or its square root more than a tree has: least() is below
  // what any B takes then.
  bool least_holds(const CostPoint& whole) const {
    const CostPoint at = of_block(whole);
    const double best = opt(at);
    if (at.n == 1 || !std::isfinite(best) || best < 1) return false;
    CostPoint dearer = at;
    dearer.start_up = 4 * at.start_up + 4;
    if (opt(dearer) <= best) return true;  // of the data alone, no root
    const bool is_dealt_out = collective == collectives::Collective::kBroadcast &&
                              ports == collectives::PortModel::kAll && std::string_view(algorithm) == "nesbt";
    return best <= static_cast<double>(at.m) / (is_dealt_out ? at.n : 1);
  }

  CostPoint of_block(CostPoint at) const {
    if (both_ways) at.m = collectives::divide_up(at.m, std::uint64_t{1} << at.n);
    return at;
  }
  bool is_exact(const CostPoint& whole) const {
    const CostPoint at = of_block(whole);
    const std::uint64_t n = at.n;
    if (n == 1) return false;  // one link: the paper presumes more
    switch (exact) {
      case Exact::kAlways:
        return true;
      case Exact::kWholeFrames:
        return at.m % at.b == 0;
      case Exact::kEvenShares:
        return at.m % n == 0;
      case Exact::kEvenFrames:
        return at.m % (n * at.b) == 0;
      case Exact::kNever:
        return false;
    }
    return false;
  }
};

// Null if the paper has no formula for it.
const Formula* find_formula(const collectives::Row& row);

// The paper's lower bound of the section: broadcast 4, scatter 5, allgather theorem 6.1, alltoall
// theorems 7.1 and 7.2; reductions as their reverse. The paper has none for an allreduce or a
// prefix: a link takes t_c for each packet of the bound without links (testbench/judge/bounds), and n hops
// n frames.
double paper_bound(collectives::Collective collective, collectives::PortModel ports, const CostPoint& at);

}  // namespace testbench
