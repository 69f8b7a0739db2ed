// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/routing_cycles.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

#include "firmware/trees/johnsson_ho.hpp"

namespace testbench {
namespace {

using collectives::Collective;
using collectives::PortModel;
using collectives::Programs;

// Cycles from the start strobe until the first packet can leave.
constexpr std::uint64_t kBeforeFirst = 0;

template <class Rule>
constexpr node::Rule kCycleRule = rules::ScheduledCubeRules::number_of<Rule>();

constexpr bool is_to_one(Collective collective) {
  return collective == Collective::kScatter || collective == Collective::kAlltoall;
}

constexpr node::Rule rule_of(SpanningGraph graph, Collective collective) {
  switch (graph) {
    case SpanningGraph::kBrg:
      return is_to_one(collective) ? kCycleRule<rules::GrayToOne> : kCycleRule<rules::Gray>;
    case SpanningGraph::kSbt:
      return is_to_one(collective) ? kCycleRule<rules::Ascending> : kCycleRule<rules::Sbt>;
    case SpanningGraph::kTcbt:
      return is_to_one(collective) ? kCycleRule<rules::TcbtToOne> : kCycleRule<rules::Table>;
    case SpanningGraph::kNesbt:
      return is_to_one(collective) ? kCycleRule<rules::NesbtToOne> : kCycleRule<rules::Nesbt>;
    case SpanningGraph::kSbnt:
      return is_to_one(collective) ? kCycleRule<rules::Ascending> : kCycleRule<rules::Sbnt>;
  }
  return {};
}

struct RowWords {
  Collective collective;
  const char* algorithm;
  PortModel ports;
  SpanningGraph graph;
  bool rotated;
  EdgeLabels labels;
  const char* source;
  bool far_first = false;
  unsigned period = 0;
};

constexpr CycleRow row_of(const RowWords& words) {
  CycleRow row{};
  row.collective = words.collective;
  row.algorithm = words.algorithm;
  row.ports = words.ports;
  row.rule = rule_of(words.graph, words.collective);
  const bool all_send = words.collective == Collective::kAllgather || words.collective == Collective::kAlltoall;
  row.programs = all_send ? Programs::kAlike : Programs::kOfNodes;
  row.source = words.source;
  row.merit = "in routing cycles";
  row.graph = words.graph;
  row.rotated = words.rotated;
  row.labels = words.labels;
  row.far_first = words.far_first;
  row.period = words.period;
  return row;
}

constexpr auto kCycleRows = [] {
  using enum Collective;
  using enum PortModel;
  using enum SpanningGraph;
  using enum EdgeLabels;
  constexpr unsigned kD = CycleRow::kOfDimension;
  constexpr RowWords kWords[] = {
      {kBroadcast, "brg", kHalf, kBrg, false, kLevels, "table 4", false, 2},
      {kBroadcast, "brg", kOne, kBrg, false, kLevels, "section 4.1.1", false, 1},
      {kBroadcast, "sbt", kOne, kSbt, false, kPorts, "table 4"},
      {kBroadcast, "nrsbt", kOne, kSbt, true, kPorts, "table 4"},
      {kBroadcast, "tcbt", kHalf, kTcbt, false, kBranches, "table 4", false, 3},
      {kBroadcast, "tcbt", kOne, kTcbt, false, kBranches, "section 4.1.3", false, 2},
      {kBroadcast, "nesbt", kOne, kNesbt, true, kPorts, "table 4 and theorem 4.2", false, kD},
      {kBroadcast, "nesbt", kHalf, kNesbt, true, kPorts, "theorem 4.3", false, kD},
      {kBroadcast, "nrbrg", kAll, kBrg, true, kLevels, "table 5"},
      {kBroadcast, "sbt", kAll, kSbt, false, kLevels, "table 5", false, 1},
      {kBroadcast, "nrsbt", kAll, kSbt, true, kTurned, "table 5"},
      {kBroadcast, "tcbt", kAll, kTcbt, false, kLevels, "table 5", false, 1},
      {kBroadcast, "nesbt", kAll, kNesbt, true, kLevels, "table 5", false, 1},
      {kScatter, "brg", kHalf, kBrg, false, kLevels, "table 7", true, 2},
      {kScatter, "brg", kOne, kBrg, false, kLevels, "section 5.1.1", true, 1},
      {kScatter, "sbt", kOne, kSbt, false, kPorts, "table 7"},
      {kScatter, "nrsbt", kOne, kSbt, true, kPorts, "table 7"},
      {kScatter, "tcbt", kOne, kTcbt, false, kBranches, "table 7"},
      {kScatter, "sbnt", kOne, kSbnt, true, kPorts, "table 7"},
      {kScatter, "nrbrg", kAll, kBrg, true, kLevels, "table 7"},
      {kScatter, "sbt", kAll, kSbt, false, kLevels, "table 7", true, 1},
      {kScatter, "nrsbt", kAll, kSbt, true, kLevels, "table 7", true, 1},
      {kScatter, "tcbt", kAll, kTcbt, false, kLevels, "table 7", true, 1},
      {kScatter, "sbnt", kAll, kSbnt, true, kLevels, "table 7", true, 1},
      {kAllgather, "brg", kOne, kBrg, false, kLevels, "table 11"},
      {kAllgather, "sbt", kOne, kSbt, false, kPorts, "table 11"},
      {kAllgather, "nrsbt", kOne, kSbt, true, kPorts, "table 11"},
      {kAllgather, "nesbt", kOne, kNesbt, true, kPorts, "table 11"},
      {kAllgather, "sbnt", kOne, kSbnt, true, kPorts, "table 11"},
      {kAllgather, "tcbt", kOne, kTcbt, false, kPorts, "section 6.1"},
      {kAllgather, "nrbrg", kAll, kBrg, true, kLevels, "table 13"},
      {kAllgather, "sbt", kAll, kSbt, false, kLevels, "table 13"},
      {kAllgather, "nrsbt", kAll, kSbt, true, kLevels, "table 13"},
      {kAllgather, "nesbt", kAll, kNesbt, true, kLevels, "table 13"},
      {kAllgather, "sbnt", kAll, kSbnt, true, kLevels, "table 13"},
      {kAllgather, "tcbt", kAll, kTcbt, false, kLevels, "section 6.1"},
      {kAlltoall, "brg", kOne, kBrg, false, kLevels, "table 15"},
      {kAlltoall, "sbt", kOne, kSbt, false, kPorts, "table 15"},
      {kAlltoall, "nrsbt", kOne, kSbt, true, kPorts, "table 15"},
      {kAlltoall, "nesbt", kOne, kNesbt, true, kPorts, "table 15"},
      {kAlltoall, "sbnt", kOne, kSbnt, true, kPorts, "table 15"},
      {kAlltoall, "tcbt", kOne, kTcbt, false, kPorts, "section 7.1"},
      {kAlltoall, "nrbrg", kAll, kBrg, true, kLevels, "table 17"},
      {kAlltoall, "sbt", kAll, kSbt, false, kLevels, "table 17"},
      {kAlltoall, "nrsbt", kAll, kSbt, true, kTurned, "table 17"},
      {kAlltoall, "nesbt", kAll, kNesbt, true, kLevels, "table 17"},
      {kAlltoall, "sbnt", kAll, kSbnt, true, kLevels, "table 17"},
      {kAlltoall, "tcbt", kAll, kTcbt, false, kLevels, "section 7.1"},
  };
  std::array<CycleRow, std::size(kWords)> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = row_of(kWords[i]);
  return rows;
}();

// A spanning tree, as the root sees it: tree 0 of a graph, rotated.
class SeenTree {
 public:
  SeenTree(SpanningGraph graph, unsigned d, unsigned rotation) : graph_(graph), d_(d), rotation_(rotation) {}

