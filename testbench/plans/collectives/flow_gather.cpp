// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "testbench/plans/collectives/flow_plans.hpp"
#include "testbench/plans/trees/packet_flow.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_trees.hpp"

namespace testbench {
namespace {

class FlowGather final : public collectives::Plan {
 public:
  enum class Tree {
    kShortest,  // of shortest paths
    kBusiest,   // of each node the link that carries the most of a flow over any
    kSearched,  // the same, its nodes moved until the flow of own packets needs no more cycles
  };

  FlowGather(const PlanRequest& request, FlowShare share, Tree tree)
      : links_(request.links()),
        tree_(links_, request.root.number()),
        packets_(request.packets),
        late_(first_cycles(links_.turned(), tree_.root(), share)),
        own_(links_.nodes()) {
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      parent_port_.push_back(static_cast<std::uint8_t>(node == tree_.root() ? 0 : tree_.parent_port(node)));
    }
    if (tree != Tree::kShortest) {
      const std::uint64_t least = take_busiest(share.more);
      if (tree == Tree::kSearched) search(least);
    }
    deal(share.more);
    std::uint64_t hops = 0;
    for (const std::uint32_t distance : tree_.levels().distance) hops += std::uint64_t{packets_} * (distance + 1);
    if (hops <= kMostPlayedHops) cycles_ = {played(), "up a tree, own packets dealt to its parts, played"};
  }

  void load(Address me, node::Driver& driver) const override {
    const std::uint32_t root = tree_.root();
    const bool is_root = me.number() == root;
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 0);
    driver.expect(is_root ? packets_ * (links_.ends() - 1) : 0);
    if (is_root) return;
    driver.set_word(Address(root), network::Ports::one(parent_port_[me.number()]));
    std::uint32_t first = 0;
    for (const auto& [port, packets] : own_[me.number()]) {
      driver.add(port, {Address(root), 0, first, packets});
      driver.send(port, packets);
      first += packets;
    }
  }
  const collectives::ClosedForm* cycles() const override { return cycles_.value == 0 ? nullptr : &cycles_; }

 private:
  struct Own {
    unsigned port;
    std::uint32_t packets;
  };

