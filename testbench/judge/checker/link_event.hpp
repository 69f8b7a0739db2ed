// SPDX-License-Identifier: Apache-2.0
// One packet on one directed link in one cycle: the judge of links sees nothing else of a run.
#pragma once

#include <cstdint>

namespace testbench {

// The destination of a packet that is meant for all nodes.
inline constexpr std::int32_t kAllNodes = -1;

struct LinkEvent {
  std::uint64_t cycle;       // 1 is the first cycle in which any link carries a packet
  std::uint32_t node;        // the sender; the receiver is the node behind its port
  std::uint32_t port;        // 0 .. ports-1
  std::uint32_t source;      // the node whose packet it is
  std::int32_t destination;  // a node, or kAllNodes
  std::uint32_t tree;        // the rotation that routes it; reported, not judged
  std::uint32_t sequence;    // 0 .. M-1 among the packets of the same source (and destination)

  // Calls visit(name, value) for every field, in the order and by the names of a trace's columns.
  template <class Visit>
  void each_field(Visit visit) const {
    visit("cycle", cycle);
    visit("node", node);
    visit("port", port);
    visit("src", source);
    visit("dst", destination);
    visit("tree", tree);
    visit("seq", sequence);
  }
};

}  // namespace testbench
