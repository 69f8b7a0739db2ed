// Reduce (single node accumulation): the packets of all nodes, M each, combined into M for the
// root. The broadcast of the same name, backwards (Bertsekas et al. 1991, section 1; Johnsson and
// Ho 1986, section 2): what crosses a link from u to v in cycle t of T crosses it from v to u in
// cycle T + 1 - t, combined with what v has of the same packet. So packet m takes the tree of the
// packet that is M - 1 - m of the broadcast, every port sends its trees in the opposite order, and
// the cycles are those of the broadcast.
#pragma once

#include "firmware/collectives/broadcast.hpp"
#include "firmware/trees/nesbt.hpp"
#include "firmware/trees/nrsbt.hpp"

namespace collectives {

// The root's packets on `trees` trees, numbered m' = M - 1 - m from the last one.
struct Rounds {
  std::uint32_t trees;
  std::uint32_t in_first;  // packets of the first round, where that is not a whole one
  std::uint32_t whole;     // rounds behind it

  constexpr Rounds(std::uint32_t of_trees, std::uint32_t packets)
      : trees(of_trees), in_first(packets % of_trees), whole(packets / of_trees) {}
  constexpr std::uint32_t on_tree(std::uint32_t tree) const { return whole + (tree < in_first ? 1 : 0); }
};

// What a stream of the node sends: of every round the packets of these trees, in this order,
// `combined(tree)` in each. `root`: as the node sees it.
template <class Combined>
void add_rounds(const Rounds& rounds, Address root, unsigned stream, const std::uint32_t* trees, unsigned count,
                Combined combined, node::Driver& driver) {
  std::uint32_t packets = 0;
  for (unsigned i = 0; i < count; ++i) {
    packets += rounds.on_tree(trees[i]);
    if (trees[i] >= rounds.in_first) continue;
    driver.add(stream, {root, trees[i], rounds.in_first - 1 - trees[i], 1, combined(trees[i])});
  }
  if (packets == 0) return;
  driver.repeat_from_here(stream);
  for (unsigned i = 0; i < count && rounds.whole != 0; ++i) {
    driver.add(stream, {root, trees[i], rounds.in_first + rounds.trees - 1 - trees[i], 1, combined(trees[i])});
  }
  driver.send(stream, packets);
}

// `Trees`: the rotations of the broadcast's tree; `trees` of them are used, the first ones.
template <class Trees>
void load_reduce_on(const Operation& operation, Address me, std::uint32_t trees, node::Driver& driver) {
  const unsigned d = operation.d();
  const Address c = operation.network.cube().relative(me, operation.root);
  const Rounds rounds(trees, operation.packets);
  const auto children = [&](std::uint32_t tree) { return Trees::children(d, c, tree); };
  for (unsigned port = 0; port < d; ++port) {
    std::uint32_t climbing[cube::kMaxDimension] = {};
    unsigned count = 0;
    for (unsigned i = 0; i < d; ++i) {
      const unsigned tree = (port + 1 + i) % d;
      if (tree < trees && Trees::parent(d, c, tree) == Ports::one(port)) climbing[count++] = tree;
    }
    add_rounds(rounds, c, port, climbing, count, children, driver);
  }
  if (me == operation.root) {
    for (std::uint32_t tree = 0; tree < trees; ++tree) {
      add_rounds(rounds, Address(), node::Driver::ejector(d, tree), &tree, 1, children, driver);
    }
  }
  set_combining_words(operation, driver, [&](Address place) { return Trees::parent(d, place, 0); });
}

inline void begin_reduce(const Operation& operation, Address me, std::uint32_t trees, node::Driver& driver) {
  const unsigned d = operation.d();
  begin(operation, me, trees, driver);
  if (!needs_gate(operation)) return;
  // Backwards from the port of the broadcast's last cycle: on one tree port d - 1, on d trees that
  // of the last packet's.
  const unsigned first = trees == 1 ? d - 1 : (operation.packets + d - 1) % d;
  for (unsigned i = 0; i < d; ++i) driver.add_window((first + d - i) % d, operation.hop_cycles);
}

// One tree that is used by all packets.
template <class Tree>
void load_reduce_up(const Operation& operation, Address me, node::Driver& driver) {
  begin_reduce(operation, me, 1, driver);
  load_reduce_on<trees::Rotations<Tree>>(operation, me, 1, driver);
}
// All rotations, in turn.
template <class Trees>
void load_reduce_rotated(const Operation& operation, Address me, node::Driver& driver) {
  begin_reduce(operation, me, operation.d(), driver);
  load_reduce_on<Trees>(operation, me, operation.d(), driver);
}

}  // namespace collectives
