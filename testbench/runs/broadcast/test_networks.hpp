// SPDX-License-Identifier: Apache-2.0
// Test only: networks other than cubes, by name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {

using NamedNetworks = std::vector<std::pair<std::string, Network>>;

inline Network path(std::uint32_t nodes) {
  EdgeList edges(nodes);
  for (std::uint32_t node = 1; node < nodes; ++node) edges.add(Address(node - 1), Address(node));
  return Network(edges);
}

// A node with a link to each other one.
inline Network one_centre(std::uint32_t nodes) {
  EdgeList edges(nodes);
  for (std::uint32_t node = 1; node < nodes; ++node) edges.add(Address(0), Address(node));
  return Network(edges);
}

inline Network petersen() {
  EdgeList edges(10);
  for (std::uint32_t node = 0; node < 5; ++node) {
    edges.add(Address(node), Address((node + 1) % 5));
    edges.add(Address(node), Address(node + 5));
    edges.add(Address(node + 5), Address((node + 2) % 5 + 5));
  }
  return Network(edges);
}

// Two complete graphs of `nodes` nodes with a link between them.
inline Network two_cliques(std::uint32_t nodes) {
  EdgeList edges(2 * nodes);
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) {
      edges.add(Address(a), Address(b));
      edges.add(Address(nodes + a), Address(nodes + b));
    }
  }
  edges.add(Address(nodes - 1), Address(nodes));
  return Network(edges);
}

inline NamedNetworks smallest_networks() {
  return {{"path of two", path(2)},        {"path of five", path(5)},       {"one centre", one_centre(6)},
          {"ring", network_of("ring:7")},  {"two cliques", two_cliques(4)}, {"torus", network_of("torus:3x3")},
          {"mesh", network_of("mesh:2x4")}};
}

inline NamedNetworks small_networks() {
  return {{"Petersen", petersen()},
          {"two cliques", two_cliques(5)},
          {"path", path(9)},
          {"torus", network_of("torus:4x4")},
          {"star graph", network_of("star:4")},
          {"de Bruijn", network_of("debruijn:4")},
          {"random", network_of("random:20,3,1")}};
}

}  // namespace testbench::test
