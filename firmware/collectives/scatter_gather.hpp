// SPDX-License-Identifier: Apache-2.0
// Scatter: M packets of the root for each other node. Gather: M packets of each other node for the
// root, the reverse of scatter on the same trees (subtrees.hpp).
//
// Both are bound by one port of the root, behind which lies one subtree for each packet m. No
// packet of another subtree is ever in the way, so that the port's packets are a single queue. On
// routers of r cycles a hop:
//
//   scatter  the n-th packet that the port sends, for a node k links away, arrives in cycle
//            n + r (k - 1)
//   gather   packets from k links away come from cycle 1 + r (k - 1) on, one a cycle: n packets from k
//            or more links away are all there in cycle n + r (k - 1)
//
// The slowest port and level decide. With r = 1 level 1 decides, and the time is the number of
// packets of the busiest port: ceil(M (2^d - 1)/d) on the balanced tree, M 2^(d-1) on the SBT.
//
// Scatter: each port sends to the nodes of its subtree, furthest first (Bertsekas et al. 1991,
// section 3). The packet for a node k links away is followed by at least k - 1 nearer ones, so that
// all have arrived when the root has sent the last. One-port, the root serves the lowest port that
// has packets, largest subtree first: M (2^d - 1).
//
// Gather: every node sends its own packets first and then its subtree's. A link towards the root is
// idle only when nothing of the subtree behind it is left, because every node on the way has
// packets of its own to begin with. One-port, all nodes use the same dimension: the highest for M
// cycles, the next for 2 M, and so on, each window as long as the subtree that it moves: M (1 + 2 +
// ... + 2^(d-1)) = M (2^d - 1).
#pragma once

#include "firmware/collectives/operation.hpp"
#include "firmware/collectives/subtrees.hpp"

namespace collectives {

// The nodes of the subtree behind one port, by their distance from the root, 1 .. d.
struct Levels {
  std::uint64_t nodes[cube::kMaxDimension + 1] = {};
};

// The levels behind all ports of the root, packet by packet. About 2^d d steps.
template <class Subtrees>
class RootPorts {
 public:
  constexpr explicit RootPorts(unsigned d) : d_(d) {
    for (const Address c : network::other_addresses(cube::nodes(d))) {
      ++levels_[Subtrees::subtree(d, c, 0)].nodes[cube::weight(c)];
    }
  }
  // Rotation permutes the nodes of a level, so the tree rotated by j has behind port k what tree 0
  // has behind k - j.
  constexpr const Levels& behind(unsigned port, std::uint64_t packet) const {
    const auto rotation = Subtrees::rotation(d_, static_cast<std::uint32_t>(packet % Subtrees::period(d_)));
    return levels_[(port + d_ - rotation) % d_];
  }
  // The packets that the port carries for, or from, one level, of M packets a node.
  constexpr std::uint64_t carried(unsigned port, unsigned level, std::uint64_t packets) const {
    const std::uint64_t period = Subtrees::period(d_);
    std::uint64_t sum = 0;
    for (std::uint64_t m = 0; m < period; ++m) {
      const std::uint64_t rounds = packets / period + (m < packets % period ? 1 : 0);
      sum += rounds * behind(port, m).nodes[level];
    }
    return sum;
  }

