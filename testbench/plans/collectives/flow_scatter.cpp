// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/flow_scatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "testbench/plans/collectives/router_model.hpp"
#include "testbench/plans/collectives/shortest_paths.hpp"

namespace testbench {
namespace {

// Successive shortest paths: another node gets its unit over the fewest links, or back over links that units use.
// Where there is no way left, it begins anew with links that carry one more.
class UnitFlow {
 public:
  UnitFlow(const LinkTable& links, std::uint32_t root) : links_(links), up_(links.turned()), root_(root) {
    std::uint32_t out = 0;
    for (unsigned port = 0; port < links.ports(); ++port) out += links.has_link(root, port) ? 1 : 0;
    for (capacity_ = (links.nodes() - 2) / out + 1; !serve_all(); ++capacity_) {
    }
  }

  // A path over links that carry units, which are taken off them.
  std::vector<std::uint8_t> take_path(std::uint32_t to) {
    std::vector<std::size_t> into(links_.nodes());
    const BreadthFirst found(links_.nodes(), root_, [&](std::uint32_t node, auto reach) {
      for (unsigned port = 0; port < links_.ports(); ++port) {
        if (used_[link(node, port)] == 0 || !reach(links_.neighbour(node, port))) continue;
        into[links_.neighbour(node, port)] = link(node, port);
      }
    });
    std::vector<std::uint8_t> path;
    while (to != root_) {
      --used_[into[to]];
      path.push_back(static_cast<std::uint8_t>(into[to] % links_.ports()));
      to = static_cast<std::uint32_t>(into[to] / links_.ports());
    }
    std::ranges::reverse(path);
    return path;
  }

 private:
  static constexpr std::int64_t kFar = std::int64_t{1} << 40;
  struct Step {
    std::uint32_t before = 0;
    std::size_t link = 0;
    bool is_back = false;
  };

  std::size_t link(std::uint32_t node, unsigned port) const { return std::size_t{node} * links_.ports() + port; }

  bool serve_all() {
    used_.assign(std::size_t{links_.nodes()} * links_.ports(), 0);
    is_served_.assign(links_.nodes(), false);
    is_served_[root_] = true;
    for (std::uint32_t left = links_.nodes() - 1; left > 0; --left) {
      if (!serve_one()) return false;
    }
    return true;
  }

  bool serve_one() {
    std::vector<std::int64_t> length(links_.nodes(), kFar);
    std::vector<Step> step(links_.nodes());
    std::vector<bool> waits(links_.nodes());
    std::deque<std::uint32_t> open{root_};
    length[root_] = 0;
    const auto relax = [&](std::uint32_t node, std::int64_t found, const Step& by) {
      if (found >= length[node]) return;
      length[node] = found;
      step[node] = by;
      if (!waits[node]) open.push_back(node);
      waits[node] = true;
    };
    for (; !open.empty(); open.pop_front()) {
      const std::uint32_t node = open.front();
      waits[node] = false;
      for (unsigned port = 0; port < links_.ports(); ++port) {
        const std::size_t out = link(node, port);
        if (links_.has_link(node, port) && used_[out] < capacity_) {
          relax(links_.neighbour(node, port), length[node] + 1, {node, out, false});
        }
        if (!up_.has_link(node, port)) continue;
        const std::uint32_t before = up_.neighbour(node, port);
        const std::size_t into = link(before, up_.arrival_port(node, port));
        if (used_[into] > 0) relax(before, length[node] - 1, {node, into, true});
      }
    }
    std::uint32_t nearest = root_;
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      if (!is_served_[node] && length[node] < kFar && (nearest == root_ || length[node] < length[nearest])) {
        nearest = node;
      }
    }
    if (nearest == root_) return false;
    is_served_[nearest] = true;
    while (nearest != root_) {
      const Step by = step[nearest];
      if (by.is_back) {
        --used_[by.link];
      } else {
        ++used_[by.link];
      }
      nearest = by.before;
    }
    return true;
  }

