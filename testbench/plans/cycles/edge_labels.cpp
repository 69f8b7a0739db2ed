// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cycles/edge_labels.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "firmware/trees/johnsson_ho.hpp"

namespace testbench {

unsigned SeenTree::parent_port(Address c) const {
  switch (graph_) {
    case SpanningGraph::kBrg:
      return trees::NrBrgPath::parent(d_, c, rotation_).port();
    case SpanningGraph::kSbt:
      return trees::Nrsbt::parent(d_, c, rotation_).port();
    case SpanningGraph::kTcbt:
      return trees::Rotations<trees::Tcbt>::parent(d_, c, rotation_).port();
    case SpanningGraph::kNesbt:
      return trees::Nesbt::parent(d_, c, rotation_).port();
    case SpanningGraph::kSbnt:
      return trees::SbntC::parent(d_, c, rotation_).port();
  }
  return 0;
}

std::vector<Address> SeenTree::way_to(Address c) const {
  std::vector<Address> way;
  for (; c != Address(0); c = parent(c)) way.push_back(c);
  std::reverse(way.begin(), way.end());
  return way;
}

namespace {

struct TreeShape {
  std::vector<Address> by_level;  // all nodes but the root, none before its parent
  std::vector<unsigned> height;   // of the subtree below each node
  std::vector<unsigned> level;
};

TreeShape shape_of(const SeenTree& tree, unsigned d) {
  TreeShape shape;
  const std::uint32_t nodes = cube::nodes(d);
  shape.height.assign(nodes, 0);
  shape.level.assign(nodes, 0);
  for (const Address c : network::other_addresses(nodes)) {
    shape.level[c.number()] = static_cast<unsigned>(tree.way_to(c).size());
    shape.by_level.push_back(c);
  }
  std::sort(shape.by_level.begin(), shape.by_level.end(), [&](Address a, Address b) {
    return std::pair(shape.level[a.number()], a.number()) < std::pair(shape.level[b.number()], b.number());
  });
  for (auto c = shape.by_level.rbegin(); c != shape.by_level.rend(); ++c) {
    unsigned& above = shape.height[tree.parent(*c).number()];
    above = std::max(above, shape.height[c->number()] + 1);
  }
  return shape;
}

Labels branch_labels(const SeenTree& tree, const TreeShape& shape) {
  std::map<std::uint32_t, std::vector<Address>> children;
  for (const Address c : shape.by_level) children[tree.parent(c).number()].push_back(c);
  Labels labels(shape.level.size(), 0);
  for (auto& [parent, below] : children) {
    std::sort(below.begin(), below.end(), [&](Address a, Address b) {
      return std::pair(shape.height[b.number()], a.number()) < std::pair(shape.height[a.number()], b.number());
    });
  }
  std::vector<Address> order{Address(0)};
  order.insert(order.end(), shape.by_level.begin(), shape.by_level.end());
  for (const Address parent : order) {
    std::uint32_t next = parent == Address(0) ? 0 : labels[parent.number()] + 1;
    for (const Address c : children[parent.number()]) labels[c.number()] = next++;
  }
  return labels;
}

// One dimension in each routing cycle, for a tree without a labelling of its own: the dimension with
// the highest subtree that can be entered.
Labels greedy_port_labels(const SeenTree& tree, const TreeShape& shape, unsigned d) {
  Labels labels(shape.level.size(), 0);
  std::vector<bool> reached(shape.level.size(), false);
  reached[0] = true;
  std::vector<Address> left = shape.by_level;
  for (std::uint32_t label = 0; !left.empty(); ++label) {
    std::vector<std::pair<unsigned, unsigned>> best(d, {0, 0});  // height and number of ready edges, by port
    for (const Address c : left) {
      if (!reached[tree.parent(c).number()]) continue;
      auto& [height, edges] = best[tree.parent_port(c)];
      height = std::max(height, shape.height[c.number()] + 1);
      ++edges;
    }
    const auto port = static_cast<unsigned>(std::max_element(best.begin(), best.end()) - best.begin());
    std::vector<Address> entered;
    std::erase_if(left, [&](Address c) {
      if (tree.parent_port(c) != port || !reached[tree.parent(c).number()]) return false;
      entered.push_back(c);
      return true;
    });
    for (const Address c : entered) {
      labels[c.number()] = label;
      reached[c.number()] = true;
    }
  }
  return labels;
}

}  // namespace

Labels labels_of(const CycleRow& row, unsigned d, unsigned rotation) {
  const SeenTree tree(row.graph, d, rotation);
  const TreeShape shape = shape_of(tree, d);
  if (row.labels == EdgeLabels::kBranches) return branch_labels(tree, shape);
  if (row.labels == EdgeLabels::kPorts && row.graph == SpanningGraph::kTcbt) return greedy_port_labels(tree, shape, d);
  Labels labels(shape.level.size(), 0);
  for (const Address c : shape.by_level) {
    const auto from = [&](unsigned first) { return first + (tree.parent_port(c) + d - first) % d; };
    std::uint32_t& label = labels[c.number()];
    if (row.labels == EdgeLabels::kLevels || row.graph == SpanningGraph::kBrg) {
      label = shape.level[c.number()] - 1;
    } else if (row.labels == EdgeLabels::kTurned) {
      label = from(rotation) - rotation;
    } else if (row.graph == SpanningGraph::kNesbt) {
      label = trees::Nesbt::label(d, c, rotation);
    } else {
      label = from(row.graph == SpanningGraph::kSbnt ? tree.subtree(c) : rotation);
    }
  }
  return labels;
}

}  // namespace testbench
