// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <ranges>
#include <utility>

#include "testbench/plans/collectives/flow_plans.hpp"
#include "testbench/plans/trees/packet_flow.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

// Takes a flow from the root apart into paths.
class FlowPaths {
 public:
  FlowPaths(const LinkTable& links, std::uint32_t root, std::uint32_t packets, FlowShare share)
      : flow_(links.nodes()), root_(root), packets_(packets) {
    const std::vector<std::uint32_t> late = first_cycles(links, root, share);
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        if (!links.has_link(node, port)) continue;
        flow_.add(node, links.neighbour(node, port), true, links.cycles(node, port), links.packet_cycles(node, port),
                  late[node]);
        ports_.push_back(static_cast<std::uint8_t>(port));
      }
    }
    std::vector<std::uint64_t> of_nodes(links.nodes(), 0);
    std::fill_n(of_nodes.begin(), links.ends(), packets);
    of_nodes[root] = 0;
    flow_.serve(root, of_nodes, share.more);
  }

  // Paths over links that carry packets, which are taken off them. Outside the root they part nowhere: where two
  // meet, the second goes on as the first. Packets that find no way so go with the first ones.
  std::vector<FlowPath> take(std::uint32_t to) {
    std::vector<FlowPath> paths;
    std::vector<std::uint32_t> next(flow_.nodes(), kNone);  // the link of a node on the paths
    for (std::uint32_t left = packets_; left > 0;) {
      const std::optional<FlowPath> found = take_one(to, left, next);
      if (!found) {
        paths.front().packets += left;
        break;
      }
      left -= found->packets;
      paths.push_back(*found);
    }
    return paths;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The widest path, searched from its end.
  std::optional<FlowPath> take_one(std::uint32_t to, std::uint32_t most, std::vector<std::uint32_t>& next) {
    using Reached = std::pair<std::uint64_t, std::uint32_t>;
    std::vector<std::uint64_t> width(flow_.nodes(), 0);
    std::vector<std::uint32_t> onward(flow_.nodes(), kNone);
    std::priority_queue<Reached> open;
    width[to] = most;
    open.emplace(most, to);
    while (!open.empty()) {
      const auto [wide, node] = open.top();
      open.pop();
      if (wide != width[node] || node == root_) continue;
      for (const std::uint32_t link : flow_.in(node)) {
        const std::uint32_t before = flow_.links()[link].from;
        const std::uint64_t now = std::min(wide, flow_.used(link));
        if (now <= width[before] || (before != root_ && next[before] != kNone && next[before] != link)) continue;
        width[before] = now;
        onward[before] = link;
        open.emplace(now, before);
      }
    }
    if (width[root_] == 0) return std::nullopt;
    FlowPath path{{}, static_cast<std::uint32_t>(width[root_])};
    for (std::uint32_t node = root_; node != to; node = flow_.links()[onward[node]].to) {
      flow_.take(onward[node], path.packets);
      next[node] = onward[node];
      path.ports.push_back(ports_[onward[node]]);
    }
    return path;
  }

  PacketFlow flow_;
  std::vector<std::uint8_t> ports_;  // by link
  const std::uint32_t root_;
  const std::uint32_t packets_;  // of a node
};

