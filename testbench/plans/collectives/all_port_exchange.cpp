// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/all_port_exchange.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "testbench/plans/trees/acyclic_paths.hpp"
#include "testbench/plans/trees/dealt_ports.hpp"
#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

class ShortestExchange : public collectives::Plan {
 public:
  void load(Address me, node::Driver& driver) const override {
    driver.begin(network_.ports(), me, kLabelledRule<rules::ByDestination>, in_rounds() ? 1 : 0);
    driver.expect(is_switch(me) ? 0 : packets_ * (network_.ends() - 1));
    if (order_.transit_first) driver.set_transit_first();
    const std::vector<std::uint64_t> sent = load_ways(me, driver);
    for (unsigned port = 0; port < network_.ports(); ++port) {
      driver.send(port, static_cast<std::uint32_t>(sent[port] * (in_rounds() ? packets_ : 1)));
    }
  }
  void load_addresses(Address me, node::Driver& driver) const final { load_ways(me, driver); }

  // Packets with the longest way leave first. Tries seeds, each with packets in transit last and first.
  void find_order() {
    std::uint64_t number = 0;
    order_ = best_of(
        played_ * hops_,
        [&] {
          ++number;
          if (transit_first_) return InjectionOrder{number, true};
          return InjectionOrder{(number - 1) / 2, number % 2 == 0};
        },
        [&](const InjectionOrder&) { return least_cycles(); },
        [&](const InjectionOrder& order, std::uint64_t limit) { return cycles_with(order, limit); });
    if (packets_ * hops_ <= 2 * kMostPlayedHops) played_ = packets_;
  }
  // In which the played packets arrive, with the order that was found.
  std::uint64_t played_cycles() {
    if (cycles_ == 0) cycles_ = cycles_with(order_, ~std::uint64_t{0} - 1);
    return cycles_;
  }
  // No fewer are possible.
  std::uint64_t least_cycles() const { return played_ * dealt_.most_loaded / dealt_.blocks; }
  // Packets a pair.
  std::uint32_t played() const { return played_; }

  // Whether the packets can be dealt in some seconds.
  bool can_be_dealt() const { return most_blocks() >= 1; }

 protected:
  // A key is how a source knows a destination: by its address, or by its relative address.
  explicit ShortestExchange(const PlanRequest& request) : network_(request.network), packets_(request.packets) {}

  // `hops`: packets over links, for M = 1. `dealt`: has no ports where all packets of a pair leave by one.
  // `transit_first`: no other orders are tried. Own packets that go first keep queues full that can fill.
  void choose(std::uint64_t hops, DealtPorts dealt, bool transit_first = false) {
    hops_ = hops;
    dealt_ = std::move(dealt);
    transit_first_ = transit_first;
    played_ = std::max(played_packets(packets_, hops), blocks());
  }
  // Entries of a program for a destination.
  std::uint32_t blocks() const {
    constexpr std::uint64_t kMostBlocks = 16;
    return static_cast<std::uint32_t>(
        std::min({std::uint64_t{packets_}, kMostBlocks, std::max<std::uint64_t>(most_blocks(), 1)}));
  }
  bool is_dealt() const { return !dealt_.ports.empty(); }

  // The keys of a source's destinations, in the order of their packets.
  virtual std::vector<std::uint32_t> round(std::uint32_t source, const InjectionOrder& order) const = 0;
  virtual Address destination(Address me, std::uint32_t key) const = 0;
  // The port by which packets for the destination leave a node that has them in transit.
  virtual unsigned way(std::uint32_t node, std::uint32_t key) const = 0;
  // The number of a pair in DealtPorts.
  virtual std::size_t pair(std::uint32_t source, std::uint32_t key) const = 0;
  virtual std::uint64_t cycles_with(const InjectionOrder& order, std::uint64_t limit) const = 0;

