// SPDX-License-Identifier: Apache-2.0
#include "testbench/judge/bounds/weighted_exchange.hpp"

#include <algorithm>
#include <array>
#include <queue>
#include <utility>

#include "testbench/judge/checker/saturating.hpp"

namespace testbench {
namespace {

// Numbers as large as these fit the products of Crossing.
constexpr std::uint32_t kMostNodes = 2048;
constexpr std::uint32_t kMostWeight = 256;
// Weights are reckoned with so many bits more.
constexpr unsigned kFraction = 8;
// Links looked at from every node, in all rounds together: half a second or so.
constexpr std::uint64_t kWork = 12'000'000;
constexpr std::uint64_t kMostRounds = 64;
// After fewer rounds weights say little yet.
constexpr std::uint64_t kEnoughRounds = 16;

using Weights = std::vector<std::uint32_t>;  // of what packets occupy, by number

// The resources that a packet on a link occupies.
class Occupation {
 public:
  Occupation(const EdgeTable& edges, PortModel ports, const LinkValues* packet_cycles)
      : edges_(edges),
        ports_(ports),
        packet_cycles_(packet_cycles),
        from_ends_(hops_to_nearest(Way::kIn)),
        to_ends_(hops_to_nearest(Way::kOut)) {
    const Links links(edges, true);
    if (edges.has_switches()) farthest_ = links.farthest(links.search(0, Way::kOut));
  }

  std::uint64_t cycles(std::uint32_t node, unsigned port) const {
    return packet_cycles_ == nullptr ? 1 : packet_cycles_->of(node, port);
  }

  std::uint64_t count() const {
    switch (ports_) {
      case PortModel::kAll:
        return edges_.links();
      case PortModel::kOne:
        return 2 * edges_.nodes();  // ways out, then ways in
      case PortModel::kHalf:
        return edges_.nodes();
    }
    return 0;
  }
  // Cycles at the begin and at the end in which the thing with this number cannot serve a packet. Not more than there are
  // cycles: a switch behind all ends may serve none.
  std::uint64_t idle_cycles(std::uint64_t thing) const {
    if (!edges_.has_switches()) return 0;
    if (ports_ != PortModel::kAll) {
      const std::uint64_t node = thing % edges_.nodes();
      const std::uint64_t hops = from_ends_[node] + to_ends_[node];
      return hops == 0 ? 0 : std::min(farthest_, hops - (ports_ == PortModel::kOne ? 1 : 2));
    }
    const auto node = static_cast<std::uint32_t>(thing / edges_.ports());
    const auto port = static_cast<std::uint32_t>(thing % edges_.ports());
    return std::min(farthest_, from_ends_[node] + to_ends_[edges_.receiver(node, port)]);
  }
  // The resources of a link, which may be one and the same.
  std::pair<std::uint64_t, std::uint64_t> of(std::uint32_t node, unsigned port) const {
    const std::uint32_t receiver = edges_.receiver(node, port);
    switch (ports_) {
      case PortModel::kAll:
        return {edges_.link(node, port), edges_.link(node, port)};
      case PortModel::kOne:
        return {node, edges_.nodes() + receiver};
      case PortModel::kHalf:
        return {node, receiver};
    }
    return {};
  }

 private:
  // By node: from the nearest end to it, or back.
  std::vector<std::uint64_t> hops_to_nearest(Way way) const {
    std::vector<std::uint64_t> hops(edges_.nodes(), edges_.nodes());
    std::fill_n(hops.begin(), edges_.ends(), 0);
    for (bool is_found = edges_.has_switches(); is_found;) {
      is_found = false;
      for (std::uint32_t node = 0; node < edges_.nodes(); ++node) {
        for (unsigned port = 0; port < edges_.ports(); ++port) {
          std::uint64_t& here = hops[way == Way::kIn ? edges_.receiver(node, port) : node];
          const std::uint64_t there = hops[way == Way::kIn ? node : edges_.receiver(node, port)] + 1;
          if (there >= here) continue;
          here = there;
          is_found = true;
        }
      }
    }
    return hops;
  }

  const EdgeTable& edges_;
  PortModel ports_;
  const LinkValues* packet_cycles_;
  std::vector<std::uint64_t> from_ends_;
  std::vector<std::uint64_t> to_ends_;
  std::uint64_t farthest_ = 0;  // hops between two ends, as many as some packet takes
};

// Shortest paths by weights, from every node.
class Paths {
 public:
  Paths(const EdgeTable& edges, const Occupation& occupation)
      : edges_(edges), occupation_(occupation), distance_(edges.nodes()), way_(edges.nodes()), behind_(edges.nodes()) {}

  // `uses`, where asked for: for how many cycles packets occupy each thing.
  WeightedExchange weigh(const Weights& weights, std::vector<std::uint64_t>* uses) {
    WeightedExchange found{{0, 0}, 0};
    for (std::uint64_t thing = 0; thing < weights.size(); ++thing) {
      found.hops.capacity += weights[thing];
      found.idle += weights[thing] * occupation_.idle_cycles(thing);
    }
    if (uses != nullptr) uses->assign(weights.size(), 0);
    for (std::uint32_t from = 0; from < edges_.ends(); ++from) {
      search(weights, from);
      for (std::uint64_t to = 0; to < edges_.ends(); ++to) found.hops.amount += distance_[to];
      if (uses != nullptr) add_uses(*uses);
    }
    return found;
  }

 private:
  struct Way {  // the last link of a path
    std::uint32_t node = 0;
    unsigned port = 0;
  };