  // The port towards the parent; c is not the root.
  unsigned parent_port(Address c) const {
    const Address turned = cube::rotate_right(d_, c, rotation_);
    return cube::rotate_left(d_, parent_of(turned), rotation_).port();
  }
  Address parent(Address c) const { return cube::neighbour(c, parent_port(c)); }
  // The nodes from below the root down to c, which is the last.
  std::vector<Address> way_to(Address c) const {
    std::vector<Address> way;
    for (; c != Address(0); c = parent(c)) way.push_back(c);
    std::reverse(way.begin(), way.end());
    return way;
  }
  // The port of the root behind which c lies, for trees that are entered there in hardware.
  unsigned subtree(Address c) const { return parent_port(way_to(c).front()); }

 private:
  network::Ports parent_of(Address c) const {
    switch (graph_) {
      case SpanningGraph::kBrg:
        return trees::BrgPath::parent(d_, c);
      case SpanningGraph::kSbt:
        return trees::Sbt::parent(d_, c);
      case SpanningGraph::kTcbt:
        return trees::Tcbt::parent(d_, c);
      case SpanningGraph::kNesbt:
        return trees::Ersbt::parent(d_, c);
      case SpanningGraph::kSbnt:
        return trees::Sbnt::parent(d_, c);
    }
    return {};
  }
  SpanningGraph graph_;
  unsigned d_;
  unsigned rotation_;
};

// The labels of all edges of a tree, by the node below the edge.
using Labels = std::vector<std::uint32_t>;

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

}  // namespace

std::span<const CycleRow> cycle_rows() {
  return kCycleRows;
}

const CycleRow* find_cycle_row(Collective collective, std::string_view algorithm, PortModel ports) {
  for (const CycleRow& row : kCycleRows) {
    if (row.collective == collective && row.ports == ports && row.algorithm == algorithm) return &row;
  }
  return nullptr;
}

// Adds up what each link carries in each routing cycle, and then says when these begin.
class RoutingCycles::Builder {
 public:
  explicit Builder(RoutingCycles& plan) : plan_(plan), row_(plan.row_), d_(plan.cube_.dimension()) {}

