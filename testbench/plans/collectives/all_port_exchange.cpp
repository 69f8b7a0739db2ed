// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/all_port_exchange.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>

#include "testbench/plans/trees/acyclic_paths.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

class ShortestExchange : public collectives::Plan {
 public:
  void load(Address me, node::Driver& driver) const override {
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
class PathsExchange : public ShortestExchange {
 public:
  template <class... Chosen>
  explicit PathsExchange(const PlanRequest& request, Chosen... chosen)
      : ShortestExchange(request), links_(request.links()), paths_(links_, chosen...) {
    find_order(paths_.hops(), paths_.most_loaded(), std::is_same_v<Paths, AcyclicPaths>);
  }

 protected:
  // The port by which one of the played packets leaves its source.
  virtual unsigned port_of(std::uint32_t source, std::uint32_t to, std::uint32_t) const {
    return paths_.port(source, to);
  }
  std::vector<std::uint32_t> destinations(std::uint32_t node, const InjectionOrder& order) const {
    return order.destinations(node, distances_to_ends(links_, node));
  }

  const LinkTable links_;
  const Paths paths_;

 private:
  std::uint64_t cycles_with(const InjectionOrder& order, std::uint64_t limit) const override {
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), order.transit_first});
    for (std::uint32_t node = 0; node < links_.ends(); ++node) {
      const std::vector<std::uint32_t> round = destinations(node, order);
      for (std::uint32_t i = 0; i < played_; ++i) {
        for (const std::uint32_t to : round) nodes[node].own(port_of(node, to, i), to);
      }
    }
    return cycles_of_nodes(nodes, links_, limit, [&](std::uint32_t node, std::uint32_t to) {
      return node == to ? network::Ports() : network::Ports::one(paths_.port(node, to));
    });
  }

  void each_own(Address me, const std::function<void(const Hop&)>& visit) const override {
    for (const std::uint32_t to : destinations(me.number(), order_)) {
      visit({Address(to), paths_.port(me.number(), to)});
    }
  }
};

// Packets of a pair leave their source by several ports, in blocks, so that links that differ in cycles of a packet carry
// alike. From its neighbours on they go the way that these have to the destination.
class DealtExchange final : public PathsExchange<DestinationPaths> {
 public:
  DealtExchange(const PlanRequest& request, double cost_of_cycle)
      : PathsExchange(request, EvenLoad::kLinks, cost_of_cycle),
        blocks_(std::min(packets_, kMostBlocks)),
        loads_(std::size_t{links_.nodes()} * links_.ports()),
        ports_(std::size_t{links_.ends()} * links_.ends() * blocks_) {
    const std::uint64_t round = paths_.hops() * blocks_ * links_.ports();
    each_block([&](std::uint32_t source, std::uint32_t to, std::uint8_t& port) {
      port = static_cast<std::uint8_t>(paths_.port(source, to));
      count(source, to, port, 1);
    });
    std::vector<std::uint8_t> best = ports_;
    std::uint64_t least = most_loaded();
    for (std::uint64_t pass = 0; pass < std::clamp<std::uint64_t>(kMostWork / round, 2, kMostPasses); ++pass) {
      const auto most = static_cast<double>(most_loaded());
      each_block([&](std::uint32_t source, std::uint32_t to, std::uint8_t& port) {
        count(source, to, port, -1);
        port = cheapest(source, to, most);
        count(source, to, port, 1);
      });
      if (most_loaded() >= least) continue;
      least = most_loaded();
      best = ports_;
    }
    ports_ = std::move(best);
    find_order(paths_.hops(), least / blocks_);
  }

  static bool takes(const PlanRequest& request) {
    constexpr std::uint32_t kMostNodes = 128;  // some seconds
    return request.packets > 1 && request.network.nodes() <= kMostNodes;
  }

