// SPDX-License-Identifier: Apache-2.0
// The cycles of an allgather through nodes between branches: against the definition of such nodes,
// and against all schedules on small paths.
#include "testbench/judge/bounds/cut_vertices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "test_support/seed.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/bounds/test_edges.hpp"

namespace testbench::test {
namespace {

std::uint64_t bound_of_allgather(const EdgeTable& edges, PortModel ports, std::uint32_t packets) {
  return lower_bound({Collective::kAllgather, 0, ports, packets, 0, &edges}).value;
}

TEST(CutVertices, AreThoseOfTheDefinition) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 60; ++round) {
    const auto n = static_cast<std::uint32_t>(3 + random() % 9);
    Edges edges = random_edges(n, random);
    edges.resize(std::min<std::size_t>(edges.size(), n - 1 + random() % 4));  // few beyond the tree: nodes that cut
    CutVertices expected;
    for (std::uint32_t cut = 0; cut < n; ++cut) {
      constexpr std::uint64_t kFar = 1000;
      // Distances with and without the node, by Floyd and Warshall.
      const auto distances = [&](bool with) {
        std::vector<std::vector<std::uint64_t>> d(n, std::vector<std::uint64_t>(n, kFar));
        for (std::uint32_t i = 0; i < n; ++i) d[i][i] = 0;
        for (const auto& [a, b] : edges) {
          if (with || (a != cut && b != cut)) d[a][b] = d[b][a] = 1;
        }
        for (std::uint32_t k = 0; k < n; ++k) {
          for (std::uint32_t i = 0; i < n; ++i) {
            for (std::uint32_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
          }
        }
        return d;
      };
      const auto with = distances(true);
      const auto without = distances(false);
      std::vector<std::uint64_t> reaches;
      for (std::uint32_t node = 0; node < n; ++node) {
        if (node == cut) continue;
        bool is_first = true;
        std::uint64_t reach = 0;
        for (std::uint32_t other = 0; other < n; ++other) {
          if (other == cut || without[node][other] >= kFar) continue;
          is_first = is_first && other >= node;
          reach = std::max(reach, with[cut][other]);
        }
        if (is_first) reaches.push_back(reach);
      }
      if (reaches.size() < 2) continue;
      auto& most = expected[{reaches.size(), false}];
      most = std::max(most, std::ranges::min(reaches));
    }
    EXPECT_EQ(cut_vertices(table_of(n, edges)), expected);
  }
}

// Every schedule of the nodes of a path. Each packet that goes up past a node goes to the end, so
// that it does not matter which one does: a state is how many have gone up and down from each
// place.
class Schedules {
 public:
  Schedules(PortModel ports, unsigned n, unsigned packets)
      : is_half_(ports == PortModel::kHalf), n_(n), packets_(packets) {}

  bool are_any_as_short_as(unsigned cycles) const {
    std::set<State> states{{std::vector<unsigned>(n_, 0), std::vector<unsigned>(n_, 0)}};
    for (unsigned left = cycles; left > 0; --left) {
      std::set<State> next;
      for (const State& state : states) {
        std::vector<int> ways(n_, 0);
        add_what_follows(state, ways, 0, left - 1, next);
      }
      states = std::move(next);
    }
    return !states.empty();
  }

 private:
  struct State {
    std::vector<unsigned> up;
    std::vector<unsigned> down;
    auto operator<=>(const State&) const = default;
  };

  unsigned all_up(unsigned place) const { return place + 1 < n_ ? (place + 1) * packets_ : 0; }
  unsigned all_down(unsigned place) const { return place > 0 ? (n_ - place) * packets_ : 0; }

  // A node cannot send, or receive, more than one in a cycle.
  bool can_end(const State& state, unsigned left) const {
    for (unsigned place = 0; place < n_; ++place) {
      const unsigned sends = all_up(place) - state.up[place] + all_down(place) - state.down[place];
      const unsigned receives = (place > 0 ? all_up(place - 1) - state.up[place - 1] : 0) +
                                (place + 1 < n_ ? all_down(place + 1) - state.down[place + 1] : 0);
      if ((is_half_ ? sends + receives : std::max(sends, receives)) > left) return false;
    }
    return true;
  }

  bool is_allowed(const std::vector<int>& ways) const {
    for (unsigned place = 0; place < n_; ++place) {
      const int receives = (place > 0 && ways[place - 1] > 0 ? 1 : 0) + (place + 1 < n_ && ways[place + 1] < 0 ? 1 : 0);
      if (receives > 1 || (is_half_ && receives == 1 && ways[place] != 0)) return false;
    }
    return true;
  }

  // ways: of each place, up 1, down -1, or none.
  void add_what_follows(const State& state, std::vector<int>& ways, unsigned place, unsigned left,
                        std::set<State>& next) const {
    if (place == n_) {
      if (!is_allowed(ways)) return;
      State after = state;
      for (unsigned i = 0; i < n_; ++i) {
        after.up[i] += ways[i] > 0 ? 1 : 0;
        after.down[i] += ways[i] < 0 ? 1 : 0;
      }
      if (can_end(after, left)) next.insert(after);
      return;
    }
    const unsigned has_up = packets_ + (place > 0 ? state.up[place - 1] : 0);
    const unsigned has_down = packets_ + (place + 1 < n_ ? state.down[place + 1] : 0);
    for (const int way : {0, 1, -1}) {
      if (way > 0 && (place + 1 == n_ || state.up[place] == has_up)) continue;
      if (way < 0 && (place == 0 || state.down[place] == has_down)) continue;
      ways[place] = way;
      add_what_follows(state, ways, place + 1, left, next);
    }
  }

  bool is_half_;
  unsigned n_;
  unsigned packets_;
};

TEST(CutVertices, BoundAnAllgatherOnAPathExactly) {
  for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
    for (const auto& [nodes, most_packets] :
         {std::pair(3u, 4u), std::pair(4u, 3u), std::pair(5u, 2u), std::pair(6u, 1u)}) {
      for (std::uint32_t packets = 1; packets <= most_packets; ++packets) {
        SCOPED_TRACE(testing::Message() << name_of(ports) << " n " << nodes << " M " << packets);
        const auto cycles = static_cast<unsigned>(bound_of_allgather(path(nodes), ports, packets));
        EXPECT_EQ(cycles, packets * (ports == PortModel::kOne ? nodes + 1 : 2 * nodes) + (nodes - 3) / 2);
        const Schedules schedules(ports, nodes, packets);
        EXPECT_FALSE(schedules.are_any_as_short_as(cycles - 1));
        EXPECT_TRUE(schedules.are_any_as_short_as(cycles));
      }
    }
  }
}

// A node with k neighbours and no others: it sends what each has to the k - 1 others, and its own
// to all, one at a time.
TEST(CutVertices, BoundAnAllgatherAroundANode) {
  for (std::uint32_t leaves = 2; leaves <= 6; ++leaves) {
    Edges edges;
    for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) edges.emplace_back(0, leaf);
    const EdgeTable around = table_of(leaves + 1, edges);
    EXPECT_EQ(bound_of_allgather(around, PortModel::kOne, 3), 3 * leaves * leaves);
    EXPECT_EQ(bound_of_allgather(around, PortModel::kHalf, 3), 3 * leaves * (leaves + 1));
  }
}

}  // namespace
}  // namespace testbench::test
