// SPDX-License-Identifier: Apache-2.0
#include "testbench/bounds/residual_bounds.hpp"

#include <algorithm>

#include "testbench/checker/saturating.hpp"

// Throughout, a packet crosses one live link in a cycle, so that a node h links away has it in cycle
// h or later. A reduction played backwards, every link turned round, is a broadcast of as many
// packets, and a reduce-scatter an allgather (bounds.cpp).
namespace testbench {
namespace {

// Distances between all pairs take N breadth-first searches.
constexpr std::uint64_t kMostNodesOfAllPairs = 2048;

class Links {
 public:
  explicit Links(const EdgeTable& edges) : from_(edges.nodes()), to_(edges.nodes()) {
    for (std::uint32_t node = 0; node < edges.nodes(); ++node) {
      for (unsigned port = 0; port < edges.ports(); ++port) {
        if (edges.has_link(node, port)) add(node, edges.receiver(node, port));
      }
    }
  }
  Links turned() const {
    Links other = *this;
    std::swap(other.from_, other.to_);
    return other;
  }

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(from_.size()); }
  std::uint64_t all() const { return all_; }
  std::uint64_t out_of(std::uint32_t node) const { return from_[node].size(); }
  std::uint64_t into(std::uint32_t node) const { return to_[node].size(); }
  // From the node to all nodes.
  std::vector<std::uint32_t> distances(std::uint32_t node) const {
    std::vector<std::uint32_t> found(nodes(), kUnseen);
    std::vector<std::uint32_t> order{node};
    found[node] = 0;
    for (std::size_t next = 0; next < order.size(); ++next) {
      for (const std::uint32_t behind : from_[order[next]]) {
        if (found[behind] != kUnseen) continue;
        found[behind] = found[order[next]] + 1;
        order.push_back(behind);
      }
    }
    return found;
  }

 private:
  static constexpr std::uint32_t kUnseen = ~std::uint32_t{0};

  void add(std::uint32_t node, std::uint32_t receiver) {
    from_[node].push_back(receiver);
    to_[receiver].push_back(node);
    ++all_;
  }

  std::vector<std::vector<std::uint32_t>> from_;  // by sender: receivers
  std::vector<std::vector<std::uint32_t>> to_;
  std::uint64_t all_ = 0;
};

void keep_larger(Bound& bound, std::uint64_t value, std::string_view source) {
  if (value > bound.value) bound = {value, source};
}

std::uint64_t farthest(const std::vector<std::uint32_t>& distances) {
  return *std::max_element(distances.begin(), distances.end());
}

// M packets come into each node from the cycle of its distance on.
void keep_arrivals(Bound& bound, const Links& links, const std::vector<std::uint32_t>& distances, std::uint32_t root,
                   std::uint64_t packets) {
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    if (node == root) continue;
    keep_larger(bound, divide_up(packets, links.into(node)) + distances[node] - 1,
                "Counting: packets through a node's live links, the first of them in the cycle of its distance");
  }
}

// The last of M packets leaves the root in cycle ceil(M / links) or later, and is then a link from
// the root at most. M packets come into a node from the cycle of its distance on.
Bound broadcast_bound(const Links& links, std::uint32_t root, std::uint64_t packets) {
  const std::vector<std::uint32_t> distances = links.distances(root);
  Bound bound;
  keep_larger(bound, divide_up(packets, links.out_of(root)) + farthest(distances) - 1,
              "Counting: packets through the root's live links, and on to the farthest node");
  keep_arrivals(bound, links, distances, root, packets);
  return bound;
}

// The packets for nodes k or more links away leave the root, the last of them k - 1 cycles before it
// can arrive, for every k.
Bound scatter_bound(const Links& links, std::uint32_t root, std::uint64_t packets) {
  const std::vector<std::uint32_t> distances = links.distances(root);
  std::vector<std::uint64_t> levels(farthest(distances) + 1);
  for (const std::uint32_t distance : distances) ++levels[distance];
  Bound bound;
  std::uint64_t from_here = 0;
  for (std::uint64_t level = levels.size() - 1; level >= 1; --level) {
    from_here += levels[level];
    keep_larger(bound, plus(divide_up(times(packets, from_here), links.out_of(root)), level - 1),
                "Counting: the packets of nodes k or more links away pass a node's live links, for every k");
  }
  keep_arrivals(bound, links, distances, root, packets);
  return bound;
}

// Each node gets the packets of all others through its links, those of nodes k or more links away
// not before cycle k; and its own leave it.
Bound allgather_bound(const Links& links, std::uint64_t packets) {
  const bool has_pairs = links.nodes() <= kMostNodesOfAllPairs;
  const Links turned = links.turned();
  Bound bound;
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    keep_larger(bound, divide_up(times(packets, links.nodes() - 1), links.into(node)),
                "Counting: M (N-1) packets through a node's live links");
    if (!has_pairs) continue;
    const Bound into = scatter_bound(turned, node, packets);
    keep_larger(bound, into.value, into.source);
    keep_larger(bound, divide_up(packets, links.out_of(node)) + farthest(links.distances(node)) - 1,
                "Counting: packets through a node's live links, and on to the farthest node");
  }
  return bound;
}

