// SPDX-License-Identifier: Apache-2.0
// Reduce (single node accumulation): the packets of all nodes, M each, combined into M for the
// root. Each algorithm is the time-reversed broadcast of the same name (Bertsekas et al. 1991,
// section 1; Johnsson and Ho 1986, section 2): a packet that crosses a link from u to v in cycle t
// of T crosses it from v to u in cycle T + 1 - t, combined with v's own. So packet m takes the tree
// of packet M - 1 - m of the broadcast, every port sends its trees in the opposite order, and the
// cycles are those of the broadcast.
#pragma once

#include "firmware/collectives/broadcast.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace collectives {

// The root's packets on `trees` trees, numbered m' = M - 1 - m from the last one.
struct Rounds {
  std::uint32_t trees;
  std::uint32_t in_first;  // packets of the first round, if it is shorter
  std::uint32_t whole;     // whole rounds after it

  constexpr Rounds(std::uint32_t of_trees, std::uint32_t packets)
      : trees(of_trees), in_first(packets % of_trees), whole(packets / of_trees) {}
  constexpr std::uint32_t on_tree(std::uint32_t tree) const { return whole + (tree < in_first ? 1 : 0); }
};

// A tree that has packets, and its place in a round.
struct TreeInRound {
  std::uint32_t tree;
  std::uint32_t slot;
};

// Adds the entries of a stream: the packets of these trees in every round, in this order, each
// combined with `combined(tree)`. `root`: as the node sees it.
template <class Combined>
void add_rounds(const Rounds& rounds, Address root, unsigned stream, const TreeInRound* trees, unsigned count,
                Combined combined, node::Driver& driver) {
  std::uint32_t packets = 0;
  for (unsigned i = 0; i < count; ++i) {
    const auto [tree, slot] = trees[i];
    packets += rounds.on_tree(slot);
    if (slot >= rounds.in_first) continue;
    driver.add(stream, {root, tree, rounds.in_first - 1 - slot, 1, combined(tree)});
  }
  if (packets == 0) return;
  driver.repeat_from_here(stream);
  for (unsigned i = 0; i < count && rounds.whole != 0; ++i) {
    const auto [tree, slot] = trees[i];
    driver.add(stream, {root, tree, rounds.in_first + rounds.trees - 1 - slot, 1, combined(tree)});
  }
  driver.send(stream, packets);
}

// The rotations of a tree that a reduction uses: one, or all.
class FirstTrees {
 public:
  explicit FirstTrees(unsigned count) : count_(count) {}
  unsigned count() const { return count_; }
  bool has(unsigned tree) const { return tree < count_; }
  static unsigned slot(unsigned tree) { return tree; }

 private:
  unsigned count_;
};

// `Trees`: the rotations of the broadcast's tree; `used`: FirstTrees or WholeTrees.
template <class Trees, class Used>
void load_reduce_on(const Operation& operation, Address me, const Used& used, node::Driver& driver) {
  const unsigned d = operation.d();
  const Address c = operation.network.cube().relative(me, operation.root);
  const Rounds rounds(used.count(), operation.packets);
  const auto children = [&](std::uint32_t tree) { return Trees::children(d, c, tree); };
  for (unsigned port = 0; port < d; ++port) {
    TreeInRound climbing[cube::kMaxDimension] = {};
    unsigned count = 0;
    for (unsigned i = 0; i < d; ++i) {
      const unsigned tree = (port + 1 + i) % d;
      const bool climbs = used.has(tree) && Trees::parent(d, c, tree) == Ports::one(port);
      if (climbs) climbing[count++] = {tree, used.slot(tree)};
    }
    add_rounds(rounds, c, port, climbing, count, children, driver);
  }
  if (me == operation.root) {
    for (std::uint32_t tree = 0; tree < d; ++tree) {
      const TreeInRound its{tree, used.slot(tree)};
      if (used.has(tree)) add_rounds(rounds, Address(), node::Driver::ejector(d, tree), &its, 1, children, driver);
    }
  }
  set_combining_words(operation, driver, [&](Address place) { return Trees::parent(d, place, 0); });
}

