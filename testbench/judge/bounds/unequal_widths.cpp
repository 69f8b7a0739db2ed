// SPDX-License-Identifier: Apache-2.0
// Bounds on the time where a packet takes cycles of its own on each link, t of them, and r more in registers. In T cycles
// a link carries floor((T - r) / t) packets, the last of which then comes to its other end. Packets that have to cross a
// cut come to a link a -> b of it after the quickest way from their sources to a, at least, and behind b they have the
// quickest way to their targets before them, t + r a link. So T is the least number, or more, for which
//
//     sum over the links a -> b of the cut of floor((T - r - way to a - way from b) / t) >= packets
//
// It holds for every cut. These are tried: nodes by their cycles from a node and to it, the parts that fall apart
// without slow links, and the worst cuts by flows (worst_cuts.hpp). A total exchange has the cuts of all subsets on small
// networks, and the dual of the best spread over any paths (weighted_exchange.hpp). All ports are used.
#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "testbench/judge/bounds/graph.hpp"
#include "testbench/judge/bounds/quickest_ways.hpp"
#include "testbench/judge/bounds/weighted_exchange.hpp"
#include "testbench/judge/bounds/worst_cuts.hpp"

namespace testbench::bounds {
namespace {

constexpr std::string_view kCut =
    "Counting: packets over a cut, each of whose links takes cycles of its own for a packet";
// Links looked at, a second or so.
constexpr std::uint64_t kMostWork = 20'000'000;
constexpr std::uint64_t kMostFlowWork = 2'000'000;  // nodes times links
constexpr std::uint32_t kMostInSubsets = 12;

using Side = std::vector<bool>;            // by node: before the cut
using Times = std::vector<std::uint64_t>;  // by node

struct Link {
  std::uint32_t from;
  std::uint32_t to;
  std::uint64_t cycles;
};

// A link of a cut; `apart`: cycles of a packet's ways before it and behind it.
struct Crossed {
  std::uint64_t cycles;
  std::uint64_t apart;
};

std::uint64_t least_cycles(const std::vector<Crossed>& cut, std::uint64_t packets) {
  if (cut.empty() || packets == 0) return 0;
  std::uint64_t most = kSaturated;
  for (const Crossed& link : cut) most = std::min(most, plus(link.apart, times(link.cycles, packets)));
  std::uint64_t least = 0;
  while (least < most) {
    const std::uint64_t middle = least + (most - least) / 2;
    std::uint64_t carried = 0;
    for (const Crossed& link : cut) {
      if (middle > link.apart) carried = plus(carried, (middle - link.apart) / link.cycles);
    }
    if (carried >= packets) {
      most = middle;
    } else {
      least = middle + 1;
    }
  }
  return least;
}

class Widths {
 public:
  explicit Widths(const Graph& graph, const EdgeTable& edges)
      : task_(graph.task),
        edges_(edges),
        nodes_(static_cast<std::uint32_t>(edges.nodes())),
        out_of_(nodes_),
        into_(nodes_) {
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      for (unsigned port = 0; port < edges.ports(); ++port) {
        if (!edges.has_link(node, port)) continue;
        const Link& link =
            links_.emplace_back(Link{node, edges.receiver(node, port), task_.packet_cycles->of(node, port)});
        out_of_[node].push_back({link.to, link.cycles + task_.latency});
        into_[link.to].push_back({node, link.cycles + task_.latency});
      }
    }
    find_parts();
  }

  Bound time() {
    add_all_links();
    add_parts();
    const Meaning meaning = meaning_of(task_.collective);
    const bool has_blocks_in = !is_combined(task_) && !meaning.only_root_sends;
    const bool is_exchange = has_blocks_in && meaning.block_for_each && !meaning.only_root_receives;
    const auto is_one = [&](bool only_root, std::uint32_t node) { return !only_root || node == task_.root; };
    for (std::uint32_t node = 0; node < ends(); ++node) {
      const bool sends = is_one(meaning.only_root_sends, node);
      const bool receives = is_one(meaning.only_root_receives, node);
      if (has_blocks_in && receives) add_blocks(node, Way::kIn);
      if (meaning.block_for_each && sends) add_blocks(node, Way::kOut);
      if (is_exchange) add_exchange(node);
    }
    if (is_exchange) add_whole_exchange();
    if (has_blocks_in || meaning.block_for_each) add_worst_cut(meaning);
    add_items(meaning);
    return largest_.found();
  }