  std::uint64_t weight_of(const Weights& weights, std::uint32_t node, unsigned port) const {
    const auto [one, other] = occupation_.of(node, port);
    return occupation_.cycles(node, port) * (weights[one] + (other == one ? 0 : weights[other]));
  }

  void search(const Weights& weights, std::uint32_t from) {
    constexpr std::uint64_t kUnseen = ~std::uint64_t{0};
    using Entry = std::pair<std::uint64_t, std::uint32_t>;  // distance, node
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next;
    std::fill(distance_.begin(), distance_.end(), kUnseen);
    order_.clear();
    distance_[from] = 0;
    next.emplace(0, from);
    while (!next.empty()) {
      const auto [distance, node] = next.top();
      next.pop();
      if (distance != distance_[node]) continue;
      order_.push_back(node);
      for (unsigned port = 0; port < edges_.ports(); ++port) {
        if (!edges_.has_link(node, port)) continue;
        const std::uint32_t receiver = edges_.receiver(node, port);
        const std::uint64_t there = distance + weight_of(weights, node, port);
        if (there >= distance_[receiver]) continue;
        distance_[receiver] = there;
        way_[receiver] = {node, port};
        next.emplace(there, receiver);
      }
    }
  }

  // Adds the packets of the node that order_ begins with.
  void add_uses(std::vector<std::uint64_t>& uses) {
    std::fill(behind_.begin(), behind_.end(), 0);
    std::fill_n(behind_.begin(), edges_.ends(), 1);
    for (std::size_t i = order_.size() - 1; i > 0; --i) {
      const Way way = way_[order_[i]];
      const std::uint64_t packets = behind_[order_[i]];
      behind_[way.node] += packets;
      const auto [one, other] = occupation_.of(way.node, way.port);
      const std::uint64_t cycles = packets * occupation_.cycles(way.node, way.port);
      uses[one] += cycles;
      if (other != one) uses[other] += cycles;
    }
  }

  const EdgeTable& edges_;
  const Occupation& occupation_;
  std::vector<std::uint64_t> distance_;
  std::vector<Way> way_;
  std::vector<std::uint32_t> order_;   // nearest first
  std::vector<std::uint64_t> behind_;  // by node: packets whose paths reach it
};

// By up to a quarter where packets crowd most; halved, all of them, where they grow too large.
void grow(Weights& weights, const std::vector<std::uint64_t>& uses) {
  const std::uint64_t most = *std::max_element(uses.begin(), uses.end());
  if (most == 0) return;
  std::uint32_t heaviest = 0;
  for (std::size_t thing = 0; thing < weights.size(); ++thing) {
    weights[thing] += static_cast<std::uint32_t>(weights[thing] * uses[thing] / (4 * most));
    heaviest = std::max(heaviest, weights[thing]);
  }
  if (heaviest <= kMostWeight << kFraction) return;
  for (std::uint32_t& weight : weights) weight /= 2;
}

WeightedExchange find_exchange(const EdgeTable& edges, PortModel ports, const LinkValues* packet_cycles) {
  WeightedExchange longest;
  if (edges.nodes() > kMostNodes) return longest;
  const Occupation occupation(edges, ports, packet_cycles);
  Paths paths(edges, occupation);
  const auto count = static_cast<std::size_t>(occupation.count());
  const std::uint64_t rounds = std::min(kMostRounds, kWork / (edges.nodes() * edges.links()));
  Weights weights(count, kMostWeight / 2 << kFraction);
  std::vector<std::uint64_t> uses;
  Weights tried(count);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::size_t thing = 0; thing < count; ++thing) tried[thing] = weights[thing] >> kFraction;
    longest.keep_longer(paths.weigh(tried, &uses));
    grow(weights, uses);
  }
  if (rounds < kEnoughRounds) return longest;
  // Weights of the heavy resources alone: cuts are such weights.
  const std::uint32_t heaviest = *std::max_element(weights.begin(), weights.end());
  for (std::uint32_t least = heaviest; least > heaviest / 16; least -= least / 4) {
    for (std::size_t thing = 0; thing < count; ++thing) tried[thing] = weights[thing] >= least ? 1 : 0;
    longest.keep_longer(paths.weigh(tried, nullptr));
  }
  return longest;
}

}  // namespace

// One packet of each pair: with more, those that are idle for longer are the longer ones only among equals.
void WeightedExchange::keep_longer(const WeightedExchange& other) {
  const std::uint64_t a = other.hops.amount * hops.capacity;
  const std::uint64_t b = hops.amount * other.hops.capacity;
  if (a > b || (a == b && other.idle * hops.capacity > idle * other.hops.capacity)) *this = other;
}

std::uint64_t WeightedExchange::cycles(std::uint64_t packets) const {
  return divide_up(plus(times(hops.amount, packets), idle), hops.capacity);
}

const WeightedExchange& weighted_exchange(const EdgeTable& edges, PortModel ports, const LinkValues* packet_cycles) {
  static EdgeTable known;
  static PortModel known_ports = PortModel::kAll;
  static std::vector<std::uint16_t> known_cycles;
  static WeightedExchange found;
  std::vector<std::uint16_t> cycles;
  if (packet_cycles != nullptr) cycles = packet_cycles->all();
  if (known != edges || known_ports != ports || known_cycles != cycles) {
    found = find_exchange(edges, ports, packet_cycles);
    known = edges;
    known_ports = ports;
    known_cycles = std::move(cycles);
  }
  return found;
}

}  // namespace testbench
