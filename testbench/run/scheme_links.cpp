#include "testbench/run/scheme_links.hpp"

#include <algorithm>

#include "firmware/rules/broadcast_rules.hpp"
#include "firmware/trees/multinode_broadcast_tree.hpp"
#include "firmware/trees/shared_ersbt.hpp"
#include "testbench/run/followed_ways.hpp"

namespace testbench {
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

// What firmware/broadcast/service.hpp loads: of rule subcubes behind 2^m, of rule table from 0 on.
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

// To a root and from it to all.
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

std::uint64_t through_a_queue_of_classes(unsigned d, std::uint64_t most_of_class) {
  std::uint64_t most = 0;
  // Ports i and o = 0; only their difference counts.
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
        // The node where a packet comes through port i that goes on: as its source sees it.
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
  const unsigned d = cube.dimension();
  if (scheme == Scheme::kIndirect) add_indirect(cube, ways);
  for (const Address source : network::addresses(cube.nodes())) {
    if (scheme == Scheme::kPmnb1) {
      for (unsigned m = 1; m <= d; ++m) ways.add<rules::Subcubes>(source, source, m - 1);
    }
    for (unsigned tree = 0; tree < d; ++tree) {
      if (scheme == Scheme::kDirect) ways.add<rules::Sbt>(source, source, tree);
      if (scheme == Scheme::kBalanced) ways.add<rules::Table>(source, source, tree);
      if (scheme == Scheme::kPmnb2 || scheme == Scheme::kPmnb3) ways.add<rules::Doubling>(source, source, tree);
      if (!is_partial(scheme) || (scheme == Scheme::kPmnb1 && tree != 0)) continue;
      for (const Address holder : network::addresses(cube.nodes())) ways.add<rules::Ascending>(source, holder, tree);
    }
  }
  return ways.graph();
}

std::uint64_t packets_through_a_queue(const Cube& cube, Scheme scheme) {
  const unsigned d = cube.dimension();
  if (scheme == Scheme::kPmnb1) return through_a_queue_of_subcubes(d);
  return through_a_queue_of_classes(d, scheme == Scheme::kPmnb2 ? cube.nodes() : (cube.nodes() + d - 1) / d);
}

}  // namespace testbench
