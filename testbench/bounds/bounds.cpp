#include "testbench/bounds/bounds.hpp"

#include <algorithm>

#include "testbench/bounds/network_bounds.hpp"
#include "testbench/checker/saturating.hpp"

// Throughout, N = 2^d. d <= 16 and M < 2^32, so that only products of M with d 2^(2d-1) can leave 64 bits.
namespace testbench {
namespace {

// n-port. The root sends at most d packets per cycle and M have to leave it at least once, so the last of
// them first leaves in cycle ceil(M/d) or later; after that cycle only the root and neighbours hold it, and
// the node opposite the root is d-1 hops from the nearest of them.
//
// One-port. The last packet first leaves the root in cycle M or later; after that cycle two nodes hold it,
// and the number of holders at most doubles per cycle: M + d - 1.
//
// Half duplex is one-port too. Besides, M (N-1) receptions are needed, each by a node that lacks the packet.
// In cycle c <= d at most 2^(c-1) nodes hold anything, and so send; in any cycle a transmission occupies two
// nodes, so at most N/2 happen. T >= d cycles hold at most 1 + 2 + ... + 2^(d-1) + (T-d) N/2 = N - 1 + (T-d)
// N/2 transmissions, hence T >= d + ceil((M-1)(N-1) 2/N), which is never below M + d - 1. The nESBT of
// theorem 4.3 takes 2M + d - 1 (B = 1).
Bound broadcast_bound(const Task& task) {
  const std::uint64_t d = task.dim;
  const std::uint64_t m = task.packets;
  switch (task.ports) {
    case Ports::kAll:
      return {divide_up(m, d) + d - 1, "Johnsson and Ho 1986, section 4 (n-port)"};
    case Ports::kOne:
      return {m + d - 1, "Johnsson and Ho 1986, section 4 (one-port)"};
    case Ports::kHalf:
      break;
  }
  const std::uint64_t half_nodes = node_count(task) / 2;
  return {d + divide_up((m - 1) * (node_count(task) - 1), half_nodes),
          "Counting: M (N-1) receptions, each of which occupies two nodes; 2^(c-1) senders in cycle c <= d"};
}

// The root sends (scatter) or receives (gather) M (N-1) different packets, at most d or 1 per cycle. The node
// opposite the root is d hops away. In half duplex the root does nothing else, so its bound is that of one
// port.
Bound rooted_bound(const Task& task) {
  const std::uint64_t packets = task.packets * (node_count(task) - 1);
  if (task.ports != Ports::kAll) {
    return {packets, task.ports == Ports::kOne
                         ? "Johnsson and Ho 1986, section 5 (one-port): packets through the root"
                         : "Johnsson and Ho 1986, section 5: packets through the root, which only sends or "
                           "only receives"};
  }
  return {std::max<std::uint64_t>(divide_up(packets, task.dim), task.dim),
          "Bertsekas et al. 1991, section 3 and table 1, by M; at least the diameter d"};
}

// Every node receives M (N-1) packets, at most d or 1 per cycle. Half duplex: M N (N-1) transmissions, each
// of which occupies two of the N nodes, so at most N/2 in one cycle.
Bound allgather_bound(const Task& task) {
  const std::uint64_t packets = task.packets * (node_count(task) - 1);
  switch (task.ports) {
    case Ports::kAll:
      return {divide_up(packets, task.dim),
              "Bertsekas et al. 1991, section 2 and table 1; Johnsson and Ho 1986, theorem 6.1"};
    case Ports::kOne:
      return {packets, "Dimakopoulos 1999, section 2 (1); Johnsson and Ho 1986, theorem 6.1"};
    case Ports::kHalf:
      break;
  }
  return {2 * packets, "Dimakopoulos 1999, section 2 (2)"};
}

// The packets of one node travel sum of h C(d,h) M = M d 2^(d-1) hops at least, those of all nodes N times
// that. One cycle holds at most N d transmissions (n-port), N (one-port), or N/2 (half duplex: each occupies
// two nodes).
Bound alltoall_bound(const Task& task) {
  const std::uint64_t half_nodes = node_count(task) / 2;
  const std::uint64_t m = task.packets;
  switch (task.ports) {
    case Ports::kAll:
      return {m * half_nodes, "Bertsekas et al. 1991, section 4 and table 1; Johnsson and Ho 1986, theorem 7.2"};
    case Ports::kOne:
      return {m * task.dim * half_nodes,
              "Dimakopoulos and Dimopoulos, section 4 (3); Johnsson and Ho 1986, theorem 7.1"};
    case Ports::kHalf:
      break;
  }
  return {m * task.dim * node_count(task),
          "Dimakopoulos and Dimopoulos, section 4 (3), with two nodes occupied per transmission"};
}

}  // namespace

Bound lower_bound(const Task& task) {
  if (find_fault(task)) return {0, "no such task"};
  if (!task.is_on_cube()) return network_bound(task);
  switch (task.collective) {
    case Collective::kBroadcast:
      return broadcast_bound(task);
    case Collective::kScatter:
    case Collective::kGather:
      return rooted_bound(task);
    case Collective::kAllgather:
      return allgather_bound(task);
    case Collective::kAlltoall:
      return alltoall_bound(task);
  }
  return {0, "no such task"};
}

// A packet with one destination travels at least the Hamming distance; sum of h C(d,h) = d 2^(d-1) over all
// nodes. A packet for all nodes is received by N-1 nodes, once per transmission.
Bound least_transmissions(const Task& task) {
  if (find_fault(task)) return {0, "no such task"};
  if (!task.is_on_cube()) return least_network_transmissions(task);
  const std::uint64_t nodes = node_count(task);
  const std::uint64_t others = task.packets * (nodes - 1);
  const std::uint64_t distances = task.packets * (task.dim * (nodes / 2));
  switch (task.collective) {
    case Collective::kBroadcast:
      return {others, "every other node receives every packet over a link"};
    case Collective::kScatter:
      return {distances, "Bertsekas et al. 1991, section 3 (2) and table 1, by M"};
    case Collective::kGather:
      return {distances, "Bertsekas et al. 1991, section 3 (2) and table 1, by M, links reversed"};
    case Collective::kAllgather:
      return {times(nodes, others), "Bertsekas et al. 1991, section 2 and table 1, by M"};
    case Collective::kAlltoall:
      return {times(nodes, distances), "Bertsekas et al. 1991, section 4 (3) and table 1, by M"};
  }
  return {0, "no such task"};
}

}  // namespace testbench
