// SPDX-License-Identifier: Apache-2.0
// The neighbour behind each port of each node: computed for a cube whose dimension the compiler knows,
// looked up in a table for any other network.
//
//     const Wiring<Config::Network> wiring(setting.network, kPorts);
//     wiring.neighbour(node, port);
//
// The network of a table may have fewer nodes and ports than the configuration of its nodes. A port that
// it lacks leads back to the node itself.
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "firmware/networks/network.hpp"

namespace testbench {

template <class Network>
class Wiring {
 public:
  Wiring(const network::SomeNetwork& network, unsigned ports_of_a_node)
      : nodes_(network.nodes()), ports_(ports_of_a_node) {
    ends_.reserve(std::size_t{nodes_} * ports_);
    for (const network::Address node : network::addresses(nodes_)) {
      for (unsigned port = 0; port < ports_; ++port) {
        const bool has = port < network.ports();
        ends_.push_back(has ? End{network.neighbour(node, port), network.arrival_port(node, port)} : End{node, port});
      }
    }
  }

  std::uint32_t nodes() const { return nodes_; }
  unsigned ports() const { return ports_; }
  network::Address neighbour(network::Address node, unsigned port) const { return end(node, port).node; }
  // The neighbour's port.
  unsigned arrival_port(network::Address node, unsigned port) const { return end(node, port).port; }

 private:
  struct End {
    network::Address node;
    unsigned port;
  };
  const End& end(network::Address node, unsigned port) const {
    return ends_[std::size_t{node.number()} * ports_ + port];
  }

  std::uint32_t nodes_;
  unsigned ports_;
  std::vector<End> ends_;
};

template <unsigned Dimension>
class Wiring<network::FixedCube<Dimension>> {
 public:
  constexpr Wiring() = default;
  Wiring(const network::SomeNetwork&, unsigned) {}

  static constexpr std::uint32_t nodes() { return kCube.kNodes; }
  static constexpr unsigned ports() { return Dimension; }
  static constexpr network::Address neighbour(network::Address node, unsigned port) {
    return kCube.neighbour(node, port);
  }
  static constexpr unsigned arrival_port(network::Address node, unsigned port) {
    return kCube.arrival_port(node, port);
  }

 private:
  static constexpr network::FixedCube<Dimension> kCube{};
};

// A number for each directed link: of the one that leaves the node through the port, and of the one that
// comes to the node there.
template <class Wires>
std::size_t link_from(const Wires& wiring, network::Address node, unsigned port) {
  return std::size_t{node.number()} * wiring.ports() + port;
}
template <class Wires>
std::size_t link_into(const Wires& wiring, network::Address node, unsigned port) {
  return link_from(wiring, wiring.neighbour(node, port), wiring.arrival_port(node, port));
}

}  // namespace testbench
