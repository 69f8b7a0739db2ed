// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/prefix_tree.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

#include "testbench/plans/trees/plan_error.hpp"

namespace testbench {
namespace {

// A packet over a link.
struct Sum {
  std::uint32_t behind = 0;   // one of the nodes into whose results it goes
  network::Ports on = {};     // through which it goes on from the next router
  bool is_delivered = false;  // there
  std::uint32_t label = 0;
  std::vector<std::pair<std::size_t, std::size_t>> parts = {};  // what goes into it: links, and which of their packets
};

// One direction of a link.
struct Direction {
  std::uint32_t router = 0;
  unsigned port = 0;
  std::uint32_t to = 0;
  unsigned in = 0;                        // the port there
  std::vector<std::uint32_t> below = {};  // by node: how many of those that go into its result are before the link
  std::vector<Sum> sums = {};             // by number of nodes
  std::size_t first_sent = 0;
};

std::vector<std::uint32_t> below(const LinkTable& tree, const Direction& way, PrefixTree::Sums of) {
  std::vector<bool> is_before(tree.nodes());
  is_before[way.router] = true;
  std::vector<std::uint32_t> open{way.router};
  while (!open.empty()) {
    const std::uint32_t router = open.back();
    open.pop_back();
    for (unsigned port = 0; port < tree.ports(); ++port) {
      const std::uint32_t there = tree.neighbour(router, port);
      if (is_before[there] || (router == way.router && port == way.port)) continue;
      is_before[there] = true;
      open.push_back(there);
    }
  }
  std::vector<std::uint32_t> found(tree.ends());
  for (std::uint32_t node = 1; node < tree.ends(); ++node)
    found[node] = found[node - 1] + (is_before[node - 1] ? 1 : 0);
  if (of == PrefixTree::Sums::kOfAllNodes)
    std::ranges::fill(found, found.back() + (is_before[tree.ends() - 1] ? 1 : 0));
  return found;
}

// Both directions of all links, each behind those that go on from it.
std::vector<Direction> ways_of(const LinkTable& tree, PrefixTree::Sums of) {
  std::vector<std::pair<std::uint32_t, unsigned>> routers{{0, tree.ports()}};  // and their ports to the first
  std::vector<Direction> down;
  const auto way = [&](std::uint32_t router, unsigned port) {
    Direction made{router, port, tree.neighbour(router, port), tree.arrival_port(router, port)};
    made.below = below(tree, made, of);
    return made;
  };
  for (std::size_t i = 0; i < routers.size(); ++i) {
    const auto [router, up] = routers[i];
    for (unsigned port = 0; port < tree.ports(); ++port) {
      if (!tree.has_link(router, port) || port == up) continue;
      down.push_back(way(router, port));
      routers.emplace_back(down.back().to, down.back().in);
    }
  }
  std::vector<Direction> ways(down.rbegin(), down.rend());
  for (const auto& [router, up] : routers | std::views::drop(1)) ways.push_back(way(router, up));
  return ways;
}

// Packets with one label go on from a router through the same ports, but for those through which they have come, and a router
// sends one of each. No packet has the label of node 0, which may have no result.
class TakenLabels {
 public:
  explicit TakenLabels(const LinkTable& tree) : ends_(tree.ends()), come_(tree.nodes()), sent_(tree.nodes()) {
    for (std::uint32_t router = 0; router < tree.nodes(); ++router) {
      for (unsigned port = 0; port < tree.ports(); ++port)
        sent_[router].insert(tree.neighbour(router, port));  // for results there
    }
  }

  std::uint32_t take(const Direction& way, const Sum& sum) {
    if (sum.is_delivered) return take(way, sum, way.to);
    for (std::uint32_t i = 0; i < ends_; ++i) {
      const std::uint32_t label = (sum.behind + i) % ends_;
      if (label != 0 && label != way.to && label != way.router && !sent_[way.router].contains(label) &&
          agrees(way, sum, label))
        return take(way, sum, label);
    }
    throw PlanError("has more sums at a node than there are numbers of nodes; use algorithm tree");
  }

 private:
  using Came = std::vector<std::pair<unsigned, network::Ports>>;

