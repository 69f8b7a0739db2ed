// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/cut_vertices.hpp"

#include <algorithm>
#include <vector>

#include "testbench/ground/host/breadth_first.hpp"

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

// `without`: a node that is not there, or kUnseen.
BreadthFirst search(const EdgeTable& edges, std::uint32_t from, std::uint32_t without) {
  return BreadthFirst(static_cast<std::uint32_t>(edges.nodes()), from, [&](std::uint32_t node, auto reach) {
    for (unsigned port = 0; port < edges.ports(); ++port) {
      const std::uint32_t behind = edges.receiver(node, port);
      if (behind != without) reach(behind);
    }
  });
}

}  // namespace

CutVertices cut_vertices(const EdgeTable& edges) {
  CutVertices found;
  const DepthFirst depth_first(edges);
  for (const std::uint32_t cut : depth_first.found()) {
    const BreadthFirst from_cut = search(edges, cut, BreadthFirst::kUnseen);
    std::uint64_t branches = 0;
    std::uint32_t least_reach = BreadthFirst::kUnseen;
    std::vector<bool> seen(edges.nodes(), false);
    seen[cut] = true;
    for (unsigned port = 0; port < edges.ports(); ++port) {
      const std::uint32_t behind = edges.receiver(cut, port);
      if (seen[behind]) continue;
      std::uint32_t reach = 0;
      for (const std::uint32_t node : search(edges, behind, cut).order) {
        seen[node] = true;
        if (node < edges.ends()) reach = std::max(reach, from_cut.distance[node]);
      }
      if (reach == 0) continue;
      ++branches;
      least_reach = std::min(least_reach, reach);
    }
    if (branches < 2) continue;
    std::uint64_t& most = found[{branches, cut >= edges.ends()}];
    most = std::max<std::uint64_t>(most, least_reach);
  }
  return found;
}

}  // namespace testbench
