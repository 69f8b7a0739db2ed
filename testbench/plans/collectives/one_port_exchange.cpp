// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/one_port_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "testbench/plans/trees/router_model.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

// A packet as the node that holds it sees it.
struct QueuedPacket {
  std::uint32_t seen;
  std::uint64_t joined;  // grows in the order in which packets join the node
};

// The lower, the sooner it is served.
std::uint64_t claim(Discipline discipline, const RelativePaths& paths, const QueuedPacket& packet) {
  switch (discipline) {
    case Discipline::kFifo:
      return packet.joined;
    case Discipline::kFurthest:
      return paths.nodes() - paths.distance(packet.seen);
    case Discipline::kClosest:
      return paths.distance(packet.seen);
  }
  return 0;
}

Network require_cayley(const Network& network) {
  if (network.is_cayley()) return network;
  throw PlanError(
      "is not known to be a Cayley graph: one-port total exchange in which all nodes serve the same port needs one");
}

// k_c where it is the same for all c that have packets, else 0.
std::uint32_t common_count(const std::vector<std::uint32_t>& counts) {
  if (counts.empty()) return 1;
  std::uint32_t common = 0;
  for (std::size_t c = 1; c < counts.size(); ++c) {
    if (counts[c] == 0) continue;
    if (common != 0 && counts[c] != common) return 0;
    common = counts[c];
  }
  return common;
}

}  // namespace

// The node's own packets, one after the other for each port.
class OnePortExchange::OwnPackets {
 public:
  explicit OwnPackets(const OnePortExchange& plan) : plan_(plan), next_(plan.network_.ports()) {}

  std::optional<QueuedPacket> next(unsigned port) {
    Next& next = next_[port];
    while (next.place < plan_.order_.size()) {
      const std::uint32_t seen = plan_.order_[next.place];
      if (plan_.paths_.port(seen) == port && next.copies < plan_.count(seen)) {
        return QueuedPacket{seen, std::uint64_t{next.place} << 32 | next.copies++};
      }
      next = {next.place + 1, 0};
    }
    return std::nullopt;
  }

 private:
  struct Next {
    std::uint32_t place = 0;
    std::uint32_t copies = 0;  // that are gone
  };

  const OnePortExchange& plan_;
  std::vector<Next> next_;  // by port
};

// A program that starts over raises all its sequences by the same step. Where the k_c differ it is
// played once, with M k_c packets for c, so that sequences of each are 0, 1, 2 ..
OnePortExchange::OnePortExchange(const Network& network, std::vector<std::uint32_t> counts, std::uint32_t rounds,
                                 Discipline discipline)
    : network_(require_cayley(network)),
      paths_(network),
      counts_(std::move(counts)),
      rounds_(rounds),
      step_(common_count(counts_)) {
  if (step_ == 0) {
    for (std::uint32_t& count : counts_) count *= rounds;
    rounds_ = 1;
  }
  put_in_order(discipline);
  find_windows(discipline);
  cycles_.source = "Dimakopoulos and Dimopoulos, theorem 1";
  for (const std::uint32_t seen : order_) {
    expected_ += rounds_ * count(seen);
    cycles_.value += std::uint64_t{rounds_} * count(seen) * paths_.distance(seen);
  }
}

void OnePortExchange::put_in_order(Discipline discipline) {
  std::copy_if(paths_.order().begin(), paths_.order().end(), std::back_inserter(order_),
               [&](std::uint32_t seen) { return seen != 0 && count(seen) != 0; });
  if (discipline == Discipline::kFurthest) std::reverse(order_.begin(), order_.end());
  // In the queue of figure 1, whose order may be any, packets of one port stand together.
  if (discipline == Discipline::kFifo) {
    std::vector<std::uint32_t> by_port;
    by_port.reserve(order_.size());
    for (unsigned port = 0; port < paths_.ports(); ++port) {
      std::copy_if(order_.begin(), order_.end(), std::back_inserter(by_port),
                   [&](std::uint32_t seen) { return paths_.port(seen) == port; });
    }
    order_ = std::move(by_port);
  }
}

void OnePortExchange::find_windows(Discipline discipline) {
  OutputModel<QueuedPacket> node(paths_.ports(), true);
  OwnPackets own(*this);
  const auto offer_own = [&](unsigned port) {
    if (node.has_own(port)) return;
    if (const auto packet = own.next(port)) node.own(port, *packet);
  };
  for (unsigned port = 0; port < paths_.ports(); ++port) offer_own(port);
  std::uint64_t joined = std::uint64_t{order_.size()} << 32;  // after the node's own
  const bool grants_matter = paths_.ports() > 2;
  unsigned last = 0;
  while (true) {
    std::uint64_t least = ~std::uint64_t{0};
    unsigned chosen = paths_.ports();
    for (unsigned i = 0; i < paths_.ports(); ++i) {
      const unsigned port = i == 0 ? last : i <= last ? i - 1 : i;  // the last one, then the others from the lowest up
      if (!node.has_packet(port)) continue;
      if (grants_matter && node.has_transit(port) && !node.has_granted(port)) {
        chosen = port;
        break;
      }
      const std::uint64_t now = claim(discipline, paths_, node.next(port));
      if (chosen != paths_.ports() && now >= least) continue;
      least = now;
      chosen = port;
    }
    if (chosen == paths_.ports()) return;
    windows_.add(chosen);
    last = chosen;
    // All nodes send the same, so it comes to this one too.
    const std::uint32_t seen = paths_.behind(chosen, node.send(chosen).seen);
    offer_own(chosen);
    if (seen != 0) node.arrive(paths_.arrival_port(chosen), paths_.port(seen), {seen, joined++});
  }
}