  void load(Address me, node::Driver& driver) const override {
    const bool is_switch = links_.is_switch(me.number());
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 0);
    driver.expect(is_switch ? 0 : packets_ * (links_.ends() - 1));
    if (order_.transit_first) driver.set_transit_first();
    const std::vector<std::uint32_t> round = destinations(me.number(), order_);
    for (const std::uint32_t to : round) {
      driver.set_word(Address(to), network::Ports::one(paths_.port(me.number(), to)));
    }
    if (is_switch) return;
    std::vector<std::uint32_t> sent(links_.ports());
    for (std::uint32_t block = 0; block < blocks_; ++block) {
      const std::uint32_t first = first_of(block);
      const std::uint32_t packets = first_of(block + 1) - first;
      for (const std::uint32_t to : round) {
        const unsigned port = ports_[at(me.number(), to, block)];
        driver.add(port, {Address(to), 0, first, packets});
        sent[port] += packets;
      }
    }
    for (unsigned port = 0; port < links_.ports(); ++port) driver.send(port, sent[port]);
  }

 private:
  static constexpr std::uint32_t kMostBlocks = 32;
  static constexpr std::uint64_t kMostPasses = 20;
  static constexpr std::uint64_t kMostWork = 20'000'000;  // links looked at

  std::size_t at(std::uint32_t source, std::uint32_t to, std::uint32_t block) const {
    return (std::size_t{source} * links_.ends() + to) * blocks_ + block;
  }
  std::uint32_t first_of(std::uint32_t block) const {
    return static_cast<std::uint32_t>(std::uint64_t{packets_} * block / blocks_);
  }
  unsigned port_of(std::uint32_t source, std::uint32_t to, std::uint32_t packet) const override {
    return ports_.empty()
               ? paths_.port(source, to)  // while the paths are chosen
               : ports_[at(source, to, static_cast<std::uint32_t>(std::uint64_t{packet} * blocks_ / played_))];
  }

  template <class Visit>
  void each_block(Visit visit) {
    for (std::uint32_t block = 0; block < blocks_; ++block) {
      for (std::uint32_t source = 0; source < links_.ends(); ++source) {
        for (std::uint32_t to = 0; to < links_.ends(); ++to) {
          if (to != source) visit(source, to, ports_[at(source, to, block)]);
        }
      }
    }
  }
  // Visits the links of a way as node and port; false where it comes back to its source.
  template <class Visit>
  bool follow(std::uint32_t source, std::uint32_t to, unsigned port, Visit visit) const {
    std::uint32_t node = source;
    do {
      visit(node, port);
      node = links_.neighbour(node, port);
      port = paths_.port(node, to);
    } while (node != to && node != source);
    return node == to;
  }
  void count(std::uint32_t source, std::uint32_t to, unsigned port, std::int64_t blocks) {
    follow(source, to, port, [&](std::uint32_t node, unsigned out) {
      loads_[std::size_t{node} * links_.ports() + out] += blocks * links_.packet_cycles(node, out);
    });
  }
  std::uint8_t cheapest(std::uint32_t source, std::uint32_t to, double most) const {
    constexpr double kSteepness = 16;
    unsigned best = 0;
    double least = std::numeric_limits<double>::max();
    for (unsigned port = 0; port < links_.ports(); ++port) {
      if (!links_.has_link(source, port)) continue;
      double cost = 0;
      const bool arrives = follow(source, to, port, [&](std::uint32_t node, unsigned out) {
        const std::uint32_t cycles = links_.packet_cycles(node, out);
        const auto carried = static_cast<double>(loads_[std::size_t{node} * links_.ports() + out] + cycles);
        cost += cycles * std::exp(kSteepness * carried / most);
      });
      if (!arrives || cost >= least) continue;
      least = cost;
      best = port;
    }
    return static_cast<std::uint8_t>(best);
  }
  std::uint64_t most_loaded() const { return static_cast<std::uint64_t>(std::ranges::max(loads_)); }

  const std::uint32_t blocks_;
  std::vector<std::int64_t> loads_;  // by link: blocks, in cycles of a packet
  std::vector<std::uint8_t> ports_;  // by source, destination and block
};

// Though they may have been played with different numbers of packets.
bool is_faster(const ShortestExchange& one, const ShortestExchange& other) {
  return one.played_cycles() * other.played() < other.played_cycles() * one.played();
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_shortest_exchange(const PlanRequest& request) {
  using Others = PathsExchange<DestinationPaths>;
  if (!request.packet_cycles.empty()) {
    std::unique_ptr<ShortestExchange> best = std::make_unique<Others>(request, EvenLoad::kLinks);
    const auto take_faster = [&](std::unique_ptr<ShortestExchange> other) {
      if (is_faster(*other, *best)) best = std::move(other);
    };
    for (const double cost_of_cycle : {0., 1., 30.}) {
      if (cost_of_cycle != 0) take_faster(std::make_unique<Others>(request, EvenLoad::kLinks, cost_of_cycle));
      if (DealtExchange::takes(request)) take_faster(std::make_unique<DealtExchange>(request, cost_of_cycle));
    }
    return best;
  }
  if (!request.has_symmetric_nodes()) return std::make_unique<Others>(request, EvenLoad::kLinks);
  auto symmetric = std::make_unique<SymmetricExchange>(request);
  const bool uneven =
      symmetric->most_loaded() * request.network.ports() >= symmetric->sum_of_distances() + request.network.ports();
  if (!uneven || symmetric->played() * symmetric->sum_of_distances() * request.network.nodes() > kMostPlayedHops)
    return symmetric;
  auto others = std::make_unique<Others>(request, EvenLoad::kLinks);
  if (is_faster(*others, *symmetric)) return others;
  return symmetric;
}

std::unique_ptr<collectives::Plan> plan_acyclic_exchange(const PlanRequest& request) {
  return std::make_unique<PathsExchange<AcyclicPaths>>(request.with_links_alike(), PathLoad::kPackets);
}

}  // namespace testbench
