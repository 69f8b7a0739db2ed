// SPDX-License-Identifier: Apache-2.0
// The neighbour behind each port of a mesh's nodes: computed for the cube, looked up for any other
// network.
//
//     const Wiring<Config> wiring(setting.network);
//     wiring.neighbour(node, port);
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "firmware/networks/network.hpp"

namespace testbench {

template <class Network>
class WiringOf;

template <unsigned Dimension>
class WiringOf<network::FixedCube<Dimension>> {
 public:
  explicit WiringOf(const network::SomeNetwork&) {}

  static constexpr std::uint32_t nodes() { return kCube.kNodes; }
  static constexpr network::Address neighbour(network::Address node, unsigned port) {
    return kCube.neighbour(node, port);
  }
  static constexpr unsigned arrival_port(network::Address node, unsigned port) {
    return kCube.arrival_port(node, port);
  }

 private:
  static constexpr network::FixedCube<Dimension> kCube{};
};

// The network may have fewer nodes and ports than the configuration. A port that it lacks leads
// back to the node itself.
template <std::uint32_t Nodes, unsigned PortsOfANode, unsigned AddressWidth>
class WiringOf<network::Labelled<Nodes, PortsOfANode, AddressWidth>> {
 public:
  explicit WiringOf(const network::SomeNetwork& network) : nodes_(network.nodes()) {
    ends_.reserve(std::size_t{nodes_} * PortsOfANode);
    for (const network::Address node : network::addresses(nodes_)) {
      for (unsigned port = 0; port < PortsOfANode; ++port) {
        const bool has = port < network.ports();
        ends_.push_back({has ? network.neighbour(node, port) : node, has ? network.arrival_port(node, port) : port});
      }
    }
  }

  std::uint32_t nodes() const { return nodes_; }
  network::Address neighbour(network::Address node, unsigned port) const { return end(node, port).node; }
  unsigned arrival_port(network::Address node, unsigned port) const { return end(node, port).port; }

 private:
  struct End {
    network::Address node;
    unsigned port;
  };
  const End& end(network::Address node, unsigned port) const {
    return ends_[std::size_t{node.number()} * PortsOfANode + port];
  }

  std::uint32_t nodes_;
  std::vector<End> ends_;
};

template <class Config>
using Wiring = WiringOf<typename Config::Network>;

}  // namespace testbench