  // The played packets of a source, in their order.
  template <class Packets>
  void give_own(std::uint32_t source, const InjectionOrder& order, OutputModel<Packets>& node) const {
    const std::vector<std::uint32_t> keys = round(source, order);
    // As they are loaded: a round for each packet, or packets of a block one behind the other.
    const std::uint32_t rounds = in_rounds() ? played_ : dealt_.blocks;
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const std::uint32_t block = in_rounds() ? 0 : round;
      const std::uint32_t packets = in_rounds() ? 1 : first_of(block + 1, played_) - first_of(block, played_);
      for (const std::uint32_t key : keys) {
        for (std::uint32_t i = 0; i < packets; ++i) node.own(own_port(source, key, block), key);
      }
    }
  }

  const Network network_;
  const std::uint32_t packets_;

 private:
  // That can be dealt in two passes.
  std::uint64_t most_blocks() const { return kMostDealt / (2 * hops_ * network_.ports()); }
  bool is_switch(Address node) const { return node.number() >= network_.ends(); }
  // A program of one round is repeated M times.
  bool in_rounds() const { return dealt_.blocks == 1; }
  std::uint32_t first_of(std::uint32_t block, std::uint32_t packets) const {
    return static_cast<std::uint32_t>(std::uint64_t{packets} * block / dealt_.blocks);
  }
  unsigned own_port(std::uint32_t source, std::uint32_t key, std::uint32_t block) const {
    return is_dealt() ? dealt_.port(pair(source, key), block) : way(source, key);
  }
  // A switch has ways for those that come there. Returns the packets in the program of each port.
  std::vector<std::uint64_t> load_ways(Address me, node::Driver& driver) const {
    std::vector<std::uint64_t> sent(network_.ports());
    const std::vector<std::uint32_t> keys = round(me.number(), order_);
    for (const std::uint32_t key : keys) {
      driver.set_word(destination(me, key), network::Ports::one(way(me.number(), key)));
    }
    if (is_switch(me)) return sent;
    for (std::uint32_t block = 0; block < dealt_.blocks; ++block) {
      const std::uint32_t packets = in_rounds() ? 1 : first_of(block + 1, packets_) - first_of(block, packets_);
      for (const std::uint32_t key : keys) {
        const unsigned port = own_port(me.number(), key, block);
        driver.add(port, {destination(me, key), 0, first_of(block, packets_), packets});
        sent[port] += packets;
      }
    }
    return sent;
  }

  std::uint64_t hops_ = 0;
  DealtPorts dealt_;
  bool transit_first_ = false;
  std::uint32_t played_ = 1;  // packets a pair
  InjectionOrder order_;
  std::uint64_t cycles_ = 0;  // in which they arrive; 0 before there is an order
};

class SymmetricExchange final : public ShortestExchange {
 public:
  explicit SymmetricExchange(const PlanRequest& request) : ShortestExchange(request), paths_(request.network) {
    choose(paths_.sum_of_distances(), {1, {}, std::ranges::max(paths_.loads())});
  }

  // Whether links of another port carry less, so that a cycle can be gained in so many rounds.
  bool is_uneven(std::uint32_t rounds) const {
    const std::uint64_t least = paths_.sum_of_distances();
    return rounds * (std::ranges::max(paths_.loads()) * paths_.ports() - least) >= paths_.ports();
  }
  std::uint64_t sum_of_distances() const { return paths_.sum_of_distances(); }
  // Several ports for the packets of a pair.
  void deal() {
    std::vector<std::uint8_t> first(paths_.nodes() - 1);
    for (std::uint32_t seen = 1; seen < paths_.nodes(); ++seen) {
      first[pair(0, seen)] = static_cast<std::uint8_t>(paths_.port(seen));
    }
    choose(paths_.sum_of_distances(), deal_ports(first, paths_.ports(), paths_.ports(), paths_.sum_of_distances(),
                                                 blocks(), [&](std::size_t number, unsigned port, auto visit) {
                                                   auto seen = static_cast<std::uint32_t>(number + 1);
                                                   visit(port, 1);
                                                   seen = paths_.behind(port, seen);
                                                   // A router does not send a packet back by the port by which it came.
                                                   if (seen != 0 && paths_.port(seen) == paths_.arrival_port(port))
                                                     return false;
                                                   for (; seen != 0; seen = paths_.behind(paths_.port(seen), seen))
                                                     visit(paths_.port(seen), 1);
                                                   return true;
                                                 }));
  }
  bool is_symmetric() const override { return true; }

 private:
  std::vector<std::uint32_t> round(std::uint32_t, const InjectionOrder& order) const override {
    return order.destinations(0, paths_.distances());
  }
  Address destination(Address me, std::uint32_t key) const override { return network_.absolute(Address(key), me); }
  unsigned way(std::uint32_t, std::uint32_t key) const override { return paths_.port(key); }
  std::size_t pair(std::uint32_t, std::uint32_t key) const override { return key - 1; }
  std::uint64_t cycles_with(const InjectionOrder& order, std::uint64_t limit) const override {
    OutputModel<Seen> node(network_.ports(), order.transit_first);
    give_own(0, order, node);
    return cycles_of_symmetric_nodes(
        std::move(node), network_.ports(), limit, [&](unsigned port, Seen seen) { return paths_.behind(port, seen); },
        [&](unsigned port) { return paths_.arrival_port(port); },
        [&](Seen seen) { return seen == 0 ? network::Ports() : network::Ports::one(paths_.port(seen)); });
  }

  RelativePaths paths_;
};

// `Paths`: DestinationPaths, or AcyclicPaths.
template <class Paths>
class PathsExchange final : public ShortestExchange {
 public:
  template <class... Chosen>
  explicit PathsExchange(const PlanRequest& request, Chosen... chosen)
      : ShortestExchange(request), links_(request.links()), paths_(paths_of(request.whole, chosen...)) {
    choose(paths_->hops(), {1, {}, paths_->most_loaded()}, kIsAcyclic);
  }

