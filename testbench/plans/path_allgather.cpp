#include "testbench/plans/path_allgather.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "testbench/networks/hamiltonian_cycle.hpp"
#include "testbench/plans/port_to.hpp"

namespace testbench {
namespace {

using collectives::ClosedForm;
using collectives::PortUse;
using network::Ports;

std::vector<Address> path_of(const Network& network) {
  if (network.nodes() == 2) throw PlanError("has two nodes only; take algorithm ring");
  std::vector<Address> path = hamiltonian_path(network);
  if (path.empty()) throw PlanError("no Hamiltonian path has been found; it may have one all the same");
  return path;
}

ClosedForm closed_form(std::uint64_t n, std::uint64_t packets) {
  const std::uint64_t first = std::max(3 * n / 2, 2 * n - (n % 2 == 0 ? 4 : 3));
  return {(packets - 1) * (n + 1) + first, "testbench/plans/path_allgather.hpp"};
}

class PathAllgather final : public collectives::Plan {
 public:
  PathAllgather(const PlanRequest& request, PortUse ports)
      : network_(request.network),
        ports_(ports),
        packets_(request.packets),
        cycles_(closed_form(request.network.nodes(), request.packets)),
        path_(path_of(request.network)),
        place_(path_.size()) {
    for (std::uint32_t place = 0; place < path_.size(); ++place) place_[path_[place].number()] = place;
  }

  void load(Address me, node::Driver& driver) const override {
    const std::uint32_t n = network_.nodes();
    const std::uint32_t place = place_[me.number()];
    const bool has_right = place + 1 < n;
    const bool has_left = place > 0;
    // A window that no port has is closed.
    const unsigned right = has_right ? port_to(network_, me, path_[place + 1]) : network_.ports();
    const unsigned left = has_left ? port_to(network_, me, path_[place - 1]) : network_.ports();
    const Ports to_right = has_right ? Ports::one(right) : Ports();
    const Ports to_left = has_left ? Ports::one(left) : Ports();

    driver.begin(network_.ports(), me, kLabelledRule<rules::BySource>, packets_);
    driver.expect(packets_ * (n - 1));
    driver.set_transit_first();
    add_windows(place, right, left, driver);
    for (const unsigned port : to_left | to_right) {
      driver.add(port, {Address(), 0, 0, packets_});
      driver.send(port, packets_);
    }
    for (const Address source : network::addresses(n)) {
      const std::uint32_t there = place_[source.number()];
      driver.set_word(source, there == place ? to_left | to_right : there < place ? to_right : to_left);
    }
  }
  const ClosedForm* cycles() const override { return ports_ == PortUse::kOne ? &cycles_ : nullptr; }

 private:
  // A window of several cycles is half duplex as many of one cycle, each with one for the nodes at the other places.
  void add_windows(std::uint32_t place, unsigned right, unsigned left, node::Driver& driver) const {
    const std::uint32_t n = network_.nodes();
    const unsigned closed = network_.ports();
    const std::uint32_t rights = place + 1;
    const std::uint32_t rights_at_first = std::min(rights, (n - 1) / 2);
    std::uint32_t closed_cycles = 0;
    const auto add = [&](unsigned port, std::uint32_t cycles) {
      if (port == closed) {
        closed_cycles += cycles;
        return;
      }
      if (closed_cycles > 0) driver.add_window(closed, closed_cycles);
      closed_cycles = 0;
      driver.add_window(port, cycles);
    };
    for (const auto& [port, cycles] : {std::pair(right, rights_at_first), std::pair(left, n + 1 - rights),
                                       std::pair(right, rights - rights_at_first)}) {
      if (ports_ == PortUse::kOne) {
        if (cycles > 0) add(port, cycles);
        continue;
      }
      for (std::uint32_t i = 0; i < cycles; ++i) {
        add(place % 2 == 0 ? port : closed, 1);
        add(place % 2 == 0 ? closed : port, 1);
      }
    }
    if (closed_cycles > 0) driver.add_window(closed, closed_cycles);
  }

  Network network_;
  PortUse ports_;
  std::uint32_t packets_;
  ClosedForm cycles_;
  std::vector<Address> path_;
  std::vector<std::uint32_t> place_;  // by node: on the path
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_full_duplex_path_allgather(const PlanRequest& request) {
  return std::make_unique<PathAllgather>(request, PortUse::kOne);
}

std::unique_ptr<collectives::Plan> plan_half_duplex_path_allgather(const PlanRequest& request) {
  return std::make_unique<PathAllgather>(request, PortUse::kHalf);
}

}  // namespace testbench
