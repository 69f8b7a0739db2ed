// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/isomorphism.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace testbench {
namespace {

using Colours = std::vector<std::uint32_t>;  // by node

class Search {
 public:
  Search(const Adjacency& first, const Adjacency& second, unsigned most_pairs)
      : graphs_{&first, &second}, left_(most_pairs) {}

  // Whether there is an isomorphism that keeps colours. Nothing: too many pairs.
  std::optional<bool> is_found(Colours first, Colours second) {
    Colours* const colours[2] = {&first, &second};
    std::vector<std::uint32_t> nodes_of;  // by colour
    if (!refine(colours, nodes_of)) return false;
    const std::size_t count = nodes_of.size();
    if (count == first.size()) return keeps_links(first, second);
    // The smallest class of several nodes.
    std::uint32_t chosen = 0;
    for (std::uint32_t colour = 0; colour < count; ++colour) {
      const bool is_smaller = nodes_of[chosen] == 1 || nodes_of[colour] < nodes_of[chosen];
      if (nodes_of[colour] > 1 && is_smaller) chosen = colour;
    }
    const auto node = static_cast<std::size_t>(std::ranges::find(first, chosen) - first.begin());
    const auto own = static_cast<std::uint32_t>(count);
    first[node] = own;
    for (std::size_t other = 0; other < second.size(); ++other) {
      if (second[other] != chosen) continue;
      if (left_ == 0) return std::nullopt;
      --left_;
      second[other] = own;
      const std::optional<bool> found = is_found(first, second);
      if (!found || *found) return found;
      second[other] = chosen;
    }
    return false;
  }

 private:
  // Colours nodes anew by their colour and those of their neighbours, until there are no more colours.
  // False where the two networks come to have other colours.
  bool refine(Colours* const colours[2], std::vector<std::uint32_t>& nodes_of) const {
    for (std::size_t before = 0;;) {
      std::map<Colours, std::vector<std::uint32_t>> nodes[2];  // by old colours: own, then the neighbours'
      for (unsigned graph = 0; graph < 2; ++graph) {
        for (std::uint32_t node = 0; node < graphs_[graph]->nodes(); ++node) {
          Colours seen;
          for (const std::uint32_t* there = graphs_[graph]->begin(node); there != graphs_[graph]->end(node); ++there) {
            seen.push_back((*colours[graph])[*there]);
          }
          std::ranges::sort(seen);
          seen.insert(seen.begin(), (*colours[graph])[node]);
          nodes[graph][seen].push_back(node);
        }
      }
      if (nodes[0].size() != nodes[1].size()) return false;
      nodes_of.clear();
      for (auto first = nodes[0].begin(), second = nodes[1].begin(); first != nodes[0].end(); ++first, ++second) {
        if (first->first != second->first || first->second.size() != second->second.size()) return false;
        for (const std::uint32_t node : first->second)
          (*colours[0])[node] = static_cast<std::uint32_t>(nodes_of.size());
        for (const std::uint32_t node : second->second)
          (*colours[1])[node] = static_cast<std::uint32_t>(nodes_of.size());
        nodes_of.push_back(static_cast<std::uint32_t>(first->second.size()));
      }
      if (nodes_of.size() == before) return true;
      before = nodes_of.size();
    }
  }
  // Every node has a colour of its own.
  bool keeps_links(const Colours& first, const Colours& second) const {
    Colours place(second.size());  // in the second network, by colour
    for (std::uint32_t node = 0; node < second.size(); ++node) place[second[node]] = node;
    for (std::uint32_t node = 0; node < first.size(); ++node) {
      const std::uint32_t there = place[first[node]];
      Colours moved;
      for (const std::uint32_t* next = graphs_[0]->begin(node); next != graphs_[0]->end(node); ++next) {
        moved.push_back(place[first[*next]]);
      }
      Colours linked(graphs_[1]->begin(there), graphs_[1]->end(there));
      std::ranges::sort(moved);
      std::ranges::sort(linked);
      if (moved != linked) return false;
    }
    return true;
  }

  const Adjacency* graphs_[2];
  unsigned left_;
};

}  // namespace

std::optional<bool> are_isomorphic(const Adjacency& first, const Adjacency& second, unsigned most_pairs) {
  if (first.nodes() != second.nodes() || first.ends() != second.ends()) return false;
  // Switches have a colour of their own.
  const auto colours_of = [](const Adjacency& graph) {
    Colours colours(graph.nodes(), 0);
    std::fill(colours.begin() + graph.ends(), colours.end(), 1);
    return colours;
  };
  return Search(first, second, most_pairs).is_found(colours_of(first), colours_of(second));
}

}  // namespace testbench
