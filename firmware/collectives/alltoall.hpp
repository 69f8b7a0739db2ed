// Alltoall (total exchange): M packets for each ordered pair of nodes, by e-cube.
//
//   table  own packets in the order of Bertsekas et al. 1991, section 4: every link is busy in every cycle, M 2^(d-1)
//   ecube  own packets in natural order: late packets for far nodes leave links idle
//   fifo   one-port, every node serves the same relative port in every cycle and is never idle, which is optimal
//          whatever the order (Dimakopoulos and Dimopoulos, theorem 1): M d 2^(d-1). Fig. 2 takes the head of a
//          first-in first-out queue of M (2^d - 1) packets. Here what arrives leaves in the next cycle and own packets
//          follow in natural order (GateMode::kCounting), so that a packet never waits behind another
//   sbt    one-port dimension exchange, M 2^(d-1) cycles for each dimension, highest first
#pragma once

#include "firmware/collectives/collective.hpp"
#include "firmware/collectives/total_exchange_table.hpp"
#include "firmware/node/driver.hpp"

namespace collectives {

template <class Driver>
void load_alltoall(const Operation& operation, cube::Address me, Driver& driver) {
  const unsigned d = operation.d;
  driver.begin(d, me, node::Rule::kEcube, 1);
  driver.expect(operation.packets * cube::mask(d));
  if (operation.algorithm == Algorithm::kFifo) {
    driver.set_transit_first();
    driver.set_gate(node::GateMode::kCounting);
  }
  if (operation.algorithm == Algorithm::kSbt) {
    for (unsigned port = d; port-- > 0;) driver.add_window(port, operation.packets << (d - 1));
  }
  for (unsigned port = 0; port < d; ++port) {
    for (std::uint32_t row = 0; row < cube::nodes(port); ++row) {
      const bool by_table = operation.algorithm == Algorithm::kTable;
      driver.add(port, {by_table ? total_exchange_entry(port, row) : cube::nodes(port) + row, 0, 0, 1});
    }
    driver.send(port, operation.packets << port);
  }
}

}  // namespace collectives