 private:
  std::uint32_t ends() const { return static_cast<std::uint32_t>(edges_.ends()); }
  std::uint64_t ends_in(const Side& side, bool inside) const {
    return static_cast<std::uint64_t>(std::count(side.begin(), side.begin() + ends(), inside));
  }

  // The cycles of the quickest way from the node to each, or from each to it.
  Times ways(std::uint32_t node, Way way) const {
    return quickest_ways(way == Way::kOut ? out_of_ : into_, {{0, node}});
  }

  // The parts of the network without the links that take as many cycles as some link, or more, by that number.
  void find_parts() {
    std::set<std::uint64_t> slow;
    for (const Link& link : links_) slow.insert(link.cycles);
    for (const std::uint64_t least : slow) {
      std::vector<std::uint32_t> part(nodes_);
      std::iota(part.begin(), part.end(), 0u);
      const auto root_of = [&part](std::uint32_t node) {
        while (part[node] != node) node = part[node] = part[part[node]];
        return node;
      };
      for (const Link& link : links_) {
        if (link.cycles < least) part[root_of(link.from)] = root_of(link.to);
      }
      for (std::uint32_t node = 0; node < nodes_; ++node) part[node] = root_of(node);
      for (const std::uint32_t root : std::set<std::uint32_t>(part.begin(), part.end())) {
        if ((sides_.size() + 1) * nodes_ > kMostWork) break;
        Side side(nodes_);
        for (std::uint32_t node = 0; node < nodes_; ++node) side[node] = part[node] == root;
        if (ends_in(side, true) == 0 || ends_in(side, false) == 0) continue;
        sides_.push_back(side);
        side.flip();
        sides_.push_back(std::move(side));
      }
      parts_.push_back(std::move(part));
    }
  }

  // Packets that cross from the side to the others; times that are empty are 0.
  void add(std::uint64_t packets, const Side& before, const Times& to, const Times& from) {
    if (work_ > kMostWork) return;
    work_ += links_.size();
    std::vector<Crossed> cut;
    for (const Link& link : links_) {
      if (!before[link.from] || before[link.to]) continue;
      const std::uint64_t apart = plus(to.empty() ? 0 : to[link.from], from.empty() ? 0 : from[link.to]);
      if (apart != kSaturated) cut.push_back({link.cycles, plus(apart, task_.latency)});
    }
    largest_.add(least_cycles(cut, packets), kCut);
  }
  // Calls visit(side) for nodes by their cycles from the node (to it), and for all parts that it is in (is not in).
  template <class Visit>
  void each_side(const Times& cycles, std::uint32_t node, Way way, Visit visit) {
    for (const std::uint64_t limit : std::set<std::uint64_t>(cycles.begin(), cycles.end())) {
      if (work_ > kMostWork) return;
      work_ += nodes_;
      Side side(nodes_);
      for (std::uint32_t other = 0; other < nodes_; ++other)
        side[other] = (cycles[other] <= limit) == (way == Way::kOut);
      if (ends_in(side, way != Way::kOut) > 0) visit(side);
    }
    for (const Side& side : sides_) {
      if (side[node] == (way == Way::kOut)) visit(side);
    }
  }