// Backwards from the port of the broadcast's last cycle: port d - 1 on one tree, the port of the
// last packet's tree on d trees.
constexpr unsigned first_port_of_reduce(unsigned d, std::uint32_t trees, std::uint32_t packets) {
  return trees == 1 ? d - 1 : (packets + d - 1) % d;
}
inline void begin_reduce(const Operation& operation, Address me, std::uint32_t trees, node::Driver& driver) {
  const unsigned d = operation.d();
  begin(operation, me, trees, driver);
  if (!needs_gate(operation)) return;
  const unsigned first = first_port_of_reduce(d, trees, operation.packets);
  for (unsigned i = 0; i < d; ++i) driver.add_window((first + d - i) % d, operation.hop_cycles);
}

// All packets use one tree.
template <class Tree>
void load_reduce_up(const Operation& operation, Address me, node::Driver& driver) {
  begin_reduce(operation, me, 1, driver);
  load_reduce_on<trees::Rotations<Tree>>(operation, me, FirstTrees(1), driver);
}
// Packets use all rotations, in turn.
template <class Trees>
void load_reduce_rotated(const Operation& operation, Address me, node::Driver& driver) {
  begin_reduce(operation, me, operation.d(), driver);
  load_reduce_on<Trees>(operation, me, FirstTrees(operation.d()), driver);
}
inline void load_reduce_nesbt(const Operation& operation, Address me, node::Driver& driver) {
  const WholeTrees whole(operation, operation.root);
  begin_reduce(operation, me, whole.count(), driver);
  load_reduce_on<trees::Nesbt>(operation, me, whole, driver);
}

// The cycles of a broadcast or a reduction by `nesbt`, one-port, on the trees that are whole. Backwards a tree begins
// with its leaves, in the window of the same port as at its root.
inline std::uint64_t whole_trees_one_port(const Operation& operation) {
  const WholeTrees whole(operation, operation.root);
  const unsigned d = operation.d();
  const bool is_backwards = operation.row->whole_trees == TreeUse::kUp;
  const unsigned first = first_port_of_reduce(d, whole.count(), operation.packets);
  return nesbt_cycles_one_port(d, operation.packets, operation.hop(), whole.count(), [&](unsigned slot) {
    const unsigned port = whole.tree(slot);
    return is_backwards ? (first + d - port) % d : port;
  });
}

inline constexpr Row kReduceRows[] = {
    {Collective::kReduce, "sbt", PortModel::kAll, kRule<rules::Parents>, Programs::kSameWords,
     load_reduce_up<trees::Sbt>, broadcast_sbt_all_port,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.2, backwards", "optimal for one packet",
     false, TreeUse::kNone, 580},
    {Collective::kReduce, "sbt", PortModel::kOne, kRule<rules::Parents>, Programs::kSameWords,
     load_reduce_up<trees::Sbt>, broadcast_sbt_one_port,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.2, backwards", "optimal for one packet",
     false, TreeUse::kNone, 580},
    {Collective::kReduce, "nrsbt", PortModel::kAll, kRule<rules::Parents>, Programs::kSameWords,
     load_reduce_rotated<trees::Nrsbt>, broadcast_nrsbt,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.4, backwards", "optimal for up to d packets",
     false, TreeUse::kNone, 650},
    {Collective::kReduce, "nesbt", PortModel::kAll, kRule<rules::Parents>, Programs::kSameWords, load_reduce_nesbt,
     broadcast_nesbt_all_port, "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.5, backwards",
     "within one cycle of the bound for any number of packets", false, TreeUse::kUp, 730},
    {Collective::kReduce, "nesbt", PortModel::kOne, kRule<rules::Parents>, Programs::kSameWords, load_reduce_nesbt,
     broadcast_nesbt_one_port, "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.5, backwards",
     "within one cycle of the bound for any number of packets", false, TreeUse::kUp, 730},
    {Collective::kReduce, "tcbt", PortModel::kAll, kRule<rules::Parents>, Programs::kSameWords,
     load_reduce_up<trees::Tcbt>, broadcast_tcbt,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.3, backwards",
     "optimal for one packet, with at most three links busy at a node", false, TreeUse::kNone, 660},
    {Collective::kReduce, "gray", PortModel::kAll, kRule<rules::Parents>, Programs::kSameWords,
     load_reduce_up<trees::BrgPath>, broadcast_gray,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.1, backwards",
     "never; two links busy at a node, long messages only", false, TreeUse::kNone, 570},
};

}  // namespace collectives
