#include "testbench/bounds/bounds.hpp"

#include "testbench/bounds/arithmetic.hpp"

namespace testbench {
namespace {

// Fewest cycles in which M packets per receiver pass the d links, or the one port, of a node that takes `packets`
// packets.
Bound through_ports(const Task& task, std::uint64_t packets, std::string_view all, std::string_view one,
                    std::string_view half, std::uint64_t half_packets) {
  switch (task.ports) {
    case Ports::kAll:
      return {ceil_div(packets, task.dim), all};
    case Ports::kOne:
      return {packets, one};
    case Ports::kHalf:
      return {half_packets, half};
  }
  return {};
}

Bound broadcast_bound(const Task& task) {
  // The root sends d new packets a cycle at most, and the last of them has d links to go: the node opposite the root.
  if (task.ports == Ports::kAll) {
    return {saturating_add(ceil_div(task.packets, task.dim), task.dim - 1),
            "Johnsson and Ho 1986, section 4: ceil(M/d) + d - 1"};
  }
  // One new packet a cycle, and the last of them has d links to go. Half-duplex nodes do no better.
  return {saturating_add(task.packets, task.dim - 1), "Johnsson and Ho 1986, section 4: M + d - 1"};
}

}  // namespace

Bound lower_bound(const Task& task) {
  if (find_fault(task)) return {};
  const std::uint64_t others = node_count(task) - 1;
  const std::uint64_t per_node = saturating_multiply(task.packets, others);
  switch (task.collective) {
    case Collective::kBroadcast:
      return broadcast_bound(task);
    case Collective::kScatter:
      // The root sends M (2^d - 1) packets; it never has to receive, so half-duplex is no harder.
      return through_ports(task, per_node, "Bertsekas et al. 1991, section 3: ceil(M (2^d - 1)/d)",
                           "Johnsson and Ho 1986, section 5: M (2^d - 1)",
                           "Johnsson and Ho 1986, section 5: M (2^d - 1)", per_node);
    case Collective::kGather:
      return through_ports(task, per_node, "Bertsekas et al. 1991, section 3, reversed: ceil(M (2^d - 1)/d)",
                           "Johnsson and Ho 1986, section 5, reversed: M (2^d - 1)",
                           "Johnsson and Ho 1986, section 5, reversed: M (2^d - 1)", per_node);
    case Collective::kAllgather:
      // Half-duplex: as many sends as receptions, and at most half of the nodes send in a cycle.
      return through_ports(task, per_node, "Bertsekas et al. 1991, section 2: ceil(M (2^d - 1)/d)",
                           "Dimakopoulos 1999, equation (1): M (2^d - 1)",
                           "Dimakopoulos 1999, equation (2): 2 M (2^d - 1)", saturating_multiply(per_node, 2));
    case Collective::kAlltoall: {
      // M d 2^(d-1) transmissions a node (equation (3)); d, 1, 1/2 of them a cycle.
      const std::uint64_t sends = saturating_multiply(task.packets * std::uint64_t{task.dim}, node_count(task) / 2);
      return through_ports(task, sends, "Bertsekas et al. 1991, section 4, equation (4): M 2^(d-1)",
                           "Dimakopoulos and Dimopoulos, equation (3): M d 2^(d-1)",
                           "Dimakopoulos and Dimopoulos, equation (3), a node sends half the time: 2 M d 2^(d-1)",
                           saturating_multiply(sends, 2));
    }
  }
  return {};
}

Bound least_transmissions(const Task& task) {
  if (find_fault(task)) return {};
  const std::uint64_t nodes = node_count(task);
  // Sum of the Hamming distances from one node to all: d 2^(d-1).
  const std::uint64_t distances = task.dim * (nodes / 2);
  switch (task.collective) {
    case Collective::kBroadcast:
      return {saturating_multiply(task.packets, nodes - 1), "every other node receives each packet: M (2^d - 1)"};
    case Collective::kScatter:
    case Collective::kGather:
      return {saturating_multiply(task.packets, distances), "Bertsekas et al. 1991, equation (2): M d 2^(d-1)"};
    case Collective::kAllgather:
      return {saturating_multiply(task.packets, nodes * (nodes - 1)),
              "Bertsekas et al. 1991, section 2: M 2^d (2^d - 1)"};
    case Collective::kAlltoall:
      return {saturating_multiply(task.packets, nodes * distances),
              "Bertsekas et al. 1991, equation (3): M d 2^(2d-1)"};
  }
  return {};
}

}  // namespace testbench
