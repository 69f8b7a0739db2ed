// SPDX-License-Identifier: Apache-2.0
#include "testbench/bounds/network_bounds.hpp"

#include <algorithm>
#include <bit>

#include "testbench/bounds/network_facts.hpp"
#include "testbench/bounds/weighted_exchange.hpp"
#include "testbench/checker/saturating.hpp"

// Throughout, n nodes, M packets, and a packet passes one link in a cycle. One-port nodes send one
// packet in a cycle and receive one, so that n are on links at most; half-duplex ones do one of
// both, so that floor(n/2) are.
namespace testbench::network_bounds {
namespace {

std::uint64_t at_most_at_once(const Task& task, const NetworkFacts& facts) {
  if (task.ports == PortModel::kAll) return facts.links;
  return task.ports == PortModel::kOne ? node_count(task) : node_count(task) / 2;
}

// The largest bound that holds, the first among equals.
class Largest {
 public:
  void add(std::uint64_t value, std::string_view source) {
    if (value > found_.value) found_ = {value, source};
  }
  Bound found() const { return found_; }

 private:
  Bound found_;
};

// Each node sends, and receives, one packet in a cycle, and a packet for a node that is k links
// away is sent k times.
Bound counted_alltoall_time(const Task& task) {
  const NetworkFacts& facts = facts_of(*task.network);
  const CountedHops& hops = counted_hops(*task.network, *task.counts);
  Largest largest;
  largest.add(divide_up(hops.all, at_most_at_once(task, facts)),
              task.ports == PortModel::kOne ? "Dimakopoulos and Dimopoulos, theorem 1: the sum of k_i and distance"
                                            : "Counting: hops of all packets");
  largest.add(hops.farthest, "Counting: the farthest node for which there is a packet");
  return largest.found();
}

}  // namespace

// The last of M packets leaves the root for the first time in cycle ceil(M / degree) or later,
// one-port in cycle M; after that cycle only the root and neighbours hold it, and the farthest node
// is eccentricity - 1 hops from these. One-port, two nodes hold it then, and at most twice as many
// after every further cycle. All M come to a node through its own links, the first of them in the
// cycle of its distance.
Bound broadcast_time(const Task& task) {
  const EdgeTable& edges = *task.network;
  const std::uint64_t nodes = node_count(task);
  const std::uint64_t m = task.packets;
  const std::vector<std::uint64_t> levels = nodes_at_distance(edges, task.root);
  const std::uint64_t eccentricity = levels.size() - 1;
  Largest largest;
  if (task.ports == PortModel::kAll) {
    largest.add(divide_up(m, degree_of(edges, task.root)) + eccentricity - 1,
                "Counting: M packets through the root's links, and on to the farthest node");
    return largest.found();
  }
  const auto doublings = static_cast<std::uint64_t>(std::bit_width(nodes - 1));
  largest.add(m + std::max(eccentricity, doublings) - 1,
              "Johnsson and Ho 1986, section 4 (one-port): packets leave the root one by one, holders double");
  if (task.ports == PortModel::kHalf) {
    largest.add(divide_up(times(m, nodes - 1), nodes / 2),
                "Counting: M (n - 1) receptions, each of which occupies two nodes");
  }
  return largest.found();
}

// The last packet for nodes k or more links away leaves the root k - 1 cycles before it can arrive.
Bound rooted_time(const Task& task) {
  const std::vector<std::uint64_t> levels = nodes_at_distance(*task.network, task.root);
  const std::uint64_t at_once = task.ports == PortModel::kAll ? degree_of(*task.network, task.root) : 1;
  std::uint64_t from_here = 0;
  Largest largest;
  for (std::uint64_t level = levels.size() - 1; level >= 1; --level) {
    from_here += levels[level];
    largest.add(plus(divide_up(times(task.packets, from_here), at_once), level - 1),
                "Counting: the packets of nodes k or more links away pass the root's ports, for every k");
  }
  return largest.found();
}

Bound allgather_time(const Task& task) {
  const NetworkFacts& facts = facts_of(*task.network);
  const std::uint64_t nodes = node_count(task);
  const std::uint64_t packets = times(task.packets, nodes - 1);
  Largest largest;
  if (task.ports == PortModel::kAll) {
    largest.add(divide_up(packets, facts.least_degree), "Counting: M (n - 1) packets through a node's links");
    largest.add(facts.diameter, "Counting: the diameter");
    largest.add(facts.all_port.spread.cycles(task.packets), "Counting: packets that cross a cut");
    return largest.found();
  }
  largest.add(packets, "Dimakopoulos 1999, section 2 (1)");
  for (const auto& [branches, reach] : facts.cut_vertices) {
    const std::uint64_t sent = plus(times(branches - 1, nodes), 1);
    const std::uint64_t received = task.ports == PortModel::kHalf ? nodes - 1 : 0;
    largest.add(plus(times(task.packets, plus(sent, received)), reach - 1),
                "Counting: what a node that connects branches sends into each (cut_vertices.hpp)");
  }
  if (task.ports == PortModel::kHalf) {
    largest.add(divide_up(times(nodes, packets), nodes / 2),
                nodes % 2 == 0 ? "Dimakopoulos 1999, section 2 (2)" : "Dimakopoulos 1999, section 2 (3)");
  }
  return largest.found();
}

Bound alltoall_time(const Task& task) {
  if (task.counts != nullptr) return counted_alltoall_time(task);
  const NetworkFacts& facts = facts_of(*task.network);
  Largest largest;
  largest.add(divide_up(times(task.packets, facts.distance_sum), at_most_at_once(task, facts)),
              task.ports == PortModel::kAll ? "Counting: hops of all packets, a packet a link and cycle"
              : task.ports == PortModel::kOne
                  ? "Dimakopoulos and Dimopoulos, section 4 (3)"
                  : "Dimakopoulos and Dimopoulos, section 4 (3), with two nodes occupied per "
                    "transmission");
  largest.add(facts.diameter, "Counting: the diameter");
  const Crossing& crossing = task.ports == PortModel::kAll ? facts.all_port.exchange : facts.one_port_exchange;
  largest.add(crossing.cycles(task.packets), "Counting: packets that cross a cut");
  largest.add(weighted_exchange(*task.network, task.ports).cycles(task.packets),
              "Congestion: hops of all packets, weighted by what they occupy");
  return largest.found();
}

Bound broadcast_transmissions(const Task& task) {
  return {times(task.packets, node_count(task) - 1), "every other node receives every packet over a link"};
}
Bound allgather_transmissions(const Task& task) {
  return {times(node_count(task), broadcast_transmissions(task).value),
          "every other node receives every packet over a link"};
}
Bound rooted_transmissions(const Task& task) {
  std::uint64_t sum = 0;
  const std::vector<std::uint64_t> levels = nodes_at_distance(*task.network, task.root);
  for (std::uint64_t level = 1; level < levels.size(); ++level) sum += level * levels[level];
  return {times(task.packets, sum), "the distances of all nodes from the root"};
}
Bound alltoall_transmissions(const Task& task) {
  if (task.counts != nullptr) {
    return {counted_hops(*task.network, *task.counts).all, "the distances that all packets have to go"};
  }
  return {times(task.packets, facts_of(*task.network).distance_sum), "the distances of all pairs of nodes"};
}

}  // namespace testbench::network_bounds
