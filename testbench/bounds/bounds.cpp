// SPDX-License-Identifier: Apache-2.0
#include "testbench/bounds/bounds.hpp"

#include <algorithm>

#include "testbench/bounds/network_bounds.hpp"
#include "testbench/checker/saturating.hpp"

// Throughout, N = 2^d. d <= 16 and M < 2^32, so that only products of M with d 2^(2d-1) can leave
// 64 bits.
namespace testbench {
namespace {

// n-port. The root sends at most d packets per cycle and M have to leave it at least once, so the
// last of them first leaves in cycle ceil(M/d) or later; after that cycle only the root and
// neighbours hold it, and the node opposite the root is d-1 hops from the nearest of them.
//
// One-port. The last packet first leaves the root in cycle M or later; after that cycle two nodes
// hold it, and the number of holders at most doubles per cycle: M + d - 1.
//
// Half duplex is one-port too. Besides, M (N-1) receptions are needed, each by a node that lacks
// the packet. In cycle c <= d at most 2^(c-1) nodes hold anything, and so send; in any cycle a
// transmission occupies two nodes, so at most N/2 happen. T >= d cycles hold at most 1 + 2 + ... +
// 2^(d-1) + (T-d) N/2 = N - 1 + (T-d) N/2 transmissions, hence T >= d + ceil((M-1)(N-1) 2/N), which
// is never below M + d - 1. The nESBT of theorem 4.3 takes 2M + d - 1 (B = 1).
Bound broadcast_time(const Task& task) {
  const std::uint64_t d = task.dim;
  const std::uint64_t m = task.packets;
  switch (task.ports) {
    case PortModel::kAll:
      return {divide_up(m, d) + d - 1, "Johnsson and Ho 1986, section 4 (n-port)"};
    case PortModel::kOne:
      return {m + d - 1, "Johnsson and Ho 1986, section 4 (one-port)"};
    case PortModel::kHalf:
      break;
  }
  const std::uint64_t half_nodes = node_count(task) / 2;
  return {d + divide_up((m - 1) * (node_count(task) - 1), half_nodes),
          "Counting: M (N-1) receptions, each of which occupies two nodes; 2^(c-1) senders in cycle c <= d"};
}

// The root sends (scatter) or receives (gather) M (N-1) different packets, at most d or 1 per
// cycle. The node opposite the root is d hops away. In half duplex the root does nothing else, so
// its bound is that of one port.
Bound rooted_time(const Task& task) {
  const std::uint64_t packets = task.packets * (node_count(task) - 1);
  if (task.ports != PortModel::kAll) {
    return {packets, task.ports == PortModel::kOne
                         ? "Johnsson and Ho 1986, section 5 (one-port): packets through the root"
                         : "Johnsson and Ho 1986, section 5: packets through the root, which only sends or "
                           "only receives"};
  }
  return {std::max<std::uint64_t>(divide_up(packets, task.dim), task.dim),
          "Bertsekas et al. 1991, section 3 and table 1, by M; at least the diameter d"};
}

// Every node receives M (N-1) packets, at most d or 1 per cycle. Half duplex: M N (N-1)
// transmissions, each of which occupies two of the N nodes, so at most N/2 in one cycle.
Bound allgather_time(const Task& task) {
  const std::uint64_t packets = task.packets * (node_count(task) - 1);
  switch (task.ports) {
    case PortModel::kAll:
      return {divide_up(packets, task.dim),
              "Bertsekas et al. 1991, section 2 and table 1; Johnsson and Ho 1986, theorem 6.1"};
    case PortModel::kOne:
      return {packets, "Dimakopoulos 1999, section 2 (1); Johnsson and Ho 1986, theorem 6.1"};
    case PortModel::kHalf:
      break;
  }
  return {2 * packets, "Dimakopoulos 1999, section 2 (2)"};
}

// The packets of one node travel sum of h C(d,h) M = M d 2^(d-1) hops at least, those of all nodes
// N times that. One cycle holds at most N d transmissions (n-port), N (one-port), or N/2 (half
// duplex: each occupies two nodes).
Bound alltoall_time(const Task& task) {
  const std::uint64_t half_nodes = node_count(task) / 2;
  const std::uint64_t m = task.packets;
  switch (task.ports) {
    case PortModel::kAll:
      return {m * half_nodes, "Bertsekas et al. 1991, section 4 and table 1; Johnsson and Ho 1986, theorem 7.2"};
    case PortModel::kOne:
      return {m * task.dim * half_nodes,
              "Dimakopoulos and Dimopoulos, section 4 (3); Johnsson and Ho 1986, theorem 7.1"};
    case PortModel::kHalf:
      break;
  }
  return {m * task.dim * node_count(task),
          "Dimakopoulos and Dimopoulos, section 4 (3), with two nodes occupied per transmission"};
}

// A reduction played backwards, every link turned round, is a broadcast of as many packets: where
// the contribution of a node has found a way to the root for every item, the root's packets find it
// to the node. A node then receives what it sent.
Bound reduce_time(const Task& task) {
  const Bound broadcast = broadcast_time(task);
  switch (task.ports) {
    case PortModel::kAll:
      return {broadcast.value, "Johnsson and Ho 1986, section 4 (n-port), time reversed"};
    case PortModel::kOne:
      return {broadcast.value, "Johnsson and Ho 1986, section 4 (one-port), time reversed"};
    case PortModel::kHalf:
      break;
  }
  return {broadcast.value, "Counting: M (N-1) packets, each of which occupies two nodes, time reversed"};
}

// Backwards it is an allgather. Or counted: for each of the M (N-1) items of other nodes a node
// sends a packet that holds its contribution, at most d or 1 per cycle; in half duplex N/2 of all
// the N M (N-1) are on links at once. The node opposite is d hops away, which is never more.
Bound reduce_scatter_time(const Task& task) {
  const Bound allgather = allgather_time(task);
  switch (task.ports) {
    case PortModel::kAll:
      return {allgather.value, "Bertsekas et al. 1991, section 1 and table 1: multinode accumulation"};
    case PortModel::kOne:
      return {allgather.value, "Counting: a packet of every node for each of M (N-1) items"};
    case PortModel::kHalf:
      break;
  }
  return {allgather.value, "Counting: N M (N-1) packets, each of which occupies two nodes"};
}

// Packets on links in one cycle, at most.
std::uint64_t at_once(const Task& task) {
  const std::uint64_t nodes = node_count(task);
  return task.ports == PortModel::kAll ? nodes * task.dim : task.ports == PortModel::kOne ? nodes : nodes / 2;
}

// For each of the V items a packet with the contribution of the node opposite (of node 0) comes to
// a node (to node N-1), in cycle d or later, for it has come d hops; at most d or 1 of them in one
// cycle.
std::uint64_t opposite_time(const Task& task) {
  return divide_up(task.packets, task.ports == PortModel::kAll ? task.dim : 1) + task.dim - 1;
}

Bound larger(Bound a, Bound b) {
  return a.value >= b.value ? a : b;
}

// For one item: putting the packets of a cycle in any order tells nodes no less. Up to the packet
// by which the first node has all contributions, each of the other N-1 nodes has sent one. After it
// one comes to each of them: 2 (N-1).
std::uint64_t allreduce_packets(const Task& task) {
  return 2 * std::uint64_t{task.packets} * (node_count(task) - 1);
}

Bound allreduce_time(const Task& task) {
  return larger({opposite_time(task), "Counting: for every item something from the node opposite, d hops away"},
                {divide_up(allreduce_packets(task), at_once(task)),
                 "Harary and Schwenk 1974: 2 (N-1) one-way messages for every item"});
}

// For one item: a packet comes to each of the nodes 1 .. N-1; packets that come besides, and any
// that comes to node 0, are counted here. Combined packets cannot be taken apart again. Let x be
// even, x > 0: x - 1 is no neighbour. If one packet alone comes to x it holds exactly 0 .. x-1, or
// 0 .. x where the packet of x comes back, and a neighbour z sends it. To z a packet comes besides:
//   z = 0   any;
//   z < x   the one with x - 1, of no use for its own result, and it needs one that is;
//   z > x   it needs another for its result: with x, or, where it sends 0 .. x, with x + 1.
// The exception is z = x + 1, which may have got 0 .. x in one packet. A neighbour w of z has sent
// that packet, and not x, which has no more than its own before; and to w a packet comes besides,
// as to z above, with x in place of x - 1.
//
// So for each of the N/2 - 1 nodes x a packet comes besides to x, a neighbour of x or a neighbour
// of x + 1. Any one node is that of d such x at most: an even one of itself (also as the neighbour
// of x + 1) and its d-1 even neighbours; an odd one of its even neighbour, and of the x below its
// d-1 odd neighbours.
std::uint64_t scan_packets(const Task& task) {
  const std::uint64_t nodes = node_count(task);
  return task.packets * (nodes - 1 + divide_up(nodes / 2 - 1, task.dim));
}

Bound scan_time(const Task& task) {
  return larger({opposite_time(task), "Counting: for every item something from node 0 to node N-1, d hops away"},
                {divide_up(scan_packets(task), at_once(task)), "Counting: packets that every item needs"});
}

// Transmissions. A packet with one destination travels at least the Hamming distance; sum of h
// C(d,h) = d 2^(d-1) over all nodes. A packet for all nodes is received by N-1 nodes, once per
// transmission. The bounds on time cite the sources for combined packets.
std::uint64_t packets_of_others(const Task& task) {
  return std::uint64_t{task.packets} * (node_count(task) - 1);
}
std::uint64_t distances(const Task& task) {
  return std::uint64_t{task.packets} * (task.dim * (node_count(task) / 2));
}

Bound broadcast_transmissions(const Task& task) {
  return {packets_of_others(task), "every other node receives every packet over a link"};
}
Bound scatter_transmissions(const Task& task) {
  return {distances(task), "Bertsekas et al. 1991, section 3 (2) and table 1, by M"};
}
Bound gather_transmissions(const Task& task) {
  return {distances(task), "Bertsekas et al. 1991, section 3 (2) and table 1, by M, links reversed"};
}
Bound allgather_transmissions(const Task& task) {
  return {times(node_count(task), packets_of_others(task)), "Bertsekas et al. 1991, section 2 and table 1, by M"};
}
Bound alltoall_transmissions(const Task& task) {
  return {times(node_count(task), distances(task)), "Bertsekas et al. 1991, section 4 (3) and table 1, by M"};
}
Bound reduce_transmissions(const Task& task) {
  return {packets_of_others(task), "every other node sends something for every item"};
}
Bound reduce_scatter_transmissions(const Task& task) {
  return {times(node_count(task), packets_of_others(task)),
          "every node sends something for every item of every other node"};
}
Bound allreduce_transmissions(const Task& task) {
  return {allreduce_packets(task), "Harary and Schwenk 1974: 2 (N-1) one-way messages for every item"};
}
Bound scan_transmissions(const Task& task) {
  return {scan_packets(task), "Counting: what comes to nodes, some of which have no neighbour one below"};
}

Bound no_bound(const Task&) {
  return {0, "no such task"};
}

// The bounds of one collective. Packets are combined on cubes only.
struct Bounds {
  using Function = Bound (*)(const Task&);

