// The one-port allgather within one dimension of a product: round its Hamiltonian cycle
// (ring_turns.hpp), or, where it has none, along its Hamiltonian path (path_turns.hpp).
#pragma once

#include <optional>
#include <vector>

#include "testbench/plans/gate_windows.hpp"
#include "testbench/plans/plan.hpp"

namespace testbench {

class DimensionAllgather {
 public:
  // Throws PlanError where neither a cycle nor a path has been found.
  DimensionAllgather(const Network& dimension, collectives::PortModel ports);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(order_.size()); }
  // With so many packets of each node.
  std::uint64_t cycles(std::uint64_t packets) const;

  // The next node of the cycle or of the path, and the one before; nothing at the path's ends, nor
  // before on a cycle, where nothing is sent to it.
  std::optional<Address> up(Address me) const;
  std::optional<Address> down(Address me) const;
  // Does `me` pass on, up or down, what comes from `source`, which may be itself?
  bool passes_up(Address me, Address source) const;
  bool passes_down(Address me, Address source) const;

  // cycles(packets) cycles of a node's gate. Ports that it does not have are `closed`.
  void add_turns(Address me, std::uint64_t packets, unsigned up_port, unsigned down_port, unsigned closed,
                 GateWindows& windows) const;

 private:
  std::uint32_t place(Address node) const { return place_[node.number()]; }

  collectives::PortModel ports_;
  bool is_cycle_;
  std::vector<Address> order_;
  std::vector<std::uint32_t> place_;  // by node
};

}  // namespace testbench
