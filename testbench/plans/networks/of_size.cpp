// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/of_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "firmware/networks/clos.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench {
namespace {

using Specs = std::vector<std::string>;

// "star:1", "star:2", ..
Specs numbered(const char* kind) {
  constexpr unsigned kMost = 16;
  Specs specs;
  for (unsigned number = 1; number <= kMost; ++number) specs.push_back(fmt::format("{}:{}", kind, number));
  return specs;
}
Specs of_pairs(const char* kind, unsigned most_first) {
  constexpr unsigned kMost = 12;
  Specs specs;
  for (unsigned first = 1; first <= most_first; ++first) {
    for (unsigned second = 1; second <= kMost; ++second) specs.push_back(fmt::format("{}:{},{}", kind, first, second));
  }
  return specs;
}
// Boxes of two or three extents, the largest at most twice the least, with at most so many nodes; those that are
// nearest to a cube first.
Specs boxes(const char* kind, unsigned dimensions, std::uint32_t most_nodes) {
  std::multimap<unsigned, std::string> found;  // by the difference of the extents
  for (unsigned least = 2; least * least <= most_nodes; ++least) {
    for (unsigned first = least; first <= 2 * least && first * least <= most_nodes; ++first) {
      const unsigned most_second = dimensions == 2 ? least : first;
      for (unsigned second = least; second <= most_second; ++second) {
        if (dimensions == 2) {
          found.emplace(first - least, fmt::format("{}:{}x{}", kind, first, least));
        } else if (first * second * least <= most_nodes) {
          found.emplace(first - least, fmt::format("{}:{}x{}x{}", kind, first, second, least));
        }
      }
    }
  }
  Specs specs;
  for (auto& [difference, spec] : found) specs.push_back(std::move(spec));
  return specs;
}
// The balanced ones have twice as many routers in a group as links to others a router (Kim et al. 2008).
Specs dragonflies() {
  Specs specs;
  for (unsigned links = 1; links <= 10; ++links) {
    for (const unsigned routers : {2 * links, 2 * links + 1, 2 * links - 1, links}) {
      specs.push_back(fmt::format("dragonfly:{},{}", routers, links));
    }
  }
  return specs;
}

// As many spines as hosts at a leaf, so that a leaf can pass on all that these send, and at least as many leaves.
Specs leaf_spines() {
  Specs specs;
  for (unsigned hosts = network::kMaxPorts / 2; hosts >= 1; --hosts) {
    for (unsigned leaves = std::max(hosts, network::LeafSpine::kLeastLeaves); leaves <= network::kMaxPorts; ++leaves) {
      specs.push_back(fmt::format("leafspine:{},{},{}", hosts, leaves, hosts));
    }
  }
  return specs;
}

// The one nearest to the size; empty where none is near.
std::string nearest(const Specs& specs, std::uint32_t nodes) {
  std::string found;
  double least = 4.0 / 3;
  for (const std::string& spec : specs) {
    try {
      const double size = network_of(spec).ends();
      const double ratio = std::max(size / nodes, nodes / size);
      if (ratio > least || (ratio == least && !found.empty())) continue;
      found = spec;
      least = ratio;
    } catch (const NetworkError&) {
      continue;  // no member has these parameters
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> networks_of_size(std::uint32_t nodes) {
  std::vector<Specs> families;
  for (const char* kind : {"cube", "folded", "twisted", "crossed", "moebius"}) families.push_back(numbered(kind));
  for (const char* kind : {"torus", "mesh", "hyperx"}) {
    for (const unsigned dimensions : {2u, 3u}) families.push_back(boxes(kind, dimensions, nodes + nodes / 3));
  }
  for (const char* kind : {"ring", "path", "complete"}) families.push_back({fmt::format("{}:{}", kind, nodes)});
  for (const char* kind : {"ccc", "butterfly", "star", "pancake", "bubblesort", "debruijn"}) {
    families.push_back(numbered(kind));
  }
  for (const char* kind : {"cyclic", "macrostar"}) families.push_back(of_pairs(kind, 12));
  families.push_back(of_pairs("kautz", 4));  // 8 ports at most
  families.push_back(dragonflies());
  families.push_back(leaf_spines());
  families.push_back(numbered("fattree"));
  for (const unsigned degree : {4u, 6u, 8u}) families.push_back({fmt::format("random:{},{},1", nodes, degree)});
  std::vector<std::string> networks;
  for (const Specs& family : families) {
    const std::string spec = nearest(family, nodes);
    if (!spec.empty()) networks.push_back(spec);
  }
  return networks;
}

}  // namespace testbench
