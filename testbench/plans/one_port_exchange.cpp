// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/one_port_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "testbench/plans/router_model.hpp"
#include "testbench/plans/shortest_paths.hpp"

namespace testbench {
namespace {

// A packet as the node that holds it sees it.
struct QueuedPacket {
  std::uint32_t seen;
  std::uint64_t joined;  // place in the order in which packets joined the node
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
std::uint32_t common_count(const std::vector<std::uint32_t>& packets) {
  std::uint32_t common = 0;
  for (std::size_t c = 1; c < packets.size(); ++c) {
    if (packets[c] == 0) continue;
    if (common != 0 && packets[c] != common) return 0;
    common = packets[c];
  }
  return common;
}

}  // namespace

// A program that starts over raises all its sequences by the same step. Where the k_c differ it is
// played once, with M k_c packets for c, so that sequences of each are 0, 1, 2 ..
OnePortExchange::OnePortExchange(const Network& network, const std::vector<std::uint32_t>& packets,
                                 std::uint32_t rounds, Discipline discipline)
    : network_(require_cayley(network)), paths_(network), rounds_(rounds), step_(common_count(packets)) {
  std::vector<std::uint32_t> of_round = packets;
  if (step_ == 0) {
    for (std::uint32_t& count : of_round) count *= rounds;
    rounds_ = 1;
  }
  put_in_order(of_round, discipline);
  find_windows(discipline);
  cycles_.source = "Dimakopoulos and Dimopoulos, theorem 1";
  for (const Own& own : programs_) {
    expected_ += rounds_ * own.count;
    cycles_.value += std::uint64_t{rounds_} * own.count * paths_.distance(own.seen);
  }
}

void OnePortExchange::put_in_order(const std::vector<std::uint32_t>& packets, Discipline discipline) {
  for (const std::uint32_t seen : paths_.order()) {
    if (seen != 0 && packets[seen] != 0) programs_.push_back({paths_.port(seen), seen, packets[seen]});
  }
  if (discipline == Discipline::kFurthest) std::reverse(programs_.begin(), programs_.end());
  // In the queue of figure 1, whose order may be any, packets of one port stand together.
  if (discipline == Discipline::kFifo) {
    std::vector<Own> by_port;
    by_port.reserve(programs_.size());
    for (unsigned port = 0; port < paths_.ports(); ++port) {
      std::copy_if(programs_.begin(), programs_.end(), std::back_inserter(by_port),
                   [&](const Own& own) { return own.port == port; });
    }
    programs_ = std::move(by_port);
  }
}

void OnePortExchange::find_windows(Discipline discipline) {
  OutputModel<QueuedPacket> node(paths_.ports(), true);
  std::uint64_t joined = 0;
  for (const Own& own : programs_) {
    for (std::uint32_t i = 0; i < own.count; ++i) node.own(own.port, {own.seen, joined++});
  }
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
    if (seen != 0) node.arrive(paths_.arrival_port(chosen), paths_.port(seen), {seen, joined++});
  }
}

void OnePortExchange::load(Address me, node::Driver& driver) const {
  driver.begin(network_.ports(), me, kLabelledRule<rules::ByDestination>, step_);
  driver.expect(expected_);
  driver.set_transit_first();
  load_addresses(me, driver);
  std::vector<std::uint32_t> packets(network_.ports(), 0);
  for (const Own& own : programs_) packets[own.port] += rounds_ * own.count;
  for (unsigned port = 0; port < network_.ports(); ++port) driver.send(port, packets[port]);
  windows_.load(driver);
}

void OnePortExchange::load_addresses(Address me, node::Driver& driver) const {
  std::vector<Address> absolute(network_.nodes());
  for (const Address seen : network::other_addresses(network_.nodes())) {
    absolute[seen.number()] = network_.absolute(seen, me);
    driver.set_word(absolute[seen.number()], network::Ports::one(paths_.port(seen.number())));
  }
  for (const Own& own : programs_) driver.add(own.port, {absolute[own.seen], 0, 0, own.count});
}

namespace {

std::unique_ptr<collectives::Plan> exchange(const PlanRequest& request, Discipline discipline) {
  std::vector<std::uint32_t> packets(request.counts.begin(), request.counts.end());
  if (packets.empty()) packets.assign(request.network.nodes(), 1);
  return std::make_unique<OnePortExchange>(request.network, packets, request.packets, discipline);
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

std::vector<Transfer> Matching::choose(std::vector<Transfer>& transfers) {
  std::sort(transfers.begin(), transfers.end(), [](const Transfer& a, const Transfer& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    return a.sender != b.sender ? a.sender < b.sender : a.port < b.port;
  });
  std::fill(of_sender_.begin(), of_sender_.end(), nullptr);
  std::fill(of_receiver_.begin(), of_receiver_.end(), nullptr);
  for (std::vector<const Transfer*>& of_one : transfers_of_) of_one.clear();
  for (const Transfer& transfer : transfers) {
    transfers_of_[transfer.sender].push_back(&transfer);
    if (of_sender_[transfer.sender] != nullptr || of_receiver_[transfer.receiver] != nullptr) continue;
    of_sender_[transfer.sender] = &transfer;
    of_receiver_[transfer.receiver] = &transfer;
  }
  // Receivers that a failed search has reached lead nowhere, whatever is matched elsewhere.
  std::fill(asked_.begin(), asked_.end(), false);
  for (const Transfer& transfer : transfers) {
    if (of_sender_[transfer.sender] != nullptr || transfers_of_[transfer.sender].front() != &transfer) continue;
    reached_.clear();
    if (!match(transfer.sender)) continue;
    for (const std::uint32_t receiver : reached_) asked_[receiver] = false;
  }
  std::vector<Transfer> taken;
  for (const Transfer* const transfer : of_sender_) {
    if (transfer != nullptr) taken.push_back(*transfer);
  }
  return taken;
}

bool Matching::match(std::uint32_t sender) {
  for (const Transfer* const transfer : transfers_of_[sender]) {
    if (asked_[transfer->receiver]) continue;
    asked_[transfer->receiver] = true;
    reached_.push_back(transfer->receiver);
    if (of_receiver_[transfer->receiver] != nullptr && !match(of_receiver_[transfer->receiver]->sender)) continue;
    of_sender_[sender] = transfer;
    of_receiver_[transfer->receiver] = transfer;
    return true;
  }
  return false;
}

namespace {

// Slots of all nodes that can be planned and kept in some seconds.
constexpr std::uint64_t kMostSlots = 8'000'000;

}  // namespace

MatchingExchange::MatchingExchange(const PlanRequest& request)
    : links_(request.network),
      paths_(links_, EvenLoad::kNodes),
      packets_(request.packets),
      windows_(request.network.nodes()) {
  if (busiest_node() > kMostSlots / links_.nodes()) {
    throw PlanError(
        fmt::format("takes {} turns of {} nodes: {} at most are matched one by one; take fewer packets, or an "
                    "algorithm for Cayley graphs where it is one",
                    busiest_node(), links_.nodes(), kMostSlots / links_.nodes()));
  }
  find_windows();
}

std::vector<std::uint32_t> MatchingExchange::own(std::uint32_t node) const {
  return InjectionOrder().destinations(node, levels_from(links_, node).distance);
}

void MatchingExchange::close_until(std::uint64_t cycle, GateWindows& windows) const {
  const auto closed = static_cast<std::uint32_t>(cycle - windows.cycles());
  if (closed != 0) windows.add(links_.ports(), closed);  // a port that the node does not have
}

void MatchingExchange::find_windows() {
  const std::uint32_t nodes = links_.nodes();
  std::vector<OutputModel<std::uint32_t>> outputs(nodes, {links_.ports(), true});  // of packets' destinations
  std::vector<std::uint64_t> to_send(nodes, 0);
  std::vector<std::uint64_t> to_receive(nodes, 0);
  for (std::uint32_t from = 0; from < nodes; ++from) {
    const std::vector<std::uint32_t> round = own(from);
    for (std::uint32_t i = 0; i < packets_; ++i) {
      for (const std::uint32_t to : round) outputs[from].own(paths_.port(from, to), to);
    }
    for (const std::uint32_t to : round) {
      for (std::uint32_t at = from; at != to; at = links_.neighbour(at, paths_.port(at, to))) {
        to_send[at] += packets_;
        to_receive[links_.neighbour(at, paths_.port(at, to))] += packets_;
      }
    }
  }
  Matching matching(nodes);
  std::vector<Transfer> transfers;
  for (std::uint32_t cycle = 0;; ++cycle) {
    transfers.clear();
    for (std::uint32_t node = 0; node < nodes; ++node) {
      for (unsigned port = 0; port < links_.ports(); ++port) {
        if (!outputs[node].has_packet(port)) continue;
        const std::uint32_t there = links_.neighbour(node, port);
        transfers.push_back({node, there, port, to_send[node] + to_receive[there]});
      }
    }
    planned_cycles_ = cycle;
    if (transfers.empty()) break;
    struct Arrival {
      Transfer transfer;
      std::uint32_t destination;
    };
    std::vector<Arrival> arrivals;
    for (const Transfer& transfer : matching.choose(transfers)) {
      GateWindows& windows = windows_[transfer.sender];
      close_until(cycle, windows);
      windows.add(transfer.port);
      --to_send[transfer.sender];
      --to_receive[transfer.receiver];
      arrivals.push_back({transfer, outputs[transfer.sender].send(transfer.port)});
    }
    for (const auto& [transfer, to] : arrivals) {
      if (to == transfer.receiver) continue;
      outputs[transfer.receiver].arrive(links_.arrival_port(transfer.sender, transfer.port),
                                        paths_.port(transfer.receiver, to), to);
    }
  }
  // All gates begin anew in the same cycle: packets that slow memories have made late meet no
  // others.
  for (GateWindows& windows : windows_) close_until(planned_cycles_, windows);
}

void MatchingExchange::load(Address me, node::Driver& driver) const {
  driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 1);
  driver.expect(packets_ * (links_.nodes() - 1));
  driver.set_transit_first();
  std::vector<std::uint32_t> entries(links_.ports(), 0);
  for (const std::uint32_t to : own(me.number())) {
    const unsigned port = paths_.port(me.number(), to);
    driver.set_word(Address(to), network::Ports::one(port));
    driver.add(port, {Address(to), 0, 0, 1});
    ++entries[port];
  }
  for (unsigned port = 0; port < links_.ports(); ++port) driver.send(port, packets_ * entries[port]);
  windows_[me.number()].load(driver);
}

std::unique_ptr<collectives::Plan> plan_matching_exchange(const PlanRequest& request) {
  return std::make_unique<MatchingExchange>(request);
}

}  // namespace testbench
