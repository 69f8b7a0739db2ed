#include "testbench/bounds/formulas.hpp"

#include <algorithm>
#include <vector>

#include "testbench/bounds/arithmetic.hpp"
#include "testbench/bounds/bounds.hpp"

namespace testbench {
namespace {

std::uint32_t rotate_right(unsigned d, std::uint32_t x, unsigned j) {
  return (x >> j | x << (d - j)) & ((1u << d) - 1);
}

// The least number of right rotations that minimises x (Johnsson and Ho 1986, section 3.6).
unsigned base(unsigned d, std::uint32_t x) {
  unsigned least = 0;
  for (unsigned j = 1; j < d; ++j) {
    if (rotate_right(d, x, j) < rotate_right(d, x, least)) least = j;
  }
  return least;
}

// Packets through the root's busiest port when packet m goes by the SBnT rotated by m mod d. Rotating the tree by t
// moves the subtree of port k to port k + t.
std::uint64_t busiest_sbnt_port(unsigned d, std::uint64_t packets) {
  std::vector<std::uint64_t> subtree(d);
  for (std::uint32_t x = 1; x < 1u << d; ++x) ++subtree[base(d, x)];
  std::uint64_t busiest = 0;
  for (unsigned port = 0; port < d; ++port) {
    std::uint64_t sent = 0;
    for (unsigned t = 0; t < d; ++t) {
      const std::uint64_t on_this_tree = packets / d + (t < packets % d ? 1 : 0);
      sent = saturating_add(sent, saturating_multiply(on_this_tree, subtree[(port + d - t) % d]));
    }
    busiest = std::max(busiest, sent);
  }
  return busiest;
}

std::optional<Formula> broadcast(const Task& task, std::string_view algorithm) {
  const std::uint64_t packets = task.packets;
  const std::uint64_t d = task.dim;
  const bool all = task.ports == Ports::kAll;
  const bool one = task.ports == Ports::kOne;
  if (algorithm == "sbt" && all) return Formula{packets + d - 1, "Johnsson and Ho 1986, table 5: M + d - 1"};
  if (algorithm == "sbt" && one) return Formula{d * packets, "Johnsson and Ho 1986, table 4: d M"};
  if (algorithm == "nrsbt" && all) {
    return Formula{d * ceil_div(packets, d), "Johnsson and Ho 1986, table 5: d ceil(M/d)", packets > d};
  }
  if (algorithm == "nesbt" && (all || one)) {
    // The last levels are those of nodes whose bit of the tree is 0 (|c| + 2, section 4.1.5). A 1-cube has none.
    if (d == 1) return Formula{packets, "Johnsson and Ho 1986, section 4.1.5: M, the 1-cube has no node at level 2"};
    if (all) return Formula{ceil_div(packets, d) + d, "Johnsson and Ho 1986, table 5: ceil(M/d) + d"};
    return Formula{packets + d, "Johnsson and Ho 1986, theorem 4.2: M + d"};
  }
  if (algorithm == "tcbt" && all) return Formula{packets + d - 1, "Johnsson and Ho 1986, table 5: M + d - 1"};
  if (algorithm == "gray" && all) {
    return Formula{packets + node_count(task) - 2, "Johnsson and Ho 1986, section 4.1.1: M + N - 2"};
  }
  return std::nullopt;
}

std::optional<Formula> scatter_or_gather(const Task& task, std::string_view algorithm) {
  const Bound bound = lower_bound(task);
  if (algorithm == "balanced" && task.ports == Ports::kAll) return Formula{bound.value, bound.source};
  if (algorithm == "sbnt" && task.ports == Ports::kAll) {
    return Formula{busiest_sbnt_port(task.dim, task.packets),
                   "Johnsson and Ho 1986, section 5.1.5: packets of the root's largest subtree"};
  }
  if (algorithm == "sbt" && task.ports == Ports::kAll) {
    return Formula{saturating_multiply(task.packets, node_count(task) / 2),
                   "Johnsson and Ho 1986, lemma 5.1: M 2^(d-1)"};
  }
  if (algorithm == "sbt" && task.ports == Ports::kOne) return Formula{bound.value, bound.source};
  return std::nullopt;
}

std::optional<Formula> allgather(const Task& task, std::string_view algorithm) {
  const Bound bound = lower_bound(task);
  if (algorithm == "balanced" && task.ports == Ports::kAll) {
    const std::uint64_t slack = task.dim == 6 && task.packets > 1 ? 1 : 0;
    return Formula{bound.value, bound.source, false, slack};
  }
  const bool optimal =
      (algorithm == "sbt" && task.ports == Ports::kOne) || (algorithm == "ring" && task.ports != Ports::kAll);
  return optimal ? std::optional(Formula{bound.value, bound.source}) : std::nullopt;
}

std::optional<Formula> alltoall(const Task& task, std::string_view algorithm) {
  const Bound bound = lower_bound(task);
  const bool optimal = (algorithm == "table" && task.ports == Ports::kAll) ||
                       ((algorithm == "fifo" || algorithm == "sbt") && task.ports == Ports::kOne);
  return optimal ? std::optional(Formula{bound.value, bound.source}) : std::nullopt;
}

}  // namespace

std::optional<Formula> expected_cycles(const Task& task, std::string_view algorithm) {
  if (find_fault(task)) return std::nullopt;
  switch (task.collective) {
    case Collective::kBroadcast:
      return broadcast(task, algorithm);
    case Collective::kScatter:
    case Collective::kGather:
      return scatter_or_gather(task, algorithm);
    case Collective::kAllgather:
      return allgather(task, algorithm);
    case Collective::kAlltoall:
      return alltoall(task, algorithm);
  }
  return std::nullopt;
}

}  // namespace testbench
