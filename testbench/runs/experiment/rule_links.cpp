// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/rule_links.hpp"

#include <algorithm>
#include <vector>

#include "firmware/rules/broadcast_rules.hpp"
#include "firmware/rules/cube_rules.hpp"
#include "firmware/rules/rule.hpp"
#include "firmware/trees/bertsekas.hpp"
#include "firmware/trees/johnsson_ho.hpp"

namespace testbench {

using network::Address;

namespace {

// Leaves the node through the port.
struct Hop {
  network::Address from;
  unsigned port;
};

// Link node * ports + port leaves the node through the port.
std::uint32_t link_of(const network::Cube& network, const Hop& hop) {
  return hop.from.number() * network.ports() + hop.port;
}

// Follows one packet from its first hops. `word(place)`: the stored word of a stored rule. Returns
// all its hops; the last of them are followed by none.
template <class Rules, class Word>
std::vector<Hop> follow(const network::Cube& network, const rules::Heading& heading, std::vector<Hop> ahead,
                        LinkGraph& graph, Word word) {
  std::vector<Hop> gone;
  while (!ahead.empty()) {
    const Hop hop = ahead.back();
    ahead.pop_back();
    gone.push_back(hop);
    const network::Address me = network.neighbour(hop.from, hop.port);
    const network::Ports ways =
        rules::route<Rules>(network, me, heading, word(rules::place<Rules>(network, me, heading))).ports;
    for (const unsigned port : ways) {
      graph.couple(link_of(network, hop), link_of(network, {me, port}));
      ahead.push_back({me, port});
    }
  }
  return gone;
}

// Returns the first hops of a packet for rules that decide them too.
template <class Rules, class Word>
std::vector<Hop> first_hops(const network::Cube& network, const rules::Heading& heading, network::Address source,
                            Word word) {
  std::vector<Hop> hops;
  const network::Ports ways =
      rules::route<Rules>(network, source, heading, word(rules::place<Rules>(network, source, heading))).ports;
  for (const unsigned port : ways) hops.push_back({source, port});
  return hops;
}

}  // namespace

LinkGraph rule_links(const network::Cube& network, node::Rule rule, std::uint32_t trees) {
  using Rules = rules::CubeRules;
  LinkGraph graph(network.nodes() * network.ports());
  const auto no_word = [](Address) { return network::Ports(); };
  const std::uint32_t destinations = Rules::is_to_all(rule) ? 1 : network.nodes();
  for (const Address source : network::addresses(network.nodes())) {
    for (const Address destination : network::addresses(destinations)) {
      for (std::uint32_t tree = 0; tree < trees; ++tree) {
        const rules::Heading heading{rule, source, destination, tree};
        follow<Rules>(network, heading, first_hops<Rules>(network, heading, source, no_word), graph, no_word);
      }
    }
  }
  return graph;
}

namespace {

using broadcast::Scheme;
using network::Address;
using network::Cube;
using network::Ports;
using Rules = rules::BroadcastRules;
using rules::Heading;

template <class Rule>
Heading heading_of(Address source, Address destination, std::uint32_t tree) {
  return {Rules::number_of<Rule>(), source, destination, tree};
}

// The word that firmware/broadcast/service.hpp loads: rule subcubes has its words behind 2^m, rule
// table from 0 on.
Ports stored_word(const Cube& cube, Scheme scheme, Address place) {
  if (scheme == Scheme::kBalanced) return trees::MultinodeBroadcastTree::children(cube.dimension(), place);
  if (place.number() < 2) return {};
  const unsigned m = bits::index(bits::highest(place.number()));
  return trees::MultinodeBroadcastTree::children(m, Address(place.number() ^ 1u << m));
}

class Ways {
  auto word() const {
    return [this](Address place) { return stored_word(cube_, scheme_, place); };
  }

 public:
  Ways(const Cube& cube, Scheme scheme) : cube_(cube), scheme_(scheme), graph_(cube.nodes() * cube.ports()) {}

  template <class Rule>
  std::vector<Hop> add(Address source, Address destination, std::uint32_t tree) {
    return add<Rule>(source, destination, tree,
                     first_hops<Rules>(cube_, heading_of<Rule>(source, destination, tree), source, word()));
  }
  template <class Rule>
  std::vector<Hop> add(Address source, Address destination, std::uint32_t tree, const std::vector<Hop>& first) {
    return follow<Rules>(cube_, heading_of<Rule>(source, destination, tree), first, graph_, word());
  }
  void couple(const Hop& hop, const Hop& next) { graph_.couple(link_of(cube_, hop), link_of(cube_, next)); }

  const LinkGraph& graph() const { return graph_; }

