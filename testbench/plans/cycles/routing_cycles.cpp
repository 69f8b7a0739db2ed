// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/cycles/routing_cycles.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "firmware/trees/johnsson_ho.hpp"
#include "testbench/plans/cycles/edge_labels.hpp"
#include "testbench/plans/cycles/port_schedule.hpp"
#include "testbench/plans/cycles/root_messages.hpp"

namespace testbench {

using collectives::PortModel;

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
    if (row_.is_scheduled) {
      split_evenly(trees);
      schedule(trees);
      sort_and_measure();
      return;
    }
    if (has_groups()) {
      split_in_groups(trees);
    } else {
      split_evenly(trees);
    }
    for (unsigned tree = 0; tree < trees; ++tree) {
      const Labels& labels = labels_.emplace_back(labels_of(row_, d_, tree));
      if (share_[tree].packets == 0) continue;
      if (shape_of(row_.collective).distinct) {
        add_ways(tree, labels);
      } else {
        add_edges(tree, labels);
      }
    }
    if (has_groups()) {
      time_groups();
    } else {
      time_all();
    }
    sort_and_measure();
  }

 private:
  void sort_and_measure() {
    for (auto& sendings : plan_.sendings_) {
      std::sort(sendings.begin(), sendings.end(), [](const Sending& a, const Sending& b) {
        return std::tuple(a.label, b.hops, a.destination.number(), a.first) <
               std::tuple(b.label, a.hops, b.destination.number(), b.first);
      });
    }
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const auto& program : plan_.releases_) {
      plan_.longest_ = std::max(plan_.longest_, program.size());
      for (const Release& release : program) first = std::min(first, release.cycle);
    }
    plan_.first_release_ = plan_.longest_ == 0 ? 0 : first;
  }

  // Packets go in groups that follow one another, but those of scatter go by destination.
  bool has_groups() const { return row_.period != 0 && !row_.far_first(); }
  unsigned period() const { return row_.period == CycleRow::kOfDimension ? d_ : row_.period; }

  void split_evenly(unsigned trees) {
    for (const PacketRange& range : even_shares(plan_.packets_, trees)) {
      share_.push_back({range.first, range.packets, static_cast<std::uint32_t>(plan_.costs_.frames(range.packets))});
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
        const std::uint32_t label = row_.far_first() ? first + i : labels[at.number()];
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
      plan_.begins_.push_back(cycle);
      cycle += plan_.costs_.hop(packets);
    }
    for (std::size_t link = 0; link < carried_.size(); ++link) {
      for (const auto& [label, packets] : carried_[link]) release_messages(link, begins[label], packets);
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
      const Labels& labels = labels_[tree];
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

  // One port after another, by the row's discipline.
  void schedule(unsigned trees) {
    const RootMessages root(row_, d_, plan_.costs_.message());
    std::vector<std::uint32_t> shares;
    shares.reserve(trees);
    for (unsigned tree = 0; tree < trees; ++tree) shares.push_back(share_[tree].packets);
    PortSchedule schedule(d_, {row_.overlap_percent, row_.exchanges});
    std::uint32_t label = 0;
    for (PortSchedule::Message& message : root.in_order(shares)) {
      for (const PortSchedule::Packets& some : message.packets) {
        Sending sending{label++, 0, some.way.back(), some.tree};
        if (row_.graph == SpanningGraph::kSbnt) sending.tree = message.port;
        sending.first = share_[some.tree].first + some.first;
        sending.packets = some.count;
        plan_.sendings_[message.port].push_back(sending);
      }
      schedule.send(std::move(message));
      ++plan_.count_;
    }
    schedule.run(plan_.costs_);
    for (const PortSchedule::Sent& sent : schedule.messages()) {
      release_messages(plan_.link_of(sent.node, sent.port), sent.cycle, sent.packets);
    }
    plan_.registers_ = plan_.count_ * plan_.costs_.registers;
    finish(schedule.end());
  }

  // A message's own start-up passes before its first frame.
  void release_messages(std::size_t link, std::uint64_t cycle, std::uint64_t packets) {
    const FrameCosts& costs = plan_.costs_;
    if (costs.message_start_up == 0) return release(link, cycle, packets);
    while (packets != 0) {
      const std::uint64_t part = std::min<std::uint64_t>(packets, costs.message());
      release(link, cycle + costs.message_start_up, part);
      cycle += costs.wires(part);
      packets -= part;
    }
  }
  void release(std::size_t link, std::uint64_t cycle, std::uint64_t packets) {
    auto& program = plan_.releases_[link];
    program.push_back({cycle, packets});
  }
  void finish(std::uint64_t cycles) { plan_.cycles_ = {cycles, row_.source}; }

  RoutingCycles& plan_;
  const CycleRow& row_;
  unsigned d_;
  std::vector<Share>& share_ = plan_.shares_;
  std::vector<Labels>& labels_ = plan_.labels_;
  std::vector<std::map<std::uint32_t, std::uint64_t>> carried_;  // packets by link and label
};

std::vector<PacketRange> even_shares(std::uint32_t packets, unsigned trees) {
  std::vector<PacketRange> shares;
  shares.reserve(trees);
  std::uint32_t first = 0;
  for (unsigned tree = 0; tree < trees; ++tree) {
    shares.push_back({first, packets / trees + (tree < packets % trees ? 1 : 0)});
    first += shares.back().packets;
  }
  return shares;
}

void CyclePlan::load_releases(unsigned port, std::uint64_t period, const std::vector<Release>& releases,
                              node::Driver& driver) {
  driver.begin_releases(port, static_cast<std::uint32_t>(period));
  for (const Release& release : releases) {
    driver.release(port, static_cast<std::uint32_t>(release.cycle), static_cast<std::uint32_t>(release.packets));
  }
}

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
  if (row_.graph == SpanningGraph::kTcbt && !shape_of(row_.collective).distinct) {
    for (const Address c : network::addresses(cube_.nodes())) driver.set_word(c, trees::Tcbt::children(d, c));
  }
  const Address seen = seen_by_root(me);
  for (unsigned port = 0; port < d; ++port) {
    load_releases(port, period_, releases_[link_of(seen, port)], driver);
    if (!all_send() && !is_root) continue;
    const std::uint32_t packets = add_own(port, driver);
    if (packets != 0) driver.send(port, packets);
  }
}

std::uint32_t RoutingCycles::add_own(unsigned port, node::Driver& driver) const {
  std::uint32_t packets = 0;
  for (const Sending& sending : sendings_[port]) {
    const std::uint32_t at_once = step_ != 0 ? std::min(sending.packets, costs_.frame_packets) : sending.packets;
    if (at_once != 0) driver.add(port, {sending.destination, sending.tree, sending.first, at_once});
    packets += sending.packets;
  }
  return packets;
}

}  // namespace testbench
