#include "testbench/plans/matching_exchange.hpp"

#include <fmt/format.h>

#include "testbench/plans/injection_order.hpp"
#include "testbench/plans/levels.hpp"
#include "testbench/plans/output_model.hpp"
#include "testbench/plans/turn_matching.hpp"

namespace testbench {
namespace {

// Turns of all nodes: what can be planned and kept in some seconds.
constexpr std::uint64_t kMostTurns = 8'000'000;

}  // namespace

MatchingExchange::MatchingExchange(const PlanRequest& request)
    : links_(request.network),
      ways_(links_, EvenLoad::kNodes),
      packets_(request.packets),
      windows_(request.network.nodes()) {
  if (busiest_node() > kMostTurns / links_.nodes()) {
    throw PlanError(
        fmt::format("takes {} turns of {} nodes: {} at most are matched one by one; take fewer packets, or an "
                    "algorithm for Cayley graphs where it is one",
                    busiest_node(), links_.nodes(), kMostTurns / links_.nodes()));
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
      for (const std::uint32_t to : round) outputs[from].own(ways_.port(from, to), to);
    }
    for (const std::uint32_t to : round) {
      for (std::uint32_t at = from; at != to; at = links_.neighbour(at, ways_.port(at, to))) {
        to_send[at] += packets_;
        to_receive[links_.neighbour(at, ways_.port(at, to))] += packets_;
      }
    }
  }
  TurnMatching matching(nodes);
  std::vector<Turn> turns;
  for (std::uint32_t cycle = 0;; ++cycle) {
    turns.clear();
    for (std::uint32_t node = 0; node < nodes; ++node) {
      for (unsigned port = 0; port < links_.ports(); ++port) {
        if (!outputs[node].has_packet(port)) continue;
        const std::uint32_t there = links_.neighbour(node, port);
        turns.push_back({node, there, port, to_send[node] + to_receive[there]});
      }
    }
    planned_cycles_ = cycle;
    if (turns.empty()) break;
    struct Arrival {
      Turn turn;
      std::uint32_t destination;
    };
    std::vector<Arrival> arrivals;
    for (const Turn& turn : matching.choose(turns)) {
      GateWindows& windows = windows_[turn.sender];
      close_until(cycle, windows);
      windows.add(turn.port);
      --to_send[turn.sender];
      --to_receive[turn.receiver];
      arrivals.push_back({turn, outputs[turn.sender].send(turn.port)});
    }
    for (const auto& [turn, to] : arrivals) {
      if (to == turn.receiver) continue;
      outputs[turn.receiver].arrive(links_.arrival_port(turn.sender, turn.port), ways_.port(turn.receiver, to), to);
    }
  }
  // All begin anew in the same cycle, so that packets that slow memories have made late meet no
  // others.
  for (GateWindows& windows : windows_) close_until(planned_cycles_, windows);
}

void MatchingExchange::load(Address me, node::Driver& driver) const {
  driver.begin(links_.ports(), me, kLabelledRule<rules::ByDestination>, 1);
  driver.expect(packets_ * (links_.nodes() - 1));
  driver.set_transit_first();
  std::vector<std::uint32_t> entries(links_.ports(), 0);
  for (const std::uint32_t to : own(me.number())) {
    const unsigned port = ways_.port(me.number(), to);
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
