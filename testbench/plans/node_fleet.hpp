// All-port operations on any network, node by node as the routers play them, for plans that try
// several ways and keep the fastest.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/networks/link_table.hpp"
#include "testbench/plans/output_model.hpp"

namespace testbench {

// Cycles until all has arrived; more than `limit` where it takes more. `ways(node, packet)`: the
// ports through which a packet that has arrived at the node goes on.
template <class Packet, class Ways>
std::uint64_t cycles_of_nodes(std::vector<OutputModel<Packet>>& nodes, const LinkTable& links, std::uint64_t limit,
                              Ways ways) {
  struct Sent {
    std::uint32_t from;
    unsigned port;
    Packet packet;
  };
  std::vector<Sent> sent;
  for (std::uint64_t cycle = 0; cycle <= limit; ++cycle) {
    sent.clear();
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        if (nodes[node].has_packet(port)) sent.push_back({node, port, nodes[node].send(port)});
      }
    }
    if (sent.empty()) return cycle;
    for (const Sent& one : sent) {
      const std::uint32_t node = links.neighbour(one.from, one.port);
      const unsigned in_port = links.arrival_port(one.from, one.port);
      for (const unsigned port : ways(node, one.packet)) nodes[node].arrive(in_port, port, one.packet);
    }
  }
  return limit + 1;
}

}  // namespace testbench