// `senders`: nodes that can send in a cycle, one packet each, or 0 for all ports.
Bound alltoall_bound(const Links& links, std::uint64_t packets, std::uint64_t senders) {
  if (links.nodes() > kMostNodesOfAllPairs) return {};
  const Links turned = links.turned();
  Bound bound;
  std::uint64_t sum = 0;
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (const std::uint32_t distance : links.distances(node)) sum += distance;
    for (const Links* const direction : {&links, &turned}) {
      const Bound own = scatter_bound(*direction, node, packets);
      keep_larger(bound, own.value, own.source);
    }
  }
  keep_larger(bound, divide_up(times(packets, sum), links.all()),
              "Counting: hops of all packets, a packet a live link and cycle");
  if (senders == 0) return bound;
  keep_larger(bound, divide_up(times(packets, sum), senders),
              "Counting: hops of all packets over live links, a packet a sender and cycle");
  return bound;
}

// For every item a packet with the contribution of the farthest node comes into a node, and one with
// its own contribution leaves it.
Bound allreduce_bound(const Links& links, std::uint64_t packets) {
  const Links turned = links.turned();
  Bound bound;
  for (std::uint32_t node = 0; node < links.nodes() && links.nodes() <= kMostNodesOfAllPairs; ++node) {
    for (const Links* const direction : {&links, &turned}) {
      keep_larger(bound, divide_up(packets, direction->out_of(node)) + farthest(direction->distances(node)) - 1,
                  "Counting: for every item something through a node's live links, from or to the farthest node");
    }
  }
  keep_larger(bound, divide_up(times(times(packets, 2), links.nodes() - 1), links.all()),
              "Harary and Schwenk 1974: 2 (N-1) one-way messages for every item");
  return bound;
}

// For every item something of the farthest node below comes into a node, and something of its own leaves
// it for the farthest node above.
Bound scan_bound(const Links& links, std::uint64_t packets) {
  const Links turned = links.turned();
  Bound bound;
  for (std::uint32_t node = 0; node < links.nodes() && links.nodes() <= kMostNodesOfAllPairs; ++node) {
    const std::vector<std::uint32_t> to_it = turned.distances(node);
    const std::vector<std::uint32_t> from_it = links.distances(node);
    const auto keep = [&](std::uint64_t ports, std::uint64_t farthest) {
      if (farthest == 0) return;
      keep_larger(bound, divide_up(packets, ports) + farthest - 1,
                  "Counting: for every item something through a node's live links, from below or for above");
    };
    keep(turned.out_of(node), *std::max_element(to_it.begin(), to_it.begin() + node + 1));
    keep(links.out_of(node), *std::max_element(from_it.begin() + node, from_it.end()));
  }
  return bound;
}

std::uint64_t senders_of(const Task& task) {
  if (task.ports == PortModel::kAll) return 0;
  return task.ports == PortModel::kOne ? node_count(task) : node_count(task) / 2;
}

Bound bound_of(const Task& task, const Links& links) {
  switch (task.collective) {
    case Collective::kBroadcast:
      return broadcast_bound(links, task.root, task.packets);
    case Collective::kScatter:
      return scatter_bound(links, task.root, task.packets);
    case Collective::kGather:
      return scatter_bound(links.turned(), task.root, task.packets);
    case Collective::kAllgather:
      return allgather_bound(links, task.packets);
    case Collective::kAlltoall:
      return alltoall_bound(links, task.packets, senders_of(task));
    case Collective::kReduce:
      return broadcast_bound(links.turned(), task.root, task.packets);
    case Collective::kReduceScatter:
      return allgather_bound(links.turned(), task.packets);
    case Collective::kAllreduce:
    case Collective::kBarrier:
      return allreduce_bound(links, task.packets);
    case Collective::kScan:
    case Collective::kExscan:
      return scan_bound(links, task.packets);
  }
  return {};
}

}  // namespace

EdgeTable without(const EdgeTable& edges, const std::vector<std::pair<std::uint32_t, unsigned>>& links) {
  std::vector<std::uint32_t> receivers(edges.receivers(), edges.receivers() + edges.links());
  for (const auto& [node, port] : links) receivers[edges.link(node, port)] = node;
  return {edges.ports(), std::move(receivers)};
}

Bound residual_bound(const Task& task, const EdgeTable& edges) {
  const Bound whole = lower_bound(task);
  const Bound residual = bound_of(task, Links(edges));
  return residual.value > whole.value ? residual : whole;
}

}  // namespace testbench
