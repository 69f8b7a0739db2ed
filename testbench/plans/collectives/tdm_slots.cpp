// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/tdm_slots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/plans/trees/plan_error.hpp"

namespace testbench {

void GateWindows::refuse() {
  throw PlanError(fmt::format(
      "takes more than {} slots at a node; use fewer packets, a smaller network, or --ports all", kMostWindows));
}

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

void add_ring_slots(PortModel ports, std::uint64_t nodes, std::uint64_t place, std::uint64_t cycles, unsigned port,
                    unsigned closed, GateWindows& windows) {
  if (ports == PortModel::kOne) {
    windows.add(port, static_cast<std::uint32_t>(cycles));
    return;
  }
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    windows.add(sends_half_duplex(nodes, place, cycle) ? port : closed);
  }
}

namespace {

using collectives::PortModel;

enum class Way : std::uint8_t { kNone, kUp, kDown };

// In a part of the time, from 1 on; p and q count places from either end.
Way full_duplex_way(std::uint64_t n, std::uint64_t p, std::uint64_t part) {
  if (2 * p <= n + 1) return part % 2 == 1 && part < 2 * p ? Way::kUp : Way::kDown;
  const std::uint64_t q = n + 1 - p;
  return part % 2 == 0 && part <= 2 * q ? Way::kDown : Way::kUp;
}

// Link p, from place p to p + 1, p = 1 .. n - 1, in a cycle from 0 on.
Way half_duplex_way(std::uint64_t n, std::uint64_t p, std::uint64_t cycle) {
  const std::uint64_t middle = (n + 1) / 2;
  const std::uint64_t first = p < middle ? middle - p : p - middle;
  const std::uint64_t since = (cycle + 2 * n - first) % (2 * n);
  if (since % 2 != 0) return Way::kNone;
  const std::uint64_t use = since / 2;
  if (p == middle && n % 2 == 0) return use % 2 == 0 ? Way::kUp : Way::kDown;
  if (p < middle) return use < p ? Way::kUp : Way::kDown;
  return use < n - p ? Way::kDown : Way::kUp;
}

}  // namespace

std::uint64_t path_cycles(PortModel ports, std::uint64_t nodes, std::uint64_t packets) {
  return packets * (ports == PortModel::kOne ? nodes + 1 : 2 * nodes) + (nodes - 3) / 2;
}

void add_full_duplex_path_slots(const PathNode& node, std::uint64_t packets, GateWindows& windows) {
  const std::uint64_t n = node.nodes;
  const auto add = [&](Way way, std::uint64_t cycles) {
    if (cycles > 0) windows.add(way == Way::kUp ? node.up : node.down, static_cast<std::uint32_t>(cycles));
  };
  for (std::uint64_t part = 1; part <= n + 1; ++part) add(full_duplex_way(n, node.place + 1, part), packets);
  add(full_duplex_way(n, node.place + 1, n + 1), path_cycles(PortModel::kOne, n, packets) - packets * (n + 1));
}

void add_half_duplex_path_slots(const PathNode& node, std::uint64_t cycles, GateWindows& windows) {
  const std::uint64_t n = node.nodes;
  const std::uint64_t p = node.place + 1;
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if (p < n && half_duplex_way(n, p, cycle) == Way::kUp) {
      windows.add(node.up);
    } else if (p > 1 && half_duplex_way(n, p - 1, cycle) == Way::kDown) {
      windows.add(node.down);
    } else {
      windows.add(node.closed);
    }
  }
}

}  // namespace testbench
