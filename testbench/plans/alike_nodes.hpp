// All-port operations in which all nodes of a Cayley network do the same: one node is followed, to
// which everything that it sends comes by the ports that lead back.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/output_model.hpp"

namespace testbench {

// A packet as the node that holds it sees what decides its way.
using Seen = std::uint32_t;

// Cycles until all has arrived; more than `limit` where it takes more. `move(port, seen)`: as the
// node behind the port sees it. `arrival_port(port)`: the way back. `ways(seen)`: the ports through
// which a packet that has arrived goes on.
template <class Move, class ArrivalPort, class Ways>
std::uint64_t cycles_of_alike_nodes(OutputModel<Seen> node, unsigned ports, std::uint64_t limit, Move move,
                                    ArrivalPort arrival_port, Ways ways) {
  struct Sent {
    unsigned port;
    Seen seen;
  };
  std::vector<Sent> sent;
  for (std::uint64_t cycle = 0; cycle <= limit; ++cycle) {
    sent.clear();
    for (unsigned port = 0; port < ports; ++port) {
      if (node.has_packet(port)) sent.push_back({port, node.send(port)});
    }
    if (sent.empty()) return cycle;
    for (const Sent& one : sent) {
      const Seen seen = move(one.port, one.seen);
      for (const unsigned port : ways(seen)) node.arrive(arrival_port(one.port), port, seen);
    }
  }
  return limit + 1;
}

}  // namespace testbench
