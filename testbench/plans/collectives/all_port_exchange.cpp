// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/all_port_exchange.hpp"

#include <algorithm>
#include <functional>
#include <type_traits>

#include "testbench/plans/trees/acyclic_paths.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

class ShortestExchange : public collectives::Plan {
 public:
  void load(Address me, node::Driver& driver) const final {
    driver.begin(network_.ports(), me, kLabelledRule<rules::ByDestination>, 1);
    driver.expect(is_switch(me) ? 0 : packets_ * (network_.ends() - 1));
    if (order_.transit_first) driver.set_transit_first();
    std::vector<std::uint32_t> entries(network_.ports(), 0);
    each_own(me, [&](const Hop& hop) {
      add(me, hop, driver);
      entries[hop.port] += is_switch(me) ? 0 : 1;
    });
    for (unsigned port = 0; port < network_.ports(); ++port) driver.send(port, packets_ * entries[port]);
  }
  void load_addresses(Address me, node::Driver& driver) const final {
    each_own(me, [&](const Hop& hop) { add(me, hop, driver); });
  }

  // Packets a pair that were played to find it, and the cycles that they take on routers.
  std::uint32_t played() const { return played_; }
  std::uint64_t played_cycles() const { return cycles_with(order_, ~std::uint64_t{0} - 1); }

 protected:
  struct Hop {
    Address destination;
    unsigned port;
  };

  explicit ShortestExchange(const PlanRequest& request) : network_(request.network), packets_(request.packets) {}

  // `hops`: packets over links, for M = 1; `most_loaded`: over the busiest of them.
  // `transit_first`: no others are tried. Own packets that go first keep queues full that can fill.
  void find_order(std::uint64_t hops, std::uint64_t most_loaded, bool transit_first = false) {
    played_ = played_packets(packets_, hops);
    std::uint64_t number = 0;  // all seeds, each with packets in transit last and first
    order_ = best_of(
        played_ * hops,
        [&] {
          ++number;
          if (transit_first) return InjectionOrder{number, true};
          return InjectionOrder{(number - 1) / 2, number % 2 == 0};
        },
        [&](const InjectionOrder&) { return played_ * most_loaded; },
        [&](const InjectionOrder& order, std::uint64_t limit) { return cycles_with(order, limit); });
  }
  virtual std::uint64_t cycles_with(const InjectionOrder& order, std::uint64_t limit) const = 0;

  // Visits a round of packets for all others, in their order; of a switch the ways of those that come there.
  virtual void each_own(Address me, const std::function<void(const Hop&)>& visit) const = 0;

  const Network network_;
  const std::uint32_t packets_;
  std::uint32_t played_ = 1;
  InjectionOrder order_;

 private:
  bool is_switch(Address node) const { return node.number() >= network_.ends(); }
  void add(Address me, const Hop& hop, node::Driver& driver) const {
    driver.set_word(hop.destination, network::Ports::one(hop.port));
    if (is_switch(me)) return;
    driver.add(hop.port, {hop.destination, 0, 0, 1});
  }
};

class SymmetricExchange final : public ShortestExchange {
 public:
  explicit SymmetricExchange(const PlanRequest& request) : ShortestExchange(request), paths_(request.network) {
    find_order(paths_.sum_of_distances(), most_loaded());
    chosen_ = order_.destinations(0, paths_.distances());
  }

  bool is_symmetric() const override { return true; }
  std::uint64_t most_loaded() const { return *std::max_element(paths_.loads().begin(), paths_.loads().end()); }
  std::uint64_t sum_of_distances() const { return paths_.sum_of_distances(); }

 private:
  std::uint64_t cycles_with(const InjectionOrder& order, std::uint64_t limit) const override {
    OutputModel<Seen> node(network_.ports(), order.transit_first);
    const std::vector<std::uint32_t> round = order.destinations(0, paths_.distances());
    for (std::uint32_t i = 0; i < played_; ++i) {
      for (const std::uint32_t seen : round) node.own(paths_.port(seen), seen);
    }
    return cycles_of_symmetric_nodes(
        std::move(node), network_.ports(), limit, [&](unsigned port, Seen seen) { return paths_.behind(port, seen); },
        [&](unsigned port) { return paths_.arrival_port(port); },
        [&](Seen seen) { return seen == 0 ? network::Ports() : network::Ports::one(paths_.port(seen)); });
  }

  void each_own(Address me, const std::function<void(const Hop&)>& visit) const override {
    for (const std::uint32_t seen : chosen_) visit({network_.absolute(Address(seen), me), paths_.port(seen)});
  }

  RelativePaths paths_;
  std::vector<std::uint32_t> chosen_;  // relative addresses in the order in which their packets leave
};

// `Paths`: DestinationPaths, or AcyclicPaths.
template <class Paths>
class PathsExchange final : public ShortestExchange {
 public:
  template <class... Chosen>
  explicit PathsExchange(const PlanRequest& request, Chosen... chosen)
      : ShortestExchange(request), links_(request.links()), paths_(links_, chosen...) {
    find_order(paths_.hops(), paths_.most_loaded(), std::is_same_v<Paths, AcyclicPaths>);
  }

 private:
  std::uint64_t cycles_with(const InjectionOrder& order, std::uint64_t limit) const override {
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), order.transit_first});
    for (std::uint32_t node = 0; node < links_.ends(); ++node) {
      const std::vector<std::uint32_t> round = order.destinations(node, distances_to_ends(links_, node));
      for (std::uint32_t i = 0; i < played_; ++i) {
        for (const std::uint32_t to : round) nodes[node].own(paths_.port(node, to), to);
      }
    }
    return cycles_of_nodes(nodes, links_, limit, [&](std::uint32_t node, std::uint32_t to) {
      return node == to ? network::Ports() : network::Ports::one(paths_.port(node, to));
    });
  }

  void each_own(Address me, const std::function<void(const Hop&)>& visit) const override {
    for (const std::uint32_t to : order_.destinations(me.number(), distances_to_ends(links_, me.number()))) {
      visit({Address(to), paths_.port(me.number(), to)});
    }
  }

  const LinkTable links_;
  const Paths paths_;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_shortest_exchange(const PlanRequest& request) {
  using Others = PathsExchange<DestinationPaths>;
  if (!request.has_symmetric_nodes()) return std::make_unique<Others>(request, EvenLoad::kLinks);
  auto symmetric = std::make_unique<SymmetricExchange>(request);
  const bool uneven =
      symmetric->most_loaded() * request.network.ports() >= symmetric->sum_of_distances() + request.network.ports();
  if (!uneven || symmetric->played() * symmetric->sum_of_distances() * request.network.nodes() > kMostPlayedHops)
    return symmetric;
  auto others = std::make_unique<Others>(request, EvenLoad::kLinks);
  const bool faster = others->played_cycles() * symmetric->played() < symmetric->played_cycles() * others->played();
  if (faster) return others;
  return symmetric;
}

std::unique_ptr<collectives::Plan> plan_acyclic_exchange(const PlanRequest& request) {
  return std::make_unique<PathsExchange<AcyclicPaths>>(request.with_links_alike(), PathLoad::kPackets);
}

}  // namespace testbench
