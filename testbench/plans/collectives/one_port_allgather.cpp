// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/one_port_allgather.hpp"

#include <fmt/format.h>

#include <vector>

#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/collectives/tdm_slots.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/hamiltonian_cycle.hpp"

namespace testbench {
namespace {

using collectives::ClosedForm;
using collectives::PortModel;

constexpr const char* kHasSwitches = "has switches, and goes along nodes that all send and receive; use algorithm tree";

std::vector<Address> cycle_of(const Network& network) {
  if (network.has_switches()) throw PlanError(kHasSwitches);
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
    driver.begin(network_.ports(), me, kLabelledRule<rules::ByTree>, packets_);
    driver.expect(packets_ * (network_.nodes() - 1));
    if (ports_ == PortModel::kOne || network_.nodes() % 2 == 0) driver.set_transit_first();
    if (ports_ == PortModel::kHalf) {
      const std::uint32_t n = network_.nodes();
      GateWindows windows;
      add_ring_slots(ports_, n, place_[me.number()], ring_period(n), port, network_.ports(), windows);
      windows.load(driver);
    } else {
      driver.set_gate(node::GateMode::kGreedy);
    }
    driver.add(port, {me, 0, 0, packets_});
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

std::vector<Address> path_of(const Network& network) {
  if (network.has_switches()) throw PlanError(kHasSwitches);
  if (network.nodes() == 2) throw PlanError("has two nodes only; take algorithm ring");
  const Adjacency links(network);
  unsigned ends = 0;
  for (std::uint32_t node = 0; node < links.nodes(); ++node) ends += links.degree(node) == 1 ? 1 : 0;
  if (ends > 2) throw PlanError(fmt::format("has no Hamiltonian path: {} nodes have one link", ends));
  std::vector<Address> path = hamiltonian_path(network);
  if (!path.empty()) return path;
  throw PlanError("no Hamiltonian path has been found; it may have one all the same");
}

namespace {

using collectives::ClosedForm;
using collectives::PortModel;
using network::Ports;

class PathAllgather final : public collectives::Plan {
 public:
  PathAllgather(const PlanRequest& request, PortModel ports)
      : network_(request.network),
        ports_(ports),
        packets_(request.packets),
        path_(path_of(request.network)),
        place_(path_.size()),
        cycles_{path_cycles(ports, request.network.nodes(), request.packets), "docs/theory/plans.md"} {
    for (std::uint32_t place = 0; place < path_.size(); ++place) place_[path_[place].number()] = place;
  }

  void load(Address me, node::Driver& driver) const override {
    const std::uint32_t n = network_.nodes();
    const std::uint32_t place = place_[me.number()];
    const bool has_up = place + 1 < n;
    const bool has_down = place > 0;
    // A window that no port has is closed.
    const unsigned up = has_up ? port_to(network_, me, path_[place + 1]) : network_.ports();
    const unsigned down = has_down ? port_to(network_, me, path_[place - 1]) : network_.ports();
    const Ports to_up = has_up ? Ports::one(up) : Ports();
    const Ports to_down = has_down ? Ports::one(down) : Ports();

    driver.begin(network_.ports(), me, kLabelledRule<rules::ByTree>, packets_);
    driver.expect(packets_ * (n - 1));
    driver.set_transit_first();
    GateWindows windows;
    const PathNode node{n, place, up, down, network_.ports()};
    if (ports_ == PortModel::kOne) {
      add_full_duplex_path_slots(node, packets_, windows);
    } else {
      add_half_duplex_path_slots(node, 2 * std::uint64_t{n}, windows);
    }
    windows.load(driver);
    for (const unsigned port : to_down | to_up) {
      driver.add(port, {me, 0, 0, packets_});
      driver.send(port, packets_);
    }
    for (const Address source : network::addresses(n)) {
      const std::uint32_t there = place_[source.number()];
      driver.set_word(source, there == place ? to_down | to_up : there < place ? to_up : to_down);
    }
  }
  const ClosedForm* cycles() const override { return &cycles_; }

 private:
  Network network_;
  PortModel ports_;
  std::uint32_t packets_;
  std::vector<Address> path_;
  std::vector<std::uint32_t> place_;  // by node: on the path
  ClosedForm cycles_;
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_full_duplex_path_allgather(const PlanRequest& request) {
  return std::make_unique<PathAllgather>(request, PortModel::kOne);
}

std::unique_ptr<collectives::Plan> plan_half_duplex_path_allgather(const PlanRequest& request) {
  return std::make_unique<PathAllgather>(request, PortModel::kHalf);
}

}  // namespace testbench
