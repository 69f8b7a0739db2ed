#include "testbench/bounds/formulas.hpp"

#include "testbench/bounds/sbnt_load.hpp"
#include "testbench/saturating.hpp"

// N = 2^d, M packets, B = 1 in the terms of Johnsson and Ho. Everything here fits 64 bits: the largest value
// is the M d 2^(d-1) < 2^51 of alltoall.
namespace testbench {
namespace {

struct Numbers {
  std::uint64_t d;
  std::uint64_t m;
  std::uint64_t nodes;
};

std::optional<Formula> broadcast_all(std::string_view algorithm, const Numbers& n) {
  if (algorithm == "sbt") return Formula{n.m + n.d - 1, "Johnsson and Ho 1986, table 5 (SBT)"};
  if (algorithm == "tcbt") return Formula{n.m + n.d - 1, "Johnsson and Ho 1986, table 5 (TCBT)"};
  if (algorithm == "gray") {
    return Formula{n.m + n.nodes - 2, "Johnsson and Ho 1986, section 4.1.1: one BRG path, pipelined"};
  }
  if (algorithm == "nrsbt") {
    // d packets per round, one on each rotated tree; the rounds of table 5 do not overlap, the router's may.
    return Formula{n.d * divide_up(n.m, n.d), "Johnsson and Ho 1986, table 5 (nRSBT)", n.m > n.d};
  }
  if (algorithm == "nesbt") {
    // d = 1: the only other node is at level 1; the leaves at level |c| + 2, which cost the last cycle, do
    // not exist.
    if (n.d == 1) return Formula{n.m, "one link: table 5 of Johnsson and Ho 1986 presumes d > 1"};
    return Formula{divide_up(n.m, n.d) + n.d, "Johnsson and Ho 1986, table 5 (nESBT)"};
  }
  return std::nullopt;
}

std::optional<Formula> broadcast_one(std::string_view algorithm, const Numbers& n) {
  if (algorithm == "sbt") return Formula{n.d * n.m, "Johnsson and Ho 1986, table 4 (SBT)"};
  if (algorithm == "nesbt") {
    // Packet m starts its tree m mod d in round m / d, so its labels f of theorem 4.1 fall in cycles f + 1 +
    // d floor(m/d); the largest label of tree j is j + d, that of its leaves: the last packet ends in cycle M
    // + d.
    if (n.d == 1) return Formula{n.m, "one link: table 4 of Johnsson and Ho 1986 presumes d > 1"};
    return Formula{n.m + n.d, "Johnsson and Ho 1986, theorem 4.1 and table 4 (nESBT)"};
  }
  return std::nullopt;
}

std::optional<Formula> rooted_all(std::string_view algorithm, const Task& task, const Numbers& n) {
  if (algorithm == "balanced") {
    // r = (N-1) mod d subtrees have one node more than the others. Packet m turns them by m r, so that they
    // cover the ports round after round: the loads of two ports differ by one at most, and the busiest
    // carries the ceiling.
    return Formula{divide_up(n.m * (n.nodes - 1), n.d),
                   "Bertsekas et al. 1991, section 3 and table 1; for M packets larger subtrees spread evenly"};
  }
  if (algorithm == "sbnt") {
    return Formula{busiest_sbnt_port(task.dim, n.m),
                   "Johnsson and Ho 1986, sections 3.6 and 5.1.5: load of the root's busiest port"};
  }
  if (algorithm == "sbt") {
    return Formula{n.m * (n.nodes / 2), "Johnsson and Ho 1986, lemma 5.1: the largest subtree has N/2 nodes"};
  }
  return std::nullopt;
}

std::optional<Formula> rooted_one(std::string_view algorithm, const Numbers& n) {
  if (algorithm != "sbt") return std::nullopt;
  return Formula{n.m * (n.nodes - 1), "Johnsson and Ho 1986, table 7 (SBT, one-port)"};
}

std::optional<Formula> allgather(std::string_view algorithm, const Task& task, const Numbers& n) {
  const std::uint64_t received = n.m * (n.nodes - 1);
  if (algorithm == "balanced" && task.ports == Ports::kAll) {
    // For d = 6 the trees of some M > 1 leave a packet waiting for one cycle.
    return Formula{divide_up(received, n.d),
                   "Bertsekas et al. 1991, section 2 and table 1; for M packets rotated trees", false,
                   n.d == 6 && n.m > 1 ? 1U : 0U};
  }
  if (algorithm == "sbt" && task.ports == Ports::kOne) {
    return Formula{received, "Johnsson and Ho 1986, table 11 (SBT)"};
  }
  if (algorithm == "ring" && task.ports == Ports::kOne) {
    return Formula{received, "Dimakopoulos 1999, section 3.1"};
  }
  if (algorithm == "ring" && task.ports == Ports::kHalf) {
    return Formula{2 * received, "Dimakopoulos 1999, section 3.2.1"};
  }
  return std::nullopt;
}

std::optional<Formula> alltoall(std::string_view algorithm, const Task& task, const Numbers& n) {
  const std::uint64_t half = n.m * (n.nodes / 2);
  if (algorithm == "table" && task.ports == Ports::kAll) {
    return Formula{half, "Bertsekas et al. 1991, section 4 and table 1"};
  }
  if (algorithm == "fifo" && task.ports == Ports::kOne) {
    return Formula{n.d * half, "Dimakopoulos and Dimopoulos, figure 2"};
  }
  if (algorithm == "sbt" && task.ports == Ports::kOne) {
    return Formula{n.d * half, "Johnsson and Ho 1986, lemma 7.1"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Formula> expected_cycles(const Task& task, std::string_view algorithm) {
  if (find_fault(task)) return std::nullopt;
  const Numbers numbers{task.dim, task.packets, node_count(task)};
  switch (task.collective) {
    case Collective::kBroadcast:
      if (task.ports == Ports::kAll) return broadcast_all(algorithm, numbers);
      if (task.ports == Ports::kOne) return broadcast_one(algorithm, numbers);
      return std::nullopt;
    case Collective::kScatter:
    case Collective::kGather:
      if (task.ports == Ports::kAll) return rooted_all(algorithm, task, numbers);
      if (task.ports == Ports::kOne) return rooted_one(algorithm, numbers);
      return std::nullopt;
    case Collective::kAllgather:
      return allgather(algorithm, task, numbers);
    case Collective::kAlltoall:
      return alltoall(algorithm, task, numbers);
  }
  return std::nullopt;
}

}  // namespace testbench
