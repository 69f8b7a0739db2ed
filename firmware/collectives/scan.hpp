// SPDX-License-Identifier: Apache-2.0
// Prefixes: for each node the packets of all addresses up to its own (scan), or below it (exscan),
// combined, by exchange in ascending order of dimensions. A packet through port k is then the total
// of the 2^k addresses that differ from the node's in bit k and agree with it above; they are lower
// ones if that bit is set. One exchange does it for a packet, in d cycles; the tree of Varvarigos
// and Bertsekas takes 2 d steps.
#pragma once

#include "firmware/collectives/operation.hpp"

namespace collectives {

// Every port sends every packet, combined with those that have come through the lower ports.
// One-port, every port has a window.
inline void add_ascending_exchange(const Operation& operation, node::Driver& driver) {
  const unsigned d = operation.d();
  for (unsigned port = 0; port < d; ++port) {
    driver.add(port, {Address(), 0, 0, operation.packets, Ports::first(port)});
    driver.send(port, operation.packets);
    if (needs_gate(operation)) driver.add_window(port, operation.hop_cycles);
  }
}

inline void load_scan(const Operation& operation, Address me, node::Driver& driver) {
  const bool exclusive = operation.row->collective == Collective::kExscan;
  begin(operation, me, 1, driver);
  if (exclusive) driver.set_exclusive();
  add_ascending_exchange(operation, driver);
  if (exclusive && me == Address()) return;
  const unsigned ejector = node::Driver::ejector(operation.d(), 0);
  driver.add(ejector, {Address(), 0, 0, operation.packets, cube::ones(me)});
  driver.send(ejector, operation.packets);
}

constexpr ClosedForm scan_all_port(unsigned d, std::uint64_t packets, Hop r) {
  return {packets + r * (d - 1), "the last packet leaves through port 0 in cycle V, and makes d - 1 more hops"};
}
// Windows of r cycles: r packets of all nodes make a hop together.
constexpr ClosedForm scan_one_port(unsigned d, std::uint64_t packets, Hop r) {
  return {(packets - 1) / r * r * d + r * (d - 1) + (packets - 1) % r + 1, "d turns for every r packets"};
}

inline constexpr Row kScanRows[] = {
    {Collective::kScan, "exchange", PortModel::kAll, kRule<rules::Prefix>, Programs::kOfNodes, load_scan, scan_all_port,
     "by exchange in ascending order of dimensions", "optimal for one packet"},
    {Collective::kScan, "exchange", PortModel::kOne, kRule<rules::Prefix>, Programs::kOfNodes, load_scan, scan_one_port,
     "by exchange in ascending order of dimensions", "optimal for one packet"},
    {Collective::kExscan, "exchange", PortModel::kAll, kRule<rules::Prefix>, Programs::kOfNodes, load_scan,
     scan_all_port, "by exchange in ascending order of dimensions", "optimal for one packet"},
    {Collective::kExscan, "exchange", PortModel::kOne, kRule<rules::Prefix>, Programs::kOfNodes, load_scan,
     scan_one_port, "by exchange in ascending order of dimensions", "optimal for one packet"},
};

}  // namespace collectives
