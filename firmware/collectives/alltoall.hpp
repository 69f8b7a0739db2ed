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

#include "firmware/collectives/operation.hpp"
#include "firmware/collectives/total_exchange_table.hpp"

namespace collectives {

// Port k sends to the 2^k addresses whose highest bit is k, in the order entry(k, row), row = 0, 1, ...
template <class EntryOf>
void load_exchange(const Operation& operation, Address me, node::Driver& driver, EntryOf entry) {
  begin(operation, me, 1, driver);
  for (unsigned port = 0; port < operation.d(); ++port) {
    for (std::uint32_t row = 0; row < cube::nodes(port); ++row) driver.add(port, {entry(port, row), 0, 0, 1});
    driver.send(port, operation.packets << port);
  }
}

inline void load_alltoall_table(const Operation& operation, Address me, node::Driver& driver) {
  load_exchange(operation, me, driver, total_exchange_entry);
}

// In ascending order of address.
inline void load_alltoall_natural(const Operation& operation, Address me, node::Driver& driver) {
  load_exchange(operation, me, driver,
                [](unsigned port, std::uint32_t row) { return Address(cube::nodes(port) + row); });
}

inline void load_alltoall_fifo(const Operation& operation, Address me, node::Driver& driver) {
  load_alltoall_natural(operation, me, driver);
  driver.set_transit_first();
  driver.set_gate(node::GateMode::kCounting);
}

inline void load_alltoall_sbt(const Operation& operation, Address me, node::Driver& driver) {
  load_alltoall_natural(operation, me, driver);
  const unsigned d = operation.d();
  for (unsigned port = d; port-- > 0;) driver.add_window(port, operation.packets << (d - 1));
}

constexpr ClosedForm alltoall_table(unsigned d, std::uint64_t packets) {
  return {packets * (cube::nodes(d) / 2), "Bertsekas et al. 1991, section 4 and table 1"};
}
constexpr ClosedForm alltoall_fifo(unsigned d, std::uint64_t packets) {
  return {packets * d * (cube::nodes(d) / 2), "Dimakopoulos and Dimopoulos, figure 2"};
}
constexpr ClosedForm alltoall_sbt(unsigned d, std::uint64_t packets) {
  return {packets * d * (cube::nodes(d) / 2), "Johnsson and Ho 1986, lemma 7.1"};
}

}  // namespace collectives
