// SPDX-License-Identifier: Apache-2.0
// The cycles of one-port nodes through nodes between branches: against the definition of such nodes, and against all schedules
// on small networks.
#include "testbench/judge/bounds/separators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/bounds/test_edges.hpp"

namespace testbench::test {
namespace {

std::uint64_t bound_of_allgather(const EdgeTable& edges, PortModel ports, std::uint32_t packets) {
  return lower_bound({Collective::kAllgather, 0, ports, packets, 0, &edges}).value;
}

// A tree and a few other edges: nodes that part others.
EdgeTable sparse(std::uint32_t n, std::mt19937_64& random) {
  Edges edges = random_edges(n, random);
  edges.resize(std::min<std::size_t>(edges.size(), n - 1 + random() % 3));
  return table_of(n, edges);
}

TEST(Separators, PartTheNodesThatReachOneAnotherOnlyThroughThem) {
  auto random = test_support::seeded_random();
  for (unsigned round = 0; round < 60; ++round) {
    const auto n = static_cast<std::uint32_t>(3 + random() % 9);
    const EdgeTable edges = sparse(n, random);
    std::set<std::uint32_t> single;
    for (const std::vector<std::uint32_t>& set : separating_sets(edges)) {
      const Separation parts(edges, set);
      if (set.size() == 1) single.insert(set[0]);
      // Distances with and without the nodes, by Floyd and Warshall.
      constexpr std::uint64_t kFar = 1000;
      const auto distances = [&](bool with) {
        std::vector<std::vector<std::uint64_t>> d(n, std::vector<std::uint64_t>(n, kFar));
        for (std::uint32_t i = 0; i < n; ++i) {
          d[i][i] = 0;
          for (unsigned port = 0; port < edges.ports(); ++port) {
            const std::uint32_t to = edges.receiver(i, port);
            const bool is_out = std::ranges::find(set, i) != set.end() || std::ranges::find(set, to) != set.end();
            if (to != i && (with || !is_out)) d[i][to] = 1;
          }
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
      std::vector<Separation::Branch> expected(parts.branches.size());
      for (std::uint32_t node = 0; node < n; ++node) {
        const std::uint32_t branch = parts.branch_of[node];
        EXPECT_EQ(branch == Separation::kNone, std::ranges::find(set, node) != set.end());
        if (branch == Separation::kNone) continue;
        std::uint64_t nearest = kFar;
        for (const std::uint32_t one : set) nearest = std::min(nearest, with[one][node]);
        ++expected[branch].ends;
        expected[branch].reach = std::max(expected[branch].reach, nearest);
        for (std::uint32_t other = 0; other < n; ++other) {
          if (parts.branch_of[other] == Separation::kNone) continue;
          EXPECT_EQ(parts.branch_of[other] == branch, without[node][other] < kFar);
        }
      }
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(parts.branches[i].ends, expected[i].ends);
        EXPECT_EQ(parts.branches[i].reach, expected[i].reach);
      }
    }
    for (std::uint32_t node = 0; node < n; ++node) {
      EXPECT_EQ(single.contains(node), Separation(edges, {node}).branches.size() > 1);
    }
  }
}

// By node, as bits: packets that it holds, or contributions that it has combined.
using Held = std::vector<std::uint32_t>;

// The fewest cycles of all schedules, by breadth-first search over what nodes hold. `combines`: a node sends all that it has
// as one packet.
class Fewest {
 public:
  Fewest(const EdgeTable& edges, PortModel ports, bool combines)
      : edges_(edges), is_half_(ports == PortModel::kHalf), combines_(combines) {}

  unsigned cycles(const Held& first, const Held& last) const {
    std::set<Held> states{first};
    for (unsigned cycle = 0;; ++cycle) {
      std::set<Held> next;
      for (const Held& held : states) {
        const auto has_last = [&, i = std::size_t{0}](std::uint32_t bits) mutable { return (last[i++] & ~bits) == 0; };
        if (std::ranges::all_of(held, has_last)) return cycle;
        Held after = held;
        send(held, 0, 0, 0, after, next);
      }
      states = std::move(next);
    }
  }

 private:
  void send(const Held& held, std::uint32_t node, unsigned senders, unsigned receivers, Held& after,
            std::set<Held>& next) const {
    if (node == held.size()) {
      next.insert(after);
      return;
    }
    send(held, node + 1, senders, receivers, after, next);
    if (is_half_ && (receivers >> node & 1) != 0) return;
    for (unsigned port = 0; port < edges_.ports(); ++port) {
      const std::uint32_t to = edges_.receiver(node, port);
      if (to == node || (receivers >> to & 1) != 0 || (is_half_ && (senders >> to & 1) != 0)) continue;
      for (std::uint32_t left = held[node] & ~held[to]; left != 0; left &= left - 1) {
        const std::uint32_t before = after[to];
        after[to] |= combines_ ? held[node] : left & -left;
        send(held, node + 1, senders | 1u << node, receivers | 1u << to, after, next);
        after[to] = before;
        if (combines_) break;
      }
    }
  }

  const EdgeTable& edges_;
  bool is_half_;
  bool combines_;
};

TEST(Separators, AreNeverAboveAnySchedule) {
  auto random = test_support::seeded_random();
  unsigned decided = 0;
  for (unsigned round = 0; round < (test_support::is_soak() ? 200u : 12u); ++round) {
    const auto n = static_cast<std::uint32_t>(3 + random() % (test_support::is_soak() ? 3 : 2));
    const EdgeTable edges = sparse(n, random);
    const auto root = static_cast<std::uint32_t>(random() % n);
    const std::uint32_t packets = 1 + round % 2;
    for (const PortModel ports : {PortModel::kOne, PortModel::kHalf}) {
      const auto check = [&](Collective collective, std::uint32_t m, bool combines, const Held& first,
                             const Held& last) {
        const Bound bound = lower_bound({collective, 0, ports, m, root, &edges});
        EXPECT_LE(bound.value, Fewest(edges, ports, combines).cycles(first, last))
            << name_of(collective) << ' ' << name_of(ports) << " n " << n << " M " << m << " root " << root;
        decided += bound.source.find("part the others") != std::string_view::npos ? 1 : 0;
      };
      Held of_root(n, 0);
      Held own(n);
      Held to_each(n, 0);
      for (std::uint32_t i = 0; i < n; ++i) own[i] = 1u << i;
      of_root[root] = (1u << packets) - 1;
      check(Collective::kBroadcast, packets, false, of_root, Held(n, of_root[root]));
      of_root[root] = (1u << n) - 1;
      for (std::uint32_t i = 0; i < n; ++i) to_each[i] = i == root ? 0 : 1u << i;
      if (n < 5) check(Collective::kScatter, 1, false, of_root, to_each);
      if (n < 5) check(Collective::kAllgather, 1, false, own, Held(n, (1u << n) - 1));
      check(Collective::kAllreduce, 1, true, own, Held(n, (1u << n) - 1));
    }
  }
  EXPECT_GT(decided, 10u);
}

// Spiders, whose root has legs of two nodes, and stars: a schedule that reaches the bound goes round the legs.
TEST(Separators, CountChildren) {
  const auto bound = [](const EdgeTable& edges, Collective collective, PortModel ports, std::uint32_t root) {
    return lower_bound({collective, 0, ports, 10, root, &edges}).value;
  };
  Edges star;
  for (std::uint32_t leaf = 1; leaf <= 5; ++leaf) star.emplace_back(0, leaf);
  const EdgeTable around = table_of(6, star);
  EXPECT_EQ(bound(around, Collective::kBroadcast, PortModel::kOne, 0), 50u);
  EXPECT_EQ(bound(around, Collective::kBroadcast, PortModel::kOne, 3), 41u) << "4 leaves, from cycle 2 on";
  EXPECT_EQ(bound(around, Collective::kReduce, PortModel::kHalf, 3), 50u) << "4 leaves, and node 3";
  EXPECT_EQ(bound(around, Collective::kScatter, PortModel::kHalf, 3), 90u) << "4 leaves in and out, and node 0";
  EXPECT_EQ(bound(around, Collective::kAllreduce, PortModel::kOne, 0), 50u);
  EXPECT_EQ(bound(around, Collective::kAllreduce, PortModel::kHalf, 0), 100u);
  EXPECT_EQ(bound(around, Collective::kScan, PortModel::kOne, 0), 50u) << "into nodes 1 to 5";
  EXPECT_EQ(bound(around, Collective::kScan, PortModel::kHalf, 0), 90u) << "and out of nodes 1 to 4";
  Edges legs = star;
  for (std::uint32_t leg = 1; leg <= 5; ++leg) legs.emplace_back(leg, leg + 5);
  EXPECT_EQ(bound(table_of(11, legs), Collective::kBroadcast, PortModel::kOne, 0), 51u);
  // Two nodes beside six others: each of them feeds three.
  Edges pair{{0, 1}};
  for (std::uint32_t leaf = 2; leaf <= 7; ++leaf) pair.insert(pair.end(), {{0, leaf}, {1, leaf}});
  EXPECT_EQ(bound(table_of(8, pair), Collective::kBroadcast, PortModel::kOne, 0), 30u);
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

TEST(Separators, BoundAnAllgatherOnAPathExactly) {
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
TEST(Separators, BoundAnAllgatherAroundANode) {
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