  const LinkTable& links_;
  const LinkTable up_;
  std::uint32_t root_;
  std::uint32_t capacity_ = 0;       // of a link
  std::vector<std::uint32_t> used_;  // by link
  std::vector<bool> is_served_;
};

class FlowScatter final : public collectives::Plan {
 public:
  explicit FlowScatter(const PlanRequest& request)
      : links_(request.links()), root_(request.root), packets_(request.packets), words_(links_.nodes()) {
    const std::vector<std::vector<std::uint8_t>> paths = flow_paths(links_, root_.number());
    std::uint64_t hops = 0;
    for (std::uint32_t to = 0; to < links_.nodes(); ++to) {
      if (to != root_.number()) order_.push_back(to);
      hops += packets_ * paths[to].size();
      std::uint32_t at = root_.number();
      for (const std::uint8_t port : paths[to]) {
        words_[at].push_back({to, port});
        at = links_.neighbour(at, port);
      }
    }
    std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
      return paths[a].size() != paths[b].size() ? paths[a].size() > paths[b].size() : a < b;
    });
    for (const std::uint32_t to : order_) first_port_.push_back(paths[to].front());
    if (hops <= kMostPlayedHops) cycles_ = {played(), "paths of a flow, played"};
  }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 0);
    driver.expect(me == root_ ? 0 : packets_);
    for (const auto& [to, port] : words_[me.number()]) driver.set_word(Address(to), network::Ports::one(port));
    if (me != root_) return;
    std::vector<std::uint32_t> sent(links_.ports());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      driver.add(first_port_[i], {Address(order_[i]), 0, 0, packets_});
      sent[first_port_[i]] += packets_;
    }
    for (unsigned port = 0; port < links_.ports(); ++port) {
      if (sent[port] > 0) driver.send(port, sent[port]);
    }
  }
  const collectives::ClosedForm* cycles() const override { return cycles_.value == 0 ? nullptr : &cycles_; }

 private:
  struct Word {
    std::uint32_t to;
    std::uint8_t port;
  };

  std::uint64_t played() const {
    std::vector<std::vector<network::Ports>> ways(links_.nodes());
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      ways[node].resize(words_[node].empty() ? 0 : links_.nodes());
      for (const auto& [to, port] : words_[node]) ways[node][to] = network::Ports::one(port);
    }
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), false});
    for (std::size_t i = 0; i < order_.size(); ++i) {
      for (std::uint32_t k = 0; k < packets_; ++k) nodes[root_.number()].own(first_port_[i], order_[i]);
    }
    return cycles_of_nodes(nodes, links_, kMostPlayedHops, [&](std::uint32_t node, std::uint32_t to) {
      return node == to ? network::Ports() : ways[node][to];
    });
  }

  const LinkTable links_;
  const Address root_;
  const std::uint32_t packets_;
  std::vector<std::vector<Word>> words_;  // by node
  std::vector<std::uint32_t> order_;      // in which the root serves nodes
  std::vector<std::uint8_t> first_port_;  // in that order
  collectives::ClosedForm cycles_{};
};

}  // namespace

std::vector<std::vector<std::uint8_t>> flow_paths(const LinkTable& links, std::uint32_t root) {
  UnitFlow flow(links, root);
  std::vector<std::vector<std::uint8_t>> paths(links.nodes());
  std::vector<std::uint32_t> order = levels_from(links, root).order;
  for (auto to = order.rbegin(); *to != root; ++to) paths[*to] = flow.take_path(*to);
  return paths;
}

std::unique_ptr<collectives::Plan> plan_flow_scatter(const PlanRequest& request) {
  // A search over all links for each node.
  constexpr std::uint64_t kMostSearched = 20'000'000;
  const std::uint64_t nodes = request.network.nodes();
  if (nodes * nodes * request.network.ports() > kMostSearched) {
    throw PlanError(
        fmt::format("has {} nodes of {} ports: flows are searched over 20,000,000 links and nodes at most; "
                    "use --algorithm tree",
                    nodes, request.network.ports()));
  }
  return std::make_unique<FlowScatter>(request);
}

}  // namespace testbench