  void add_all_links() {
    std::vector<Crossed> all;
    all.reserve(links_.size());
    for (const Link& link : links_) all.push_back({link.cycles, task_.latency});
    const Bound packets = least_transmissions(task_);
    largest_.add(least_cycles(all, packets.value), "Counting: all packets, each link in its own cycles for a packet");
  }
  // For every item all parts tell, and are told (worst_cuts.hpp). The links among parts of switches alone are left out.
  void add_parts() {
    if (task_.collective != Collective::kAllreduce && task_.collective != Collective::kBarrier) return;
    for (const std::vector<std::uint32_t>& part : parts_) {
      const std::set<std::uint32_t> with_ends(part.begin(), part.begin() + ends());
      std::vector<Crossed> between;
      for (const Link& link : links_) {
        const bool counts = with_ends.contains(part[link.from]) || with_ends.contains(part[link.to]);
        if (counts && part[link.from] != part[link.to]) between.push_back({link.cycles, task_.latency});
      }
      largest_.add(least_cycles(between, times(2 * std::uint64_t{task_.packets}, with_ends.size() - 1)),
                   "Harary and Schwenk 1974: 2 (p - 1) messages between p parts, each link in its own cycles");
    }
  }
  // The node's packets for each node behind a cut, or those of each node before it for this one.
  void add_blocks(std::uint32_t node, Way way) {
    if (work_ > kMostWork) return;
    const Times cycles = ways(node, way);
    each_side(cycles, node, way, [&](const Side& side) {
      const std::uint64_t packets = times(task_.packets, ends_in(side, way != Way::kOut));
      way == Way::kOut ? add(packets, side, cycles, {}) : add(packets, side, {}, cycles);
    });
  }
  void add_exchange(std::uint32_t node) {
    each_side(ways(node, Way::kOut), node, Way::kOut, [&](const Side& side) {
      add(times(task_.packets, ends_in(side, true) * ends_in(side, false)), side, {}, {});
    });
  }
  void add_whole_exchange() {
    if (std::uint64_t{nodes_} * links_.size() > kMostFlowWork) return;
    largest_.add(
        plus(weighted_exchange(edges_, PortModel::kAll, task_.packet_cycles).cycles(task_.packets), task_.latency),
        "Counting: hops weighted by the cycles for which they hold the links that are crowded");
    if (nodes_ > kMostInSubsets) return;
    for (std::uint32_t subset = 1; subset + 1 < std::uint32_t{1} << nodes_; ++subset) {
      Side side(nodes_);
      for (std::uint32_t node = 0; node < nodes_; ++node) side[node] = (subset >> node & 1) != 0;
      add(times(task_.packets, ends_in(side, true) * ends_in(side, false)), side, {}, {});
    }
  }
  void add_worst_cut(const Meaning& meaning) {
    if (std::uint64_t{nodes_} * links_.size() > kMostFlowWork) return;
    const bool has_root = meaning.only_root_sends || meaning.only_root_receives;
    const Way way = meaning.only_root_receives || (!has_root && meaning.block_for_each) ? Way::kIn : Way::kOut;
    const TurnedLinks links(edges_, way, task_.packet_cycles);
    Side side = (has_root ? worst_scatter_cut(links, task_.root) : worst_gossip_cut(links)).before;
    if (way == Way::kIn) side.flip();
    const bool is_in = has_root ? way == Way::kIn : way == Way::kOut;
    add(times(task_.packets, ends_in(side, is_in)), side, {}, {});
  }
  // Something of every item goes from one node to another, the farthest ones first.
  void add_items(const Meaning& meaning) {
    const bool is_scan =
        meaning.contributors == Contributors::kUpToOwn || meaning.contributors == Contributors::kBelowOwn;
    const bool has_root = meaning.only_root_sends || meaning.only_root_receives;
    if (!has_root && std::uint64_t{nodes_} * links_.size() > kMostFlowWork) return;
    std::vector<Times> from(ends());
    using Pair = std::pair<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>>;
    std::vector<Pair> pairs;
    for (std::uint32_t one = 0; one < ends(); ++one) {
      if (meaning.only_root_sends && one != task_.root) continue;
      from[one] = ways(one, Way::kOut);
      for (std::uint32_t other = is_scan ? one + 1 : 0; other < ends(); ++other) {
        if (other == one || (meaning.only_root_receives && other != task_.root)) continue;
        pairs.push_back({from[one][other], {one, other}});
      }
    }
    std::ranges::sort(pairs, std::greater<>());
    for (const auto& [cycles, pair] : pairs) {
      if (work_ > kMostWork) break;
      const auto& [one, other] = pair;
      const Times to_other = ways(other, Way::kIn);
      const auto add_side = [&](const Side& side) {
        if (side[one] && !side[other]) add(task_.packets, side, from[one], to_other);
      };
      each_side(from[one], one, Way::kOut, add_side);
      each_side(to_other, other, Way::kIn, add_side);
    }
  }

  const Task& task_;
  const EdgeTable& edges_;
  std::uint32_t nodes_;
  std::vector<Link> links_;
  TimedLinks out_of_;
  TimedLinks into_;
  std::vector<Side> sides_;
  std::vector<std::vector<std::uint32_t>> parts_;  // by node, for each number of cycles
  std::uint64_t work_ = 0;
  Largest largest_;
};

}  // namespace

Bound width_time(const Graph& graph) {
  if (graph.task.counts != nullptr || graph.task.ports != PortModel::kAll || graph.routers() > kMostLiveNodes)
    return {};
  const EdgeTable cube = graph.is_whole_cube() ? cube_edges(graph.task.dim) : EdgeTable();
  return Widths(graph, graph.is_whole_cube() ? cube : *graph.edges).time();
}

}  // namespace testbench::bounds