  void build() {
    const unsigned links = plan_.all_send() ? d_ : cube::nodes(d_) * d_;
    carried_.resize(links);
    plan_.releases_.resize(links);
    plan_.sendings_.resize(d_);
    const unsigned trees = row_.rotated ? d_ : 1;
    if (has_groups()) {
      split_in_groups(trees);
    } else {
      split_evenly(trees);
    }
    for (unsigned tree = 0; tree < trees; ++tree) {
      if (share_[tree].packets == 0) continue;
      const Labels labels = labels_of(row_, d_, tree);
      if (is_to_one(row_.collective)) {
        add_ways(tree, labels);
      } else {
        add_edges(tree, labels);
      }
    }
    for (auto& sendings : plan_.sendings_) {
      std::sort(sendings.begin(), sendings.end(), [](const Sending& a, const Sending& b) {
        return std::tuple(a.label, b.hops, a.destination.number(), a.first) <
               std::tuple(b.label, a.hops, b.destination.number(), b.first);
      });
    }
    if (has_groups()) {
      time_groups();
    } else {
      time_all();
    }
    for (const auto& program : plan_.releases_) plan_.longest_ = std::max(plan_.longest_, program.size());
  }

 private:
  // The packets of a tree.
  struct Share {
    std::uint32_t first = 0;
    std::uint32_t packets = 0;
    std::uint32_t groups = 0;
  };

  // Packets go in groups that follow one another, but those of scatter go by destination.
  bool has_groups() const { return row_.period != 0 && !row_.far_first; }
  unsigned period() const { return row_.period == CycleRow::kOfDimension ? d_ : row_.period; }

  void split_evenly(unsigned trees) {
    std::uint32_t first = 0;
    for (unsigned tree = 0; tree < trees; ++tree) {
      const std::uint32_t packets = plan_.packets_ / trees + (tree < plan_.packets_ % trees ? 1 : 0);
      share_.push_back({first, packets, static_cast<std::uint32_t>(plan_.costs_.frames(packets))});
      first += packets;
    }
  }
  // One port sends group g on tree g mod d. On all ports the trees have equally many packets.
  void split_in_groups(unsigned trees) {
    if (row_.ports == PortModel::kAll || trees == 1) {
      split_evenly(trees);
      return;
    }
    const std::uint32_t b = plan_.costs_.frame_packets;
    const auto groups = static_cast<std::uint32_t>(plan_.costs_.frames(plan_.packets_));
    for (unsigned tree = 0; tree < trees; ++tree) {
      Share share{tree * b, 0, groups / trees + (tree < groups % trees ? 1 : 0)};
      share.packets = share.groups * b;
      if (share.groups != 0 && (groups - 1) % trees == tree) share.packets -= groups * b - plan_.packets_;
      share_.push_back(share);
    }
    plan_.step_ = trees * b;
  }