void OnePortExchange::load(Address me, node::Driver& driver) const {
  driver.begin(network_.ports(), me, kLabelledRule<rules::ByDestination>, step_);
  driver.expect(expected_);
  driver.set_transit_first();
  load_addresses(me, driver);
  std::vector<std::uint32_t> packets(network_.ports(), 0);
  for (const std::uint32_t seen : order_) packets[paths_.port(seen)] += rounds_ * count(seen);
  for (unsigned port = 0; port < network_.ports(); ++port) driver.send(port, packets[port]);
  windows_.load(driver);
}

void OnePortExchange::load_addresses(Address me, node::Driver& driver) const {
  std::vector<Address> absolute(network_.nodes());
  for (const Address seen : network::other_addresses(network_.nodes())) {
    absolute[seen.number()] = network_.absolute(seen, me);
    driver.set_word(absolute[seen.number()], network::Ports::one(paths_.port(seen.number())));
  }
  for (const std::uint32_t seen : order_) driver.add(paths_.port(seen), {absolute[seen], 0, 0, count(seen)});
}

namespace {

std::unique_ptr<collectives::Plan> exchange(const PlanRequest& request, Discipline discipline) {
  return std::make_unique<OnePortExchange>(request.network,
                                           std::vector<std::uint32_t>(request.counts.begin(), request.counts.end()),
                                           request.packets, discipline);
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_exchange_fifo(const PlanRequest& request) {
  return exchange(request, Discipline::kFifo);
}
std::unique_ptr<collectives::Plan> plan_exchange_furthest(const PlanRequest& request) {
  return exchange(request, Discipline::kFurthest);
}
std::unique_ptr<collectives::Plan> plan_exchange_closest(const PlanRequest& request) {
  return exchange(request, Discipline::kClosest);
}

namespace {

// All ports at once, on paths that load the nodes evenly.
class NodeEvenExchange final : public collectives::Plan {
 public:
  explicit NodeEvenExchange(const PlanRequest& request)
      : links_(request.links()), paths_(links_, EvenLoad::kNodes), packets_(request.packets) {}

  // Packets that the busiest node sends.
  std::uint64_t busiest_node() const { return std::uint64_t{packets_} * paths_.most_loaded(); }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 1);
    const bool is_switch = links_.is_switch(me.number());
    driver.expect(is_switch ? 0 : packets_ * (links_.ends() - 1));
    driver.set_transit_first();
    std::vector<std::uint32_t> entries(links_.ports(), 0);
    for (const std::uint32_t to : InjectionOrder().destinations(me.number(), distances_to_ends(links_, me.number()))) {
      const unsigned port = paths_.port(me.number(), to);
      driver.set_word(Address(to), network::Ports::one(port));
      if (is_switch) continue;
      driver.add(port, {Address(to), 0, 0, 1});
      ++entries[port];
    }
    for (unsigned port = 0; port < links_.ports(); ++port) driver.send(port, packets_ * entries[port]);
  }

 private:
  const LinkTable links_;
  const DestinationPaths paths_;
  const std::uint32_t packets_;
};

}  // namespace

MatchingExchange::MatchingExchange(const PlanRequest& request, collectives::PortModel ports) {
  auto exchange = std::make_unique<NodeEvenExchange>(request);
  busiest_node_ = exchange->busiest_node();
  const std::uint64_t most = SlotPlan::kMostHops / request.network.nodes();
  if (busiest_node_ > most) {
    const std::uint64_t packets = request.packets * most / busiest_node_;
    const bool is_cayley = request.network.is_cayley() && ports == collectives::PortModel::kOne;
    throw PlanError(fmt::format("takes {} slots of {} nodes; the product must be at most {}: {}", busiest_node_,
                                request.network.nodes(), SlotPlan::kMostHops,
                                packets != 0 ? fmt::format("use --packets {} at most", packets)
                                : is_cayley  ? "take an algorithm for Cayley networks, such as fifo"
                                             : "take a smaller network, or --ports all"));
  }
  slots_ = std::make_unique<const SlotPlan>(std::move(exchange), request, ports);
}

std::unique_ptr<collectives::Plan> plan_matching_exchange(const PlanRequest& request) {
  return std::make_unique<MatchingExchange>(request, collectives::PortModel::kOne);
}
std::unique_ptr<collectives::Plan> plan_half_duplex_matching_exchange(const PlanRequest& request) {
  return std::make_unique<MatchingExchange>(request, collectives::PortModel::kHalf);
}

}  // namespace testbench
