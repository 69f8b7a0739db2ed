// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/separators.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace testbench {
namespace {

// Depth-first search (Hopcroft and Tarjan 1973): a node is one of those asked for if some child of
// its in the search's tree has no way from it or from below it to what came before the node.
class DepthFirst {
 public:
  explicit DepthFirst(const EdgeTable& edges) : edges_(edges), number_(edges.nodes()), earliest_(edges.nodes()) {
    std::vector<bool> cuts(edges.nodes(), false);
    std::vector<Visit> visits{begin(0)};
    std::size_t from_first = 0;
    while (!visits.empty()) {
      Visit& at = visits.back();
      if (at.port < edges_.ports()) {
        const std::uint32_t there = edges_.receiver(at.node, at.port++);
        if (number_[there] == 0) {
          visits.push_back(begin(there));
        } else {
          earliest_[at.node] = std::min(earliest_[at.node], number_[there]);
        }
        continue;
      }
      const std::uint32_t child = at.node;
      visits.pop_back();
      if (visits.empty()) break;
      const std::uint32_t parent = visits.back().node;
      earliest_[parent] = std::min(earliest_[parent], earliest_[child]);
      if (parent == 0) {
        ++from_first;
      } else if (earliest_[child] >= number_[parent]) {
        cuts[parent] = true;
      }
    }
    cuts[0] = from_first > 1;
    for (std::uint32_t node = 0; node < cuts.size(); ++node) {
      if (cuts[node]) found_.push_back(node);
    }
  }
  const std::vector<std::uint32_t>& found() const { return found_; }

 private:
  struct Visit {
    std::uint32_t node;
    unsigned port;
  };
  Visit begin(std::uint32_t node) {
    number_[node] = earliest_[node] = ++last_;
    return {node, 0};
  }

  const EdgeTable& edges_;
  std::uint32_t last_ = 0;
  std::vector<std::uint32_t> number_;    // from 1, in the order of the search
  std::vector<std::uint32_t> earliest_;  // number that a link from the node, or from below it, leads to
  std::vector<std::uint32_t> found_;
};

}  // namespace

Separation::Separation(const EdgeTable& edges, const std::vector<std::uint32_t>& set)
    : branch_of(edges.nodes(), kNone) {
  constexpr std::uint32_t kUnseen = kNone - 1;
  const auto each_behind = [&](std::uint32_t node, auto visit) {
    const NodeTable::Row behind = edges.receivers_of(node);
    for (unsigned port = 0; port < edges.ports(); ++port) visit(behind[port]);
  };
  std::vector<std::uint32_t> distance(edges.nodes(), kUnseen);
  std::vector<std::uint32_t> open = set;
  for (const std::uint32_t node : set) distance[node] = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    each_behind(open[i], [&](std::uint32_t behind) {
      if (distance[behind] != kUnseen) return;
      distance[behind] = distance[open[i]] + 1;
      open.push_back(behind);
    });
  }
  std::vector<bool> is_met(edges.nodes(), false);
  for (const std::uint32_t node : set) is_met[node] = true;
  for (std::uint32_t first = 0; first < edges.ends(); ++first) {
    if (is_met[first]) continue;
    Branch branch;
    open.assign(1, first);
    is_met[first] = true;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::uint32_t node = open[i];
      branch_of[node] = static_cast<std::uint32_t>(branches.size());
      if (node < edges.ends()) {
        ++branch.ends;
        branch.reach = std::max<std::uint64_t>(branch.reach, distance[node]);
      }
      each_behind(node, [&](std::uint32_t behind) {
        if (is_met[behind]) return;
        is_met[behind] = true;
        open.push_back(behind);
      });
    }
    branches.push_back(branch);
  }
}

std::vector<std::vector<std::uint32_t>> separating_sets(const EdgeTable& edges) {
  constexpr std::uint64_t kMostSteps = 30'000'000;
  const std::uint64_t most = kMostSteps / (edges.links() + edges.nodes());
  const auto links_of = [&](std::uint32_t node) {
    unsigned links = 0;
    for (unsigned port = 0; port < edges.ports(); ++port) links += edges.has_link(node, port) ? 1 : 0;
    return links;
  };
  const DepthFirst depth_first(edges);
  std::vector<std::pair<unsigned, std::uint32_t>> singles;  // most links first
  for (const std::uint32_t cut : depth_first.found()) singles.emplace_back(~links_of(cut), cut);
  std::ranges::sort(singles);
  std::vector<std::pair<unsigned, std::uint32_t>> all;
  all.reserve(edges.ends());
  for (std::uint32_t node = 0; node < edges.ends(); ++node) all.emplace_back(~links_of(node), node);
  std::ranges::sort(all);
  std::vector<std::vector<std::uint32_t>> sets;
  for (const auto& [links, cut] : singles) {
    if (sets.size() < most) sets.push_back({cut});
  }
  std::vector<std::uint32_t> together;
  for (const auto& [links, node] : all) {
    together.push_back(node);
    if (sets.size() >= 2 * most || together.size() > all.size() / 2) break;
    if (together.size() > 1) sets.push_back(together);
  }
  return sets;
}

}  // namespace testbench
