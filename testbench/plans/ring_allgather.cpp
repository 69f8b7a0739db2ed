#include "testbench/plans/ring_allgather.hpp"

#include <vector>

#include "testbench/networks/hamiltonian_cycle.hpp"
#include "testbench/plans/port_to.hpp"
#include "testbench/plans/ring_turns.hpp"

namespace testbench {
namespace {

using collectives::ClosedForm;
using collectives::PortModel;

std::vector<Address> cycle_of(const Network& network) {
  if (network.nodes() == 2) return {Address(0), Address(1)};
  FoundCycle found = hamiltonian_cycle(network);
  if (found.nodes.empty()) throw PlanError(found.reason);
  return found.nodes;
}

class RingAllgather final : public collectives::Plan {
 public:
  RingAllgather(const PlanRequest& request, PortModel ports)
      : network_(request.network),
        ports_(ports),
        packets_(request.packets),
        cycles_(ring_cycles(ports, request.network.nodes(), request.packets)),
        place_(request.network.nodes()),
        next_(request.network.nodes()) {
    const std::vector<Address> cycle = cycle_of(network_);
    for (std::uint32_t place = 0; place < cycle.size(); ++place) {
      place_[cycle[place].number()] = place;
      next_[cycle[place].number()] = cycle[(place + 1) % cycle.size()];
    }
  }

  void load(Address me, node::Driver& driver) const override {
    const Address next = next_[me.number()];
    const unsigned port = port_to(network_, me, next);
    driver.begin(network_.ports(), me, kLabelledRule<rules::BySource>, packets_);
    driver.expect(packets_ * (network_.nodes() - 1));
    if (ports_ == PortModel::kOne || network_.nodes() % 2 == 0) driver.set_transit_first();
    if (ports_ == PortModel::kHalf) {
      const std::uint32_t n = network_.nodes();
      GateWindows windows;
      add_ring_turns(ports_, n, place_[me.number()], ring_period(n), port, network_.ports(), windows);
      windows.load(driver);
    } else {
      driver.set_gate(node::GateMode::kGreedy);
    }
    driver.add(port, {Address(), 0, 0, packets_});
    driver.send(port, packets_);
    // All the way round, to the node before the source.
    for (const Address source : network::addresses(network_.nodes())) {
      driver.set_word(source, source == next ? network::Ports() : network::Ports::one(port));
    }
  }
  const ClosedForm* cycles() const override { return &cycles_; }

 private:
  Network network_;
  PortModel ports_;
  std::uint32_t packets_;
  ClosedForm cycles_;
  std::vector<std::uint32_t> place_;  // by node: on the cycle
  std::vector<Address> next_;         // by node: on the cycle
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_full_duplex_ring_allgather(const PlanRequest& request) {
  return std::make_unique<RingAllgather>(request, PortModel::kOne);
}

std::unique_ptr<collectives::Plan> plan_half_duplex_ring_allgather(const PlanRequest& request) {
  return std::make_unique<RingAllgather>(request, PortModel::kHalf);
}

}  // namespace testbench