  Function time = no_bound;
  Function transmissions = no_bound;
  Function network_time = no_bound;
  Function network_transmissions = no_bound;
};

Bounds bounds_of(const Task& task) {
  if (find_fault(task, kMaxRelativeDim)) return {};
  switch (task.collective) {
    case Collective::kBroadcast:
      return {broadcast_time, broadcast_transmissions, network_bounds::broadcast_time,
              network_bounds::broadcast_transmissions};
    case Collective::kScatter:
      return {rooted_time, scatter_transmissions, network_bounds::rooted_time, network_bounds::rooted_transmissions};
    case Collective::kGather:
      return {rooted_time, gather_transmissions, network_bounds::rooted_time, network_bounds::rooted_transmissions};
    case Collective::kAllgather:
      return {allgather_time, allgather_transmissions, network_bounds::allgather_time,
              network_bounds::allgather_transmissions};
    case Collective::kAlltoall:
      return {alltoall_time, alltoall_transmissions, network_bounds::alltoall_time,
              network_bounds::alltoall_transmissions};
    case Collective::kReduce:
      return {reduce_time, reduce_transmissions};
    case Collective::kReduceScatter:
      return {reduce_scatter_time, reduce_scatter_transmissions};
    case Collective::kAllreduce:
    case Collective::kBarrier:  // every node must have heard of every other one
      return {allreduce_time, allreduce_transmissions};
    case Collective::kScan:
    case Collective::kExscan:
      return {scan_time, scan_transmissions};
  }
  return {};
}

}  // namespace

Bound lower_bound(const Task& task) {
  const Bounds bounds = bounds_of(task);
  return (task.is_on_cube() ? bounds.time : bounds.network_time)(task);
}

Bound least_transmissions(const Task& task) {
  const Bounds bounds = bounds_of(task);
  return (task.is_on_cube() ? bounds.transmissions : bounds.network_transmissions)(task);
}

}  // namespace testbench