class FlowScatter final : public collectives::Plan {
 public:
  FlowScatter(const PlanRequest& request, const std::vector<std::vector<FlowPath>>& paths)
      : links_(request.links()), root_(request.root), packets_(request.packets), words_(links_.nodes()) {
    std::uint64_t hops = 0;
    for (std::uint32_t to = 0; to < links_.nodes(); ++to) {
      std::uint32_t first = 0;
      for (const FlowPath& path : paths[to]) {
        hops += std::uint64_t{path.packets} * path.ports.size();
        std::uint32_t at = root_.number();
        std::uint32_t cycles = 0;
        for (const std::uint8_t port : path.ports) {
          if (Address(at) != root_) words_[at][to] = network::Ports::one(port);
          const std::uint32_t there = links_.neighbour(at, port);
          cycles += there == to ? 1 : links_.cycles(at, port);
          at = there;
        }
        parts_.push_back({to, path.ports.front(), cycles, first, path.packets});
        first += path.packets;
      }
    }
    std::ranges::sort(parts_, [](const Part& a, const Part& b) {
      return a.cycles != b.cycles ? a.cycles > b.cycles : std::pair(a.to, a.first) < std::pair(b.to, b.first);
    });
    if (hops <= kMostPlayedHops) cycles_ = {played(), "paths of a flow, played"};
  }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 0);
    driver.expect(me == root_ || links_.is_switch(me.number()) ? 0 : packets_);
    for (const auto& [to, ports] : words_[me.number()]) driver.set_word(Address(to), ports);
    if (me != root_) return;
    std::vector<std::uint32_t> sent(links_.ports());
    for (const Part& part : parts_) {
      driver.add(part.port, {Address(part.to), 0, part.first, part.packets});
      sent[part.port] += part.packets;
    }
    for (unsigned port = 0; port < links_.ports(); ++port) {
      if (sent[port] > 0) driver.send(port, sent[port]);
    }
  }
  const collectives::ClosedForm* cycles() const override { return cycles_.value == 0 ? nullptr : &cycles_; }

 private:
  // Packets that leave the root one after another.
  struct Part {
    std::uint32_t to;
    std::uint8_t port;
    std::uint32_t cycles;  // of its way; 1 of the last link
    std::uint32_t first;
    std::uint32_t packets;
  };

  std::uint64_t played() const {
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), false});
    for (const Part& part : parts_) {
      for (std::uint32_t k = 0; k < part.packets; ++k) nodes[root_.number()].own(part.port, part.to);
    }
    return cycles_of_nodes(nodes, links_, kMostPlayedHops, [&](std::uint32_t node, std::uint32_t to) {
      return node == to ? network::Ports() : words_[node].at(to);
    });
  }

  const LinkTable links_;
  const Address root_;
  const std::uint32_t packets_;
  // By node and destination; the root needs none.
  std::vector<std::map<std::uint32_t, network::Ports>> words_;
  std::vector<Part> parts_;  // in the order in which they leave
  collectives::ClosedForm cycles_{};
};

}  // namespace

std::vector<std::vector<FlowPath>> flow_paths(const LinkTable& links, std::uint32_t root, std::uint32_t packets,
                                              FlowShare share) {
  FlowPaths flow(links, root, packets, share);
  std::vector<std::vector<FlowPath>> paths(links.nodes());
  std::vector<std::uint32_t> order = levels_from(links, root).order;
  for (auto to = order.rbegin(); *to != root; ++to) {
    if (!links.is_switch(*to)) paths[*to] = flow.take(*to);
  }
  return paths;
}

std::vector<std::uint32_t> first_cycles(const LinkTable& links, std::uint32_t root, FlowShare share) {
  return !share.counts_late ? std::vector<std::uint32_t>(links.nodes(), 0) : levels_from(links, root).distance;
}

void require_flow(const PlanRequest& request) {
  // A search over all links for each node.
  constexpr std::uint64_t kMostSearched = 20'000'000;
  const std::uint64_t nodes = request.network.nodes();
  if (nodes * nodes * request.network.ports() > kMostSearched) {
    throw PlanError(
        fmt::format("has {} nodes of {} ports: flows are searched over 20,000,000 links and nodes at most; "
                    "use --algorithm tree",
                    nodes, request.network.ports()));
  }
}

std::vector<FlowShare> flow_shares(const LinkTable& links, std::uint32_t packets) {
  if (!links.has_cycles()) {
    if (packets != 1) return {{0, true}, {0, false}};
    // A link that carries a packet more can be worth a shorter way.
    return {{0, true}, {0, false}, {1, true}, {1, false}, {2, true}, {2, false}};
  }
  std::vector<FlowShare> found{{0, false}};
  for (std::uint64_t more = packets; more < std::uint64_t{packets} + links.most_cycles(); more *= 2)
    found.push_back({more, false});
  return found;
}

std::unique_ptr<collectives::Plan> plan_flow_scatter(const PlanRequest& request) {
  require_flow(request);
  const LinkTable links = request.links();
  const std::uint32_t root = request.root.number();
  std::unique_ptr<FlowScatter> best;
  // All packets of a node on one path, or dealt to several where that is faster.
  for (const auto& [more, counts_late] : flow_shares(links, request.packets)) {
    for (const std::uint32_t at_once : {request.packets, std::uint32_t{1}}) {
      std::vector<std::vector<FlowPath>> paths =
          flow_paths(links, root, request.packets / at_once, {more / at_once, counts_late});
      for (FlowPath& path : std::views::join(paths)) path.packets *= at_once;
      auto made = std::make_unique<FlowScatter>(request, paths);
      const bool is_played = made->cycles() != nullptr;
      if (!best || (is_played && made->cycles()->value < best->cycles()->value)) best = std::move(made);
      if (!is_played) return best;
      if (request.packets == 1) break;
    }
  }
  return best;
}

}  // namespace testbench
