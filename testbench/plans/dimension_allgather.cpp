#include "testbench/plans/dimension_allgather.hpp"

#include "testbench/networks/hamiltonian_cycle.hpp"
#include "testbench/plans/path_turns.hpp"
#include "testbench/plans/ring_turns.hpp"

namespace testbench {

using collectives::PortModel;

DimensionAllgather::DimensionAllgather(const Network& dimension, PortModel ports)
    : ports_(ports), is_cycle_(true), place_(dimension.nodes()) {
  if (dimension.nodes() == 2) {
    order_ = {Address(0), Address(1)};
  } else {
    order_ = hamiltonian_cycle(dimension).nodes;
    is_cycle_ = !order_.empty();
    if (!is_cycle_) order_ = hamiltonian_path(dimension);
  }
  if (order_.empty()) throw PlanError("no Hamiltonian path has been found in one of its dimensions");
  for (std::uint32_t place = 0; place < nodes(); ++place) place_[order_[place].number()] = place;
}

std::uint64_t DimensionAllgather::cycles(std::uint64_t packets) const {
  return is_cycle_ ? ring_cycles(ports_, nodes(), packets).value : path_cycles(ports_, nodes(), packets);
}

std::optional<Address> DimensionAllgather::up(Address me) const {
  const std::uint32_t next = place(me) + 1;
  if (next < nodes()) return order_[next];
  return is_cycle_ ? std::optional(order_[0]) : std::nullopt;
}
std::optional<Address> DimensionAllgather::down(Address me) const {
  if (is_cycle_ || place(me) == 0) return std::nullopt;
  return order_[place(me) - 1];
}

bool DimensionAllgather::passes_up(Address me, Address source) const {
  const std::optional<Address> next = up(me);
  return next && (is_cycle_ ? *next != source : place(source) <= place(me));
}
bool DimensionAllgather::passes_down(Address me, Address source) const {
  return down(me) && place(source) >= place(me);
}

void DimensionAllgather::add_turns(Address me, std::uint64_t packets, unsigned up_port, unsigned down_port,
                                   unsigned closed, GateWindows& windows) const {
  if (is_cycle_) {
    add_ring_turns(ports_, nodes(), place(me), cycles(packets), up_port, closed, windows);
    return;
  }
  const PathNode node{nodes(), place(me), up_port, down_port, closed};
  if (ports_ == PortModel::kOne) {
    add_full_duplex_path_turns(node, packets, windows);
  } else {
    add_half_duplex_path_turns(node, cycles(packets), windows);
  }
}

}  // namespace testbench
