// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/random_network.hpp"

#include <algorithm>
#include <random>
#include <unordered_set>
#include <utility>
#include <vector>

#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;  // the smaller node first
using Edges = std::vector<Edge>;

// A uniform number below `limit`; the standard's distributions differ from library to library.
std::uint32_t below(std::uint32_t limit, std::mt19937& random) {
  const std::uint32_t rest = -limit % limit;  // 2^32 modulo limit
  std::uint32_t drawn = 0;
  do {
    drawn = static_cast<std::uint32_t>(random());
  } while (drawn < rest);
  return drawn % limit;
}

// Every node has `degree` ends of links. Two ends are drawn, and joined if that makes no loop and no
// second link (Steger and Wormald, Generating random regular graphs quickly, 1999). Empty where no
// draw fits any more.
Edges joined_ends(std::uint32_t nodes, std::uint32_t degree, std::mt19937& random) {
  constexpr unsigned kMostDraws = 1000;
  std::vector<std::uint32_t> ends;
  for (std::uint32_t node = 0; node < nodes; ++node) ends.insert(ends.end(), degree, node);
  std::unordered_set<std::uint64_t> linked;
  Edges edges;
  for (unsigned draws = 0; !ends.empty(); ++draws) {
    if (draws == kMostDraws) return {};
    const auto count = static_cast<std::uint32_t>(ends.size());
    const std::uint32_t first = below(count, random);
    const std::uint32_t second = below(count, random);
    const Edge edge = std::minmax({ends[first], ends[second]});
    if (edge.first == edge.second || !linked.insert(std::uint64_t{edge.first} << 32 | edge.second).second) continue;
    edges.push_back(edge);
    for (const std::uint32_t end : {std::max(first, second), std::min(first, second)}) {
      ends[end] = ends.back();
      ends.pop_back();
    }
    draws = 0;
  }
  std::ranges::sort(edges);
  return edges;
}

// The pairs of nodes that are no edges. `edges` are sorted.
Edges others(std::uint32_t nodes, const Edges& edges) {
  Edges found;
  auto next = edges.begin();
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) {
      if (next != edges.end() && *next == Edge{a, b}) {
        ++next;
      } else {
        found.emplace_back(a, b);
      }
    }
  }
  return found;
}

}  // namespace

std::optional<Network> random_regular(std::string_view parameters) {
  const auto numbers = numbers_in(parameters, ',', {0, kMostRandomSeed});
  if (!numbers || numbers->size() != 3) return std::nullopt;
  const std::uint32_t nodes = (*numbers)[0];
  const std::uint32_t degree = (*numbers)[1];
  if (nodes > network::kMaxNodes || degree < kLeastRandomDegree || degree > network::kMaxPorts) return std::nullopt;
  if (degree >= nodes || nodes * degree % 2 != 0) return std::nullopt;
  std::mt19937 random((*numbers)[2]);
  // Drawing seldom comes to an end where most nodes are linked; then the links that are missing are drawn.
  const std::uint32_t missing = nodes - 1 - degree;
  while (true) {
    const Edges drawn = joined_ends(nodes, std::min(degree, missing), random);
    if (drawn.empty() && missing != 0) continue;
    EdgeList list(nodes);
    for (const auto& [a, b] : missing < degree ? others(nodes, drawn) : drawn) list.add(Address(a), Address(b));
    Network network(list);
    if (!first_unreached(Adjacency(network))) return network;
  }
}

}  // namespace testbench