  // Several ports for the packets of a pair, or for those of several sources that would meet.
  void deal() {
    std::vector<std::uint8_t> first(std::size_t{links_.ends()} * links_.ends());
    for (std::uint32_t source = 0; source < links_.ends(); ++source) {
      for (std::uint32_t to = 0; to < links_.ends(); ++to) {
        first[pair(source, to)] = static_cast<std::uint8_t>(paths_->port(source, to));
      }
    }
    const auto follow = [&](std::size_t number, unsigned port, auto visit) {
      const auto source = static_cast<std::uint32_t>(number / links_.ends());
      const auto to = static_cast<std::uint32_t>(number % links_.ends());
      if (source == to) return true;
      if (!links_.has_link(source, port)) return false;
      std::uint32_t node = source;
      do {
        visit(std::size_t{node} * links_.ports() + port, links_.packet_cycles(node, port));
        node = links_.neighbour(node, port);
        port = paths_->port(node, to);
      } while (node != to && node != source);
      return node == to;
    };
    choose(paths_->hops(), deal_ports(first, links_.ports(), std::size_t{links_.nodes()} * links_.ports(),
                                      paths_->hops(), blocks(), follow));
  }

 private:
  static constexpr bool kIsAcyclic = std::is_same_v<Paths, AcyclicPaths>;

  // Paths without cyclic dependencies are the same for any number of packets.
  template <class... Chosen>
  std::shared_ptr<const Paths> paths_of(const collectives::Plan* whole, Chosen... chosen) const {
    const auto* const same = dynamic_cast<const PathsExchange*>(whole);
    if (kIsAcyclic && same != nullptr) return same->paths_;
    return std::make_shared<const Paths>(links_, chosen...);
  }
  std::vector<std::uint32_t> round(std::uint32_t source, const InjectionOrder& order) const override {
    return order.destinations(source, distances_to_ends(links_, source));
  }
  Address destination(Address, std::uint32_t key) const override { return Address(key); }
  unsigned way(std::uint32_t node, std::uint32_t key) const override { return paths_->port(node, key); }
  std::size_t pair(std::uint32_t source, std::uint32_t key) const override {
    return std::size_t{source} * links_.ends() + key;
  }
  std::uint64_t cycles_with(const InjectionOrder& order, std::uint64_t limit) const override {
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), order.transit_first});
    for (std::uint32_t node = 0; node < links_.ends(); ++node) give_own(node, order, nodes[node]);
    return cycles_of_nodes(nodes, links_, limit, [&](std::uint32_t node, std::uint32_t to) {
      return node == to ? network::Ports() : network::Ports::one(paths_->port(node, to));
    });
  }

  const LinkTable links_;
  const std::shared_ptr<const Paths> paths_;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_shortest_exchange(const PlanRequest& request) {
  std::unique_ptr<ShortestExchange> best;
  const auto take = [&](std::unique_ptr<ShortestExchange> other) {
    const auto is_faster = [&](std::uint64_t cycles) {
      return cycles * best->played() < best->played_cycles() * other->played();
    };
    if (best != nullptr && !is_faster(other->least_cycles())) return;
    other->find_order();
    if (best == nullptr || is_faster(other->played_cycles())) best = std::move(other);
  };
  if (request.has_symmetric_nodes()) {
    auto symmetric = std::make_unique<SymmetricExchange>(request);
    const std::uint64_t hops = symmetric->sum_of_distances();
    const unsigned ports = request.network.ports();
    const bool may_gain = symmetric->is_uneven(request.packets);
    const bool may_gain_in_a_round = symmetric->is_uneven(1);
    const bool can_be_dealt = symmetric->can_be_dealt();
    take(std::move(symmetric));
    if (!may_gain || !can_be_dealt) return best;
    auto dealt = std::make_unique<SymmetricExchange>(request);
    dealt->deal();
    take(std::move(dealt));
    // Programs that differ from node to node are worth more than a few cycles.
    const bool is_near = 100 * (best->played_cycles() * ports - best->played() * hops) <= best->played() * hops;
    if ((is_near && !may_gain_in_a_round) || request.packets * hops * request.network.nodes() > kMostPlayedHops)
      return best;
  }
  const auto make = [&](double cost_of_cycle) {
    return std::make_unique<PathsExchange<DestinationPaths>>(request, EvenLoad::kLinks, cost_of_cycle);
  };
  auto shortest = make(0);
  const bool can_be_dealt = shortest->can_be_dealt();
  take(std::move(shortest));
  // Longer ways serve fat trees; where links differ in width, many of them.
  constexpr std::uint64_t kQuick = 200'000;
  const std::uint64_t nodes = request.network.nodes();
  std::vector<double> costs{0., 1.};
  if (!request.packet_cycles.empty()) {
    costs.push_back(30.);
  } else if (nodes * nodes * request.network.ports() <= kQuick) {
    costs.insert(costs.end(), {0.1, 4., 16.});
  }
  for (const double cost_of_cycle : costs) {
    if (!can_be_dealt && (cost_of_cycle == 0 || request.packet_cycles.empty())) continue;
    auto other = make(cost_of_cycle);
    if (can_be_dealt) other->deal();
    take(std::move(other));
  }
  return best;
}

std::unique_ptr<collectives::Plan> plan_acyclic_exchange(const PlanRequest& request) {
  auto plan = std::make_unique<PathsExchange<AcyclicPaths>>(request.with_links_alike(), PathLoad::kPackets);
  plan->find_order();
  return plan;
}

}  // namespace testbench
