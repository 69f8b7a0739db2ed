// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cost/edge_weights.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "testbench/plans/cycles/edge_labels.hpp"

namespace testbench {
namespace {

std::uint64_t binomial(unsigned n, unsigned k) {
  std::uint64_t result = k > n ? 0 : 1;
  for (unsigned i = 1; i <= k && result != 0; ++i) result = result * (n - k + i) / i;
  return result;
}
// The sum of (n over i) for i = first .. n.
std::uint64_t binomials_from(unsigned n, unsigned first) {
  std::uint64_t sum = 0;
  for (unsigned i = first; i <= n; ++i) sum += binomial(n, i);
  return sum;
}

template <class Entry>
void fill(EdgeWeights::Levels& levels, Entry entry) {
  for (unsigned l = 0; l < levels.size(); ++l) {
    for (unsigned k = 0; k < levels[l].size(); ++k) levels[l][k] = static_cast<std::uint64_t>(entry(l, k));
  }
}

}  // namespace

EdgeWeights counted_weights(SpanningGraph graph, bool rotated, unsigned n) {
  const unsigned trees = rotated ? n : 1;
  unsigned height = 0;
  for (const Address c : network::other_addresses(cube::nodes(n))) {
    height = std::max(height, static_cast<unsigned>(SeenTree(graph, n, 0).way_to(c).size()));
  }
  EdgeWeights weights(n, height);
  for (unsigned tree = 0; tree < trees; ++tree) {
    const SeenTree seen(graph, n, tree);
    for (const Address c : network::other_addresses(cube::nodes(n))) {
      const std::vector<Address> way = seen.way_to(c);
      const auto level = static_cast<unsigned>(way.size());
      ++weights.Ew[seen.parent_port(c)];
      ++weights.ew[level - 1][seen.parent_port(c)];
      for (unsigned l = 0; l < level; ++l) {
        ++weights.sw[l][seen.parent_port(way[l])];
        ++weights.rw[level - 1 - l][seen.parent_port(way[l])];
      }
    }
  }
  return weights;
}

EdgeWeights paper_weights(SpanningGraph graph, bool rotated, unsigned n) {
  const std::uint64_t nodes = std::uint64_t{1} << n;
  switch (graph) {
    case SpanningGraph::kBrg: {
      EdgeWeights weights(n, static_cast<unsigned>(nodes - 1));
      if (rotated) {
        weights.Ew.assign(n, nodes - 1);
        fill(weights.ew, [](unsigned, unsigned) { return 1; });
        fill(weights.sw, [&](unsigned l, unsigned) { return nodes - l - 1; });
        weights.rw = weights.sw;
        return weights;
      }
      for (unsigned k = 0; k < n; ++k) weights.Ew[k] = nodes >> (k + 1);
      const auto is_transition = [](unsigned l, unsigned k) { return k == static_cast<unsigned>(std::countr_one(l)); };
      fill(weights.ew, [&](unsigned l, unsigned k) { return is_transition(l, k) ? 1 : 0; });
      fill(weights.sw, [&](unsigned l, unsigned k) { return is_transition(l, k) ? nodes - l - 1 : 0; });
      fill(weights.rw, [&](unsigned l, unsigned k) {
        const std::uint64_t half = std::uint64_t{1} << k;
        const std::uint64_t above = l + 1 > half ? (l + 1 - half + 2 * half - 1) / (2 * half) : 0;
        return (nodes >> (k + 1)) - above;
      });
      return weights;
    }
    case SpanningGraph::kSbt: {
      EdgeWeights weights(n, n);
      if (rotated) break;
      for (unsigned k = 0; k < n; ++k) weights.Ew[k] = std::uint64_t{1} << k;
      fill(weights.ew, [](unsigned l, unsigned k) { return binomial(k, l); });
      fill(weights.sw, [&](unsigned l, unsigned k) { return binomial(k, l) << (n - k - 1); });
      fill(weights.rw, [&](unsigned l, unsigned k) { return binomial(n - k - 1, l) << k; });
      return weights;
    }
    case SpanningGraph::kNesbt: {
      EdgeWeights weights(n, n == 1 ? 1 : n + 1);
      weights.Ew.assign(n, nodes - 1);
      fill(weights.ew, [&](unsigned l, unsigned) { return l == 1 ? n - 1 : binomial(n, l); });
      fill(weights.sw, [&](unsigned l, unsigned) { return l < 2 ? nodes - 1 - l : binomials_from(n, l); });
      weights.rw = weights.sw;
      return weights;
    }
    case SpanningGraph::kSbnt:
      break;
    case SpanningGraph::kTcbt:
      throw std::logic_error("table 1 has no TCBT");
  }
  EdgeWeights weights(n, n);  // nRSBT and SBnT
  weights.Ew.assign(n, nodes - 1);
  fill(weights.ew, [&](unsigned l, unsigned) { return binomial(n, l + 1); });
  fill(weights.sw, [&](unsigned l, unsigned) { return binomials_from(n, l + 1); });
  weights.rw = weights.sw;
  return weights;
}

}  // namespace testbench