  void add_edges(unsigned tree, const Labels& labels) {
    const SeenTree seen(row_.graph, d_, tree);
    for (const Address c : network::other_addresses(cube::nodes(d_))) {
      const unsigned port = seen.parent_port(c);
      const Address parent = cube::neighbour(c, port);
      carry(parent, port, labels[c.number()], share_[tree].packets);
      if (parent == Address(0)) send(port, {labels[c.number()], 0, Address(0), tree}, tree);
    }
  }

  void add_ways(unsigned tree, const Labels& labels) {
    const SeenTree seen(row_.graph, d_, tree);
    const std::uint32_t stride = std::max(1u, period());
    std::uint32_t height = 0;
    for (const Address c : network::other_addresses(cube::nodes(d_))) {
      height = std::max(height, static_cast<std::uint32_t>(seen.way_to(c).size()));
    }
    for (const Address c : network::other_addresses(cube::nodes(d_))) {
      const std::vector<Address> way = seen.way_to(c);
      const std::uint32_t first = (height - static_cast<std::uint32_t>(way.size())) * stride;
      const unsigned root_port = seen.parent_port(way.front());
      for (std::uint32_t i = 0; i < way.size(); ++i) {
        const Address at = way[i];
        const std::uint32_t label = row_.far_first ? first + i : labels[at.number()];
        const unsigned port = seen.parent_port(at);
        carry(cube::neighbour(at, port), port, label, share_[tree].packets);
        const auto hops = static_cast<std::uint32_t>(way.size());
        if (i == 0) send(port, {label, hops, c, row_.graph == SpanningGraph::kSbnt ? root_port : tree}, tree);
      }
    }
  }

  void carry(Address node, unsigned port, std::uint32_t label, std::uint64_t packets) {
    carried_[plan_.link_of(node, port)][label] += packets;
  }
  void send(unsigned port, Sending sending, unsigned tree) {
    sending.first = share_[tree].first;
    sending.packets = share_[tree].packets;
    plan_.sendings_[port].push_back(sending);
  }

  // Each routing cycle begins when the packets of the one before are in their nodes.
  void time_all() {
    std::map<std::uint32_t, std::uint64_t> busiest;  // by label
    for (const auto& link : carried_) {
      for (const auto& [label, packets] : link) busiest[label] = std::max(busiest[label], packets);
    }
    std::map<std::uint32_t, std::uint64_t> begins;
    std::uint64_t cycle = 0;
    for (const auto& [label, packets] : busiest) {
      begins[label] = cycle;
      cycle += plan_.costs_.hop(packets);
    }
    for (std::size_t link = 0; link < carried_.size(); ++link) {
      for (const auto& [label, packets] : carried_[link]) release(link, begins[label], packets);
    }
    plan_.count_ = busiest.size();
    plan_.registers_ = busiest.size() * plan_.costs_.registers;
    finish(cycle);
  }