  // Returns the cycles of the flow.
  std::uint64_t take_busiest(std::uint64_t more) {
    PacketFlow flow(links_.nodes());
    std::vector<unsigned> ports;
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      for (unsigned port = 0; node != tree_.root() && port < links_.ports(); ++port) {
        if (!links_.has_link(node, port)) continue;
        const std::uint32_t above = links_.neighbour(node, port);
        flow.add(above, node, true, links_.cycles(node, port), links_.packet_cycles(node, port), late_[above]);
        ports.push_back(port);
      }
    }
    std::vector<std::uint64_t> packets(links_.nodes(), 0);
    std::fill_n(packets.begin(), links_.ends(), packets_);
    packets[tree_.root()] = 0;
    flow.serve(tree_.root(), packets, more);
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      std::uint64_t most = 0;
      for (const std::uint32_t link : flow.in(node)) {
        if (flow.used(link) <= most) continue;
        most = flow.used(link);
        parent_port_[node] = static_cast<std::uint8_t>(ports[link]);
      }
    }
    return flow.capacity();
  }

  // One node after another goes up by another port, if fewer packets are left then. `least`: cycles in which all could go
  // if they parted anywhere.
  void search(std::uint64_t least) {
    constexpr std::uint64_t kMostSearched = 40'000'000;  // nodes and links
    const auto left = [&] { return dealt(nullptr).left(tree_.root(), own_packets(), least); };
    std::uint64_t tries = kMostSearched / (std::uint64_t{links_.nodes()} * links_.nodes() * links_.ports());
    std::uint64_t fewest = left();
    for (bool moved = true; moved && fewest != 0;) {
      moved = false;
      for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
        for (unsigned port = 0; node != tree_.root() && port < links_.ports(); ++port) {
          const std::uint8_t before = parent_port_[node];
          if (port == before || !links_.has_link(node, port) || is_below(links_.neighbour(node, port), node)) continue;
          if (fewest == 0 || tries-- == 0) return;
          parent_port_[node] = static_cast<std::uint8_t>(port);
          const std::uint64_t now = left();
          if (now < fewest) {
            fewest = now;
            moved = true;
          } else {
            parent_port_[node] = before;
          }
        }
      }
    }
  }
  bool is_below(std::uint32_t node, std::uint32_t top) const {
    while (node != top && node != tree_.root()) node = links_.neighbour(node, parent_port_[node]);
    return node == top;
  }

  // The flow goes from the root down the tree, and over one link more to the node whose packets they are: node n + v
  // stands for them, v for what passes it. `ports`: by link, of the sender of what it carries.
  PacketFlow dealt(std::vector<unsigned>* ports) const {
    const std::uint32_t n = links_.nodes();
    PacketFlow flow(2 * n);
    const auto add = [&](unsigned port, auto... link) {
      flow.add(link...);
      if (ports != nullptr) ports->push_back(port);
    };
    for (std::uint32_t node = 0; node < n; ++node) {
      for (unsigned port = 0; node != tree_.root() && port < links_.ports(); ++port) {
        if (!links_.has_link(node, port)) continue;
        const std::uint32_t above = links_.neighbour(node, port);
        const std::uint32_t cycles = above == tree_.root() ? 1 : links_.cycles(node, port);
        const bool is_up = port == parent_port_[node];
        add(port, above, is_up ? node : n + node, true, cycles, links_.packet_cycles(node, port), late_[above]);
        if (is_up) add(port, node, n + node, false);
      }
    }
    return flow;
  }
  std::vector<std::uint64_t> own_packets() const {
    std::vector<std::uint64_t> packets(std::size_t{2} * links_.nodes(), 0);
    std::fill_n(packets.begin() + links_.nodes(), links_.ends(), packets_);
    packets[links_.nodes() + tree_.root()] = 0;
    return packets;
  }

  void deal(std::uint64_t more) {
    std::vector<unsigned> ports;
    PacketFlow flow = dealt(&ports);
    flow.serve(tree_.root(), own_packets(), more);
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      for (const std::uint32_t link : flow.in(links_.nodes() + node)) {
        if (flow.used(link) == 0) continue;
        own_[node].push_back({ports[link], static_cast<std::uint32_t>(flow.used(link))});
      }
    }
  }

  std::uint64_t played() const {
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), false});
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      for (const auto& [port, packets] : own_[node]) {
        for (std::uint32_t k = 0; k < packets; ++k) nodes[node].own(port, node);
      }
    }
    return cycles_of_nodes(nodes, links_, kMostPlayedHops, [&](std::uint32_t node, std::uint32_t) {
      return node == tree_.root() ? network::Ports() : network::Ports::one(parent_port_[node]);
    });
  }

  const LinkTable links_;
  const BalancedTree tree_;
  const std::uint32_t packets_;
  const std::vector<std::uint32_t> late_;  // by node: cycles to the root
  std::vector<std::uint8_t> parent_port_;  // by node
  std::vector<std::vector<Own>> own_;      // by node
  collectives::ClosedForm cycles_{};
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_flow_gather(const PlanRequest& request) {
  require_flow(request);
  std::unique_ptr<FlowGather> best;
  const LinkTable links = request.links();
  for (const FlowShare share : flow_shares(links, request.packets)) {
    for (const FlowGather::Tree tree :
         {FlowGather::Tree::kShortest, FlowGather::Tree::kBusiest, FlowGather::Tree::kSearched}) {
      auto made = std::make_unique<FlowGather>(request, share, tree);
      const bool is_played = made->cycles() != nullptr;
      if (!best || (is_played && made->cycles()->value < best->cycles()->value)) best = std::move(made);
      if (!is_played) return best;
    }
  }
  return best;
}

}  // namespace testbench