 private:
  const Cube cube_;
  const Scheme scheme_;
  LinkGraph graph_;
};

// Packets go to a root and from there to all nodes.
void add_indirect(const Cube& cube, Ways& ways) {
  const unsigned d = cube.dimension();
  for (unsigned tree = 0; tree < d; ++tree) {
    const Address root(1u << tree);
    std::vector<Hop> down;
    for (const unsigned port : cube::rotate_left(d, trees::SharedErsbt::children_of_root(d), tree)) {
      down.push_back({root, port});
    }
    ways.add<rules::SharedTrees>(root, Address(0), tree, down);
    for (const Address source : network::addresses(cube.nodes())) {
      for (unsigned turn = 0; turn < d && source != root && d > 1; ++turn) {
        const std::vector<Hop> up = ways.add<rules::ToRoot>(source, root, turn);
        for (const Hop& hop : down) ways.couple(up.back(), hop);
      }
    }
  }
}

// True if the node can have this rank in a class. The period packs, and a class has at most K
// packets, ceil(log2 K) = m. The nodes before it may be active or not, and so may the nodes behind
// it.
bool can_have_rank(const Cube& cube, Scheme scheme, unsigned m, std::uint32_t node, std::uint32_t rank) {
  const std::uint32_t nodes = cube.nodes();
  const std::uint32_t least = m == 0 ? 1 : (1u << (m - 1)) + 1;  // K
  if (rank > node || rank >> m != 0) return false;
  if (scheme == Scheme::kPmnb3) {
    const std::uint32_t most = (nodes + cube.dimension() - 1) / cube.dimension();
    return std::max(rank + 1, least) <= most;
  }
  // Assumes as few active nodes as possible; with all nodes active nothing is packed.
  const std::uint32_t active = std::max(rank + 1, least);
  return active < nodes && node - rank <= nodes - active;
}

// Couples the links of all periods that pack in m dimensions, for any set of active nodes.
LinkGraph links_of_periods(const Cube& cube, Scheme scheme, unsigned m) {
  const unsigned d = cube.dimension();
  Ways ways(cube, scheme);
  const auto broadcast = [&](Address holder, unsigned tree) {
    if (scheme == Scheme::kPmnb1) {
      ways.add<rules::Subcubes>(holder, holder, std::max(m, 1u) - 1);
    } else {
      std::vector<Hop> first;  // the rule leaves the first hops to the holder
      first.reserve(d);
      for (unsigned port = 0; port < d; ++port) first.push_back({holder, port});
      ways.add<rules::Doubling>(holder, holder, tree, first);
    }
  };
  for (unsigned c = 0; c < (scheme == Scheme::kPmnb1 ? 1 : d); ++c) {
    std::vector<bool> holds(cube.nodes(), m == d && scheme != Scheme::kPmnb3);  // all active: they hold their own
    for (std::uint32_t node = 0; node < cube.nodes(); ++node) {
      for (std::uint32_t rank = 0; rank >> m == 0 && rank <= node; ++rank) {
        if (!can_have_rank(cube, scheme, m, node, rank)) continue;
        const std::uint32_t holder = (node >> m << m) | rank;
        holds[holder] = true;
        ways.add<rules::Ascending>(cube::rotate_left(d, Address(node), c), cube::rotate_left(d, Address(holder), c), c);
      }
    }
    for (std::uint32_t holder = 0; holder < cube.nodes(); ++holder) {
      if (holds[holder]) broadcast(cube::rotate_left(d, Address(holder), c), c);
    }
  }
  return ways.graph();
}

std::uint64_t through_a_queue_of_classes(unsigned d, std::uint64_t most_of_class) {
  std::uint64_t most = 0;
  // Only the difference of the ports i and o = 0 counts.
  for (unsigned i = 1; i < d; ++i) {
    std::uint64_t packets = 0;
    for (unsigned c = 0; c < d; ++c) {
      const unsigned from = (i + d - c) % d;
      const unsigned to = (d - c) % d;
      const std::uint64_t of_class = (most_of_class + (std::uint64_t{2} << from) - 1) >> from >> 1;
      packets += from > to ? of_class : 1;
    }
    most = std::max(most, packets);
  }
  return most;
}

std::uint64_t through_a_queue_of_subcubes(unsigned d) {
  std::uint64_t most = d > 1 ? 2 : 0;  // one in the packing, one through a high port
  for (unsigned m = 2; m <= d; ++m) {
    for (unsigned i = 0; i < m; ++i) {
      std::vector<std::uint64_t> packets(m);
      for (const Address c : network::addresses(cube::nodes(m))) {
        // Node c, as the source of the packet sees it, gets it through port i and may send it on.
        const Address before = cube::neighbour(c, i);
        if (!trees::MultinodeBroadcastTree::children(m, before).contains(i)) continue;
        for (const unsigned o : trees::MultinodeBroadcastTree::children(m, c)) ++packets[o];
      }
      most = std::max(most, *std::max_element(packets.begin(), packets.end()) + 1);
    }
  }
  return most;
}

}  // namespace

LinkGraph scheme_links(const Cube& cube, Scheme scheme) {
  Ways ways(cube, scheme);
  if (scheme == Scheme::kIndirect) add_indirect(cube, ways);
  for (const Address source : network::addresses(cube.nodes())) {
    for (unsigned tree = 0; tree < cube.dimension(); ++tree) {
      if (scheme == Scheme::kDirect) ways.add<rules::Sbt>(source, source, tree);
      if (scheme == Scheme::kBalanced) ways.add<rules::Table>(source, source, tree);
    }
  }
  return ways.graph();
}

std::vector<LinkGraph> period_links(const Cube& cube, Scheme scheme) {
  std::vector<LinkGraph> graphs;
  for (unsigned m = 0; m <= cube.dimension(); ++m) graphs.push_back(links_of_periods(cube, scheme, m));
  return graphs;
}

std::uint64_t packets_through_a_queue(const Cube& cube, Scheme scheme) {
  const unsigned d = cube.dimension();
  if (scheme == Scheme::kPmnb1) return through_a_queue_of_subcubes(d);
  return through_a_queue_of_classes(d, scheme == Scheme::kPmnb2 ? cube.nodes() : (cube.nodes() + d - 1) / d);
}

}  // namespace testbench