  // The groups of a tree follow one another.
  void time_groups() {
    const FrameCosts& costs = plan_.costs_;
    const bool one_at_a_time = row_.ports != PortModel::kAll;
    std::uint32_t most = 0;  // packets of a tree
    for (const Share& share : share_) most = std::max(most, share.packets);
    const std::uint32_t in_group = std::min(most, costs.frame_packets);
    const std::uint64_t wire = costs.start_up + in_group * costs.packet;
    const std::uint64_t hop = costs.hop(in_group);
    const std::uint64_t slot = one_at_a_time ? hop : wire;
    const bool halves = row_.ports == PortModel::kHalf && row_.graph == SpanningGraph::kNesbt;
    // When the group with that label on its edge begins to cross the edge.
    const auto begins = [&](std::uint64_t label, std::uint64_t group, bool inwards) {
      const std::uint64_t of_label = label + group * period();
      if (!halves) return label * hop + group * period() * slot;
      return of_label < d_ ? of_label * slot : d_ * slot + (of_label - d_) * 2 * slot + (inwards ? 0 : slot);
    };
    std::uint64_t end = 0;
    std::uint64_t most_groups = 0;
    std::uint64_t most_label = 0;
    for (unsigned tree = 0; tree < share_.size(); ++tree) {
      const Share& share = share_[tree];
      if (share.packets == 0) continue;
      const SeenTree seen(row_.graph, d_, tree);
      const Labels labels = labels_of(row_, d_, tree);
      const std::uint64_t rest = share.packets - std::uint64_t{share.groups - 1} * costs.frame_packets;
      for (const Address c : network::other_addresses(cube::nodes(d_))) {
        const unsigned port = seen.parent_port(c);
        const Address parent = cube::neighbour(c, port);
        const bool inwards = cube::has_bit(parent, port);
        const std::size_t link = plan_.link_of(parent, port);
        const std::uint32_t label = labels[c.number()];
        for (std::uint32_t group = 0; group < (halves ? share.groups : 1); ++group) {
          release(link, begins(label, group, inwards), costs.frame_packets);
        }
        end = std::max(end, begins(label, share.groups - 1, inwards) + costs.hop(rest));
        most_groups = std::max<std::uint64_t>(most_groups, share.groups);
        most_label = std::max<std::uint64_t>(most_label, label + std::uint64_t{share.groups - 1} * period());
      }
    }
    if (!halves && most_groups > 1) plan_.period_ = period() * slot;
    plan_.count_ = most_label + 1;
    if (halves && most_label >= d_) plan_.count_ = d_ + 2 * (most_label - d_) + 1;
    std::uint64_t hops = plan_.count_;
    if (!one_at_a_time) hops = most_label + 1 - (most_groups - 1) * period();
    plan_.registers_ = hops * costs.registers;
    finish(end);
  }

  void release(std::size_t link, std::uint64_t cycle, std::uint64_t packets) {
    auto& program = plan_.releases_[link];
    program.push_back({cycle == 0 ? 0 : cycle + kBeforeFirst, packets});
  }
  void finish(std::uint64_t cycles) { plan_.cycles_ = {cycles, row_.source}; }

  RoutingCycles& plan_;
  const CycleRow& row_;
  unsigned d_;
  std::vector<Share> share_;                                     // by tree
  std::vector<std::map<std::uint32_t, std::uint64_t>> carried_;  // packets by link and label
};

RoutingCycles::RoutingCycles(const CycleRow& row, network::Cube cube, std::uint32_t packets, Address root,
                             const FrameCosts& costs)
    : row_(row), cube_(cube), packets_(packets), root_(root), costs_(costs) {
  Builder(*this).build();
}

void RoutingCycles::load(Address me, node::Driver& driver) const {
  const unsigned d = cube_.dimension();
  driver.begin(d, me, row_.rule, step_);
  const bool is_root = !all_send() && me == root_;
  const std::uint32_t senders = all_send() ? cube::other_nodes(d) : is_root ? 0 : 1;
  driver.expect(packets_ * senders);
  // In a routing cycle of one dimension all that has come waits for it, and goes before own packets of
  // later ones. Else own packets go first: they have come in no routing cycle.
  if (row_.labels == EdgeLabels::kPorts) driver.set_transit_first();
  if (row_.graph == SpanningGraph::kTcbt && !is_to_one(row_.collective)) {
    for (const Address c : network::addresses(cube_.nodes())) driver.set_word(c, trees::Tcbt::children(d, c));
  }
  const Address seen = seen_by_root(me);
  for (unsigned port = 0; port < d; ++port) {
    driver.begin_releases(port, static_cast<std::uint32_t>(period_));
    for (const Release& release : releases_[link_of(seen, port)]) {
      driver.release(port, static_cast<std::uint32_t>(release.cycle), static_cast<std::uint32_t>(release.packets));
    }
    if (!all_send() && !is_root) continue;
    std::uint32_t packets = 0;
    for (const Sending& sending : sendings_[port]) {
      const std::uint32_t at_once = step_ != 0 ? std::min(sending.packets, costs_.frame_packets) : sending.packets;
      if (at_once != 0) driver.add(port, {sending.destination, sending.tree, sending.first, at_once});
      packets += sending.packets;
    }
    if (packets != 0) driver.send(port, packets);
  }
}

}  // namespace testbench