 private:
  unsigned d_;
  Levels levels_[cube::kMaxDimension];
};

// The latest arrival behind any port; packets for level 1 are the last of each round.
template <class Subtrees>
constexpr std::uint64_t scatter_cycles(unsigned d, std::uint64_t packets, std::uint64_t r) {
  const RootPorts<Subtrees> root(d);
  const std::uint64_t period = Subtrees::period(d);
  std::uint64_t last = 0;
  for (unsigned port = 0; port < d; ++port) {
    std::uint64_t sent = 0;  // in all
    for (unsigned level = 1; level <= d; ++level) sent += root.carried(port, level, packets);
    // Backwards from the last packet that it sends; no packet before the last period arrives later
    // than those in it.
    for (std::uint64_t m = packets; m > 0 && m + period > packets; --m) {
      for (unsigned level = 1; level <= d; ++level) {
        const std::uint64_t nodes = root.behind(port, m - 1).nodes[level];
        if (nodes == 0) continue;
        const std::uint64_t arrival = sent + r * (level - 1);
        last = arrival > last ? arrival : last;
        sent -= nodes;
      }
    }
  }
  return last;
}

template <class Subtrees>
constexpr std::uint64_t gather_cycles(unsigned d, std::uint64_t packets, std::uint64_t r) {
  const RootPorts<Subtrees> root(d);
  std::uint64_t last = 0;
  for (unsigned port = 0; port < d; ++port) {
    std::uint64_t from_here = 0;  // packets from this level and those above it
    for (unsigned level = d; level >= 1; --level) {
      from_here += root.carried(port, level, packets);
      const std::uint64_t arrival = from_here == 0 ? 0 : from_here + r * (level - 1);
      last = arrival > last ? arrival : last;
    }
  }
  return last;
}

template <class Subtrees>
constexpr ClosedForm scatter_all_port(unsigned d, std::uint64_t packets, Hop r) {
  return {scatter_cycles<Subtrees>(d, packets, r), Subtrees::kSource};
}
template <class Subtrees>
constexpr ClosedForm gather_all_port(unsigned d, std::uint64_t packets, Hop r) {
  return {gather_cycles<Subtrees>(d, packets, r), Subtrees::kSource};
}
inline constexpr const char* kRootedSbt = "Johnsson and Ho 1986, table 7 (SBT, one-port)";

// One-port, the root has a packet in every cycle, M rounds for the subtree of port p, 2^(d-1-p) nodes, from the lowest
// port on. The packets for the subtree are followed by M (2^(d-1-p) - 1) others. With r <= 2 this is more than it takes
// the last of them to arrive.
constexpr ClosedForm scatter_sbt_one_port(unsigned d, std::uint64_t packets, Hop r) {
  std::uint64_t last = packets * cube::other_nodes(d);
  std::uint64_t sent = 0;
  for (unsigned port = 0; port < d && r > 2; ++port) {
    const unsigned height = d - 1 - port;
    std::uint64_t before = sent + (packets - 1) * cube::nodes(height);
    std::uint64_t nodes = 1;  // of the subtree, `level` links behind its root: C(height, level)
    for (unsigned level = height;; --level) {
      before += nodes;
      last = before + r * level > last ? before + r * level : last;
      if (level == 0) break;
      nodes = nodes * level / (height - level + 1);
    }
    sent += packets * cube::nodes(height);
  }
  return {last, kRootedSbt};
}
constexpr ClosedForm gather_sbt_one_port(unsigned d, std::uint64_t packets, Hop r) {
  return {doubling_windows(d, packets, r), kRootedSbt};
}

// Calls visit(c) for every node (as the root sees it) that `packet` takes through `port`, furthest
// first.
template <class Subtrees, class Visit>
void for_subtree_furthest_first(unsigned d, unsigned port, std::uint32_t packet, Visit visit) {
  for (unsigned level = d; level >= 1; --level) {
    for (std::uint32_t c = cube::last_address(level).number(); c < cube::nodes(d); c = bits::next_of_same_count(c)) {
      if (Subtrees::subtree(d, Address(c), packet) == port) visit(Address(c));
    }
  }
}

template <class Subtrees>
void load_scatter(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t period = Subtrees::period(d);
  begin(operation, me, period, driver);
  if (needs_gate(operation)) driver.set_gate(node::GateMode::kGreedy);
  if (!sends(operation, me)) return;

  const std::uint32_t whole_rounds = operation.packets / period;
  const std::uint32_t in_last_round = operation.packets % period;
  for (unsigned port = 0; port < d; ++port) {
    std::uint32_t length = 0;
    std::uint32_t last_round = 0;
    for (std::uint32_t m = 0; m < period && m < operation.packets; ++m) {
      for_subtree_furthest_first<Subtrees>(d, port, m, [&](Address c) {
        driver.add(port, {c, port, m, 1});
        ++length;
        if (m < in_last_round) ++last_round;
      });
    }
    driver.send(port, whole_rounds * length + last_round);
  }
}

template <class Subtrees>
void load_gather(const Operation& operation, Address me, node::Driver& driver) {
  const unsigned d = operation.d();
  const std::uint32_t period = Subtrees::period(d);
  begin(operation, me, period, driver);
  if (needs_gate(operation)) {
    driver.add_window(d - 1, operation.packets);
    for (unsigned port = d - 1; port-- > 0;) {
      driver.add_window(port, next_window(operation.packets << (d - 1 - port), operation.hop_cycles));
    }
  }
  if (me == operation.root) return;

  const Address c = operation.network.cube().relative(me, operation.root);
  for (unsigned port = 0; port < d; ++port) {
    std::uint32_t packets = 0;
    for (std::uint32_t m = 0; m < period && m < operation.packets; ++m) {
      const unsigned k = Subtrees::subtree(d, c, m);
      if (cube::first_right_of(d, cube::ones(c), k) != Ports::one(port)) continue;
      driver.add(port, {c, k, m, 1});
      packets += (operation.packets - m - 1) / period + 1;
    }
    if (packets != 0) driver.send(port, packets);
  }
}

inline constexpr Row kScatterGatherRows[] = {
    {Collective::kScatter, "balanced", PortModel::kAll, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<BalancedSubtrees>, scatter_all_port<BalancedSubtrees>, "Bertsekas et al. 1991, section 3",
     "always optimal", false, TreeUse::kNone, 9400},
    {Collective::kScatter, "sbnt", PortModel::kAll, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<SbntSubtrees>, scatter_all_port<SbntSubtrees>, "Johnsson and Ho 1986, section 5.1.5",
     "optimal where d is prime or divides the packets", false, TreeUse::kNone, 4400},
    {Collective::kScatter, "sbt", PortModel::kAll, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<SbtSubtrees>, scatter_all_port<SbtSubtrees>, "Johnsson and Ho 1986, lemma 5.1",
     "optimal for d up to 2 only: half of all nodes are behind one port", false, TreeUse::kNone, 2080},
    {Collective::kScatter, "sbt", PortModel::kOne, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<SbtSubtrees>, scatter_sbt_one_port, "Johnsson and Ho 1986, section 5.1.2", "always optimal", false,
     TreeUse::kNone, 2080},

    {Collective::kGather, "balanced", PortModel::kAll, kRule<rules::Ecube>, Programs::kOfNodes,
     load_gather<BalancedSubtrees>, gather_all_port<BalancedSubtrees>, "Bertsekas et al. 1991, section 3",
     "always optimal", false, TreeUse::kNone, 6600},
    {Collective::kGather, "sbnt", PortModel::kAll, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbntSubtrees>,
     gather_all_port<SbntSubtrees>, "Johnsson and Ho 1986, section 5.1.5",
     "optimal where d is prime or divides the packets", false, TreeUse::kNone, 2600},
    {Collective::kGather, "sbt", PortModel::kAll, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbtSubtrees>,
     gather_all_port<SbtSubtrees>, "Johnsson and Ho 1986, lemma 5.1",
     "optimal for d up to 2 only: half of all nodes are behind one port", false, TreeUse::kNone, 75},
    {Collective::kGather, "sbt", PortModel::kOne, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbtSubtrees>,
     gather_sbt_one_port, "Johnsson and Ho 1986, section 5.1.2", "always optimal", false, TreeUse::kNone, 75},
};

}  // namespace collectives
