#include "testbench/plans/ring_turns.hpp"

namespace testbench {
namespace {

using collectives::ClosedForm;
using collectives::PortModel;

bool sends_half_duplex(std::uint64_t n, std::uint64_t place, std::uint64_t cycle) {
  if (n % 2 == 0) return place % 2 == cycle % 2;
  const std::uint64_t behind = (place + n - (cycle + 1) % n) % n;
  return behind % 2 == 0 && behind + 1 != n;
}

}  // namespace

ClosedForm ring_cycles(PortModel ports, std::uint64_t nodes, std::uint64_t packets) {
  if (ports == PortModel::kOne) return {packets * (nodes - 1), "Dimakopoulos 1999, section 3.1"};
  if (nodes % 2 == 0) return {2 * packets * (nodes - 1), "Dimakopoulos 1999, section 3.2.1"};
  return {2 * packets * nodes, "Dimakopoulos 1999, section 3.2.2"};
}

std::uint32_t ring_period(std::uint64_t nodes) {
  return nodes % 2 == 0 ? 2 : static_cast<std::uint32_t>(nodes);
}

void add_ring_turns(PortModel ports, std::uint64_t nodes, std::uint64_t place, std::uint64_t cycles, unsigned port,
                    unsigned closed, GateWindows& windows) {
  if (ports == PortModel::kOne) {
    windows.add(port, static_cast<std::uint32_t>(cycles));
    return;
  }
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    windows.add(sends_half_duplex(nodes, place, cycle) ? port : closed);
  }
}

}  // namespace testbench