  bool agrees(const Direction& way, const Sum& sum, std::uint32_t label) const {
    const auto found = come_[way.to].find(label);
    if (found == come_[way.to].end()) return true;
    return std::ranges::all_of(found->second, [&](const auto& other) {
      return other.second - network::Ports::one(way.in) == sum.on - network::Ports::one(other.first);
    });
  }
  std::uint32_t take(const Direction& way, const Sum& sum, std::uint32_t label) {
    come_[way.to][label].emplace_back(way.in, sum.on);
    sent_[way.router].insert(label);
    return label;
  }

  std::uint32_t ends_;
  std::vector<std::map<std::uint32_t, Came>> come_;
  std::vector<std::set<std::uint32_t>> sent_;
};

}  // namespace

PrefixTree::PrefixTree(const LinkTable& tree, Sums of) : ScanPackets(tree) {
  std::vector<Direction> ways = ways_of(tree, of);
  std::vector<std::vector<std::size_t>> from(tree.nodes());
  std::vector<std::vector<std::size_t>> to(tree.nodes());
  for (std::size_t i = 0; i < ways.size(); ++i) {
    from[ways[i].router].push_back(i);
    to[ways[i].to].push_back(i);
  }
  TakenLabels labels(tree);

  for (std::size_t i = 0; i < ways.size(); ++i) {
    Direction& way = ways[i];
    const std::uint32_t own =
        way.to < tree.ends() ? way.below[way.to] : 0;  // nodes whose sum goes into the result there
    // By number of nodes and way on, packets into which the sum goes; that of the result's sum which can have it too.
    std::map<std::uint32_t, std::map<std::size_t, std::vector<Sum*>>> uses;
    if (own != 0) uses[own];
    for (const std::size_t on : from[way.to]) {
      if (ways[on].port == way.in) continue;
      for (Sum& sum : ways[on].sums) {
        if (way.below[sum.behind] != 0) uses[way.below[sum.behind]][on].push_back(&sum);
      }
    }
    for (auto& [number, by_way] : uses) {
      const auto shares_result = [&](std::size_t on, const Sum* sum) {
        return number == own && std::ranges::all_of(to[way.to], [&](std::size_t other) {
                 const std::vector<std::uint32_t>& below = ways[other].below;
                 return other == i || ways[other].in == ways[on].port || below[way.to] == 0 ||
                        below[sum->behind] == below[way.to];
               });
      };
      std::size_t before = 0;
      std::map<std::size_t, std::size_t> shared;
      for (const auto& [on, sums] : by_way) {
        for (std::size_t k = 0; k < sums.size() && !shared.contains(on); ++k) {
          if (shares_result(on, sums[k])) before = std::max(before, shared[on] = k);
        }
      }
      const std::size_t first = way.sums.size();
      const auto add = [&](std::size_t place, std::uint32_t behind) -> Sum& {
        while (way.sums.size() <= first + place) way.sums.push_back({behind});
        return way.sums[first + place];
      };
      if (number == own) add(before, way.to).is_delivered = true;
      for (const auto& [on, sums] : by_way) {
        for (std::size_t k = 0; k < sums.size(); ++k) {
          std::size_t place = k;
          if (shared.contains(on)) {
            if (k >= shared[on]) place = before + k - shared[on];
          } else if (number == own && k >= before) {
            ++place;
          }
          add(place, sums[k]->behind).on.insert(ways[on].port);
          sums[k]->parts.emplace_back(i, first + place);
        }
      }
    }
    for (Sum& sum : way.sums) {
      sum.label = labels.take(way, sum);
      if (sum.is_delivered) deliver(way.to, way.in);
    }
  }

  for (Direction& way : ways | std::views::reverse) {
    way.first_sent = hops();
    for (const Sum& sum : way.sums) {
      Sending packet{sum.label, way.router, way.port, {}};
      for (const auto& [before, which] : sum.parts) {
        packet.parts.emplace_back(static_cast<std::uint32_t>(ways[before].first_sent + which), ways[before].in);
      }
      const bool has_own = of == Sums::kOfAllNodes || way.router < sum.behind;
      send(tree, std::move(packet), way.router < tree.ends() && has_own);
    }
  }
}

}  // namespace testbench
