// SPDX-License-Identifier: Apache-2.0
// Alltoall (total exchange): M packets for each ordered pair of nodes, by e-cube.
//
//   table  own packets in the order of Bertsekas et al. 1991, section 4 (total_exchange): every link is
//          busy in every cycle, M 2^(d-1)
//   ecube  own packets in natural order: late packets for far nodes leave links idle
//   fifo   one-port, every node serves the same relative port in every cycle and is never idle, which
//          is optimal in any order (Dimakopoulos and Dimopoulos, theorem 1): M d 2^(d-1). Fig. 2 takes
//          the head of a first-in first-out queue of M (2^d - 1) packets. Here a packet that arrives
//          leaves in the next cycle and own packets follow in natural order (GateMode::kCounting), so
//          that a packet never waits for another. With two cycles a hop the addresses of odd and of
//          even weight have every other cycle each
//   sbt    one-port dimension exchange, M 2^(d-1) cycles for each dimension, highest first
#pragma once

#include "firmware/collectives/operation.hpp"
#include "firmware/networks/cube_addresses.hpp"

namespace collectives {

// The order in which a node sends its own packets in the optimal total exchange: the table of
// Bertsekas et al. 1991, section 4 (fig. 6), entry by entry and without the table.
//
// Column k (port k) has 2^k entries, each with highest bit k. It lists, with bit k set, the entries
// of the columns below k row by row, each row from left to right, and last 2^k itself. Row t has an
// entry in the columns c < k with 2^c > t: k - w(t) of them, w(t) being the width of the number t.
// Bits needed to write t; 0 for 0.
constexpr unsigned number_width(std::uint32_t t) {
  return t == 0 ? 0 : bits::index(bits::highest(t)) + 1;
}

// Entries of the first `rows` rows in the columns below k: the sum of k - w(t) for t < rows.
constexpr std::uint32_t entries_above(unsigned k, std::uint32_t rows) {
  std::uint32_t entries = k * rows;
  for (unsigned width = 1; width <= k && cube::nodes(width - 1) < rows; ++width) {
    const std::uint32_t first = cube::nodes(width - 1);
    const std::uint32_t end = cube::nodes(width) < rows ? cube::nodes(width) : rows;
    entries -= width * (end - first);
  }
  return entries;
}

// Relative destination of entry `row` (0 .. 2^k - 1) in column k.
constexpr cube::Address total_exchange_entry(unsigned k, std::uint32_t row) {
  cube::Ports ones;
  for (;;) {
    ones.insert(k);
    if (row == cube::nodes(k) - 1) return cube::address_of(ones);
    // This place has an entry of the smaller table: the last row that begins at or before it.
    std::uint32_t smaller_row = 0;
    for (std::uint32_t bit = cube::nodes(k); bit != 0; bit >>= 1) {
      if (entries_above(k, smaller_row + bit) <= row && smaller_row + bit < cube::nodes(k)) smaller_row += bit;
    }
    k = row - entries_above(k, smaller_row) + number_width(smaller_row);
    row = smaller_row;
  }
}

// Port k sends to the 2^k addresses whose highest bit is k, in the order entry(k, row), row = 0, 1,
// ...
template <class EntryOf>
void load_exchange(const Operation& operation, Address me, node::Driver& driver, EntryOf entry) {
  begin(operation, me, 1, driver);
  for (unsigned port = 0; port < operation.d(); ++port) {
    for (std::uint32_t row = 0; row < cube::nodes(port); ++row) driver.add(port, {entry(port, row), 0, 0, 1});
    driver.send(port, operation.packets << port);
  }
}

// Calls visit(port, c) for all relative addresses but 0, in the order in which own packets for c
// leave through the port when two cycles make a hop: every other cycle belongs to the addresses of
// odd weight, in ascending order, each for as many of these cycles as it has hops, and the rest to
// those of even weight. d > 1.
template <class Visit>
void for_each_served_by_parity(const network::Cube& cube, Visit visit) {
  struct Way {
    Address served;
    Address to_go;
  };
  Way way{Address(1), Address(1)};
  Way other{Address(3), Address(3)};
  for (std::uint32_t cycle = 0; cycle < cube.dimension() * cube.nodes() / 2; ++cycle) {
    if (way.to_go == way.served) visit(bits::index(cube.first_port(way.served).mask()), way.served);
    const Address rest = cube.behind_first(way.to_go);
    if (rest == Address(0)) way.served = cube.next_of_parity(way.served);
    const Way behind{way.served, rest == Address(0) ? way.served : rest};
    way = other;
    other = behind;
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

// In the order in which the gate serves the addresses (GateMode::kCounting). On one link any order
// will do.
inline void load_alltoall_fifo(const Operation& operation, Address me, node::Driver& driver) {
  if (operation.hop_cycles == 1 || operation.d() == 1) {
    load_alltoall_natural(operation, me, driver);
  } else {
    begin(operation, me, 1, driver);
    for_each_served_by_parity(operation.network.cube(),
                              [&](unsigned port, Address c) { driver.add(port, {c, 0, 0, 1}); });
    for (unsigned port = 0; port < operation.d(); ++port) driver.send(port, operation.packets << port);
  }
  driver.set_transit_first();
  driver.set_gate(operation.d() == 1 ? node::GateMode::kGreedy : node::GateMode::kCounting);
}

inline void load_alltoall_sbt(const Operation& operation, Address me, node::Driver& driver) {
  load_alltoall_natural(operation, me, driver);
  const unsigned d = operation.d();
  driver.add_window(d - 1, operation.packets << (d - 1));
  for (unsigned port = d - 1; port-- > 0;) {
    driver.add_window(port, next_window(operation.packets << (d - 1), operation.hop_cycles));
  }
}

// With r = 2 the last packet of one pass of the table ends d - 1 cycles late.
constexpr ClosedForm alltoall_table(unsigned d, std::uint64_t packets, Hop r) {
  return {packets * (cube::nodes(d) / 2) + (r - 1) * (d - 1), "Bertsekas et al. 1991, section 4 and table 1"};
}
// The addresses of either parity have as many hops, d 2^(d-2) for d > 1, as the sum of (-1)^w w
// C(d, w) is 0: no cycle of either is left over.
constexpr ClosedForm alltoall_fifo(unsigned d, std::uint64_t packets, Hop) {
  return {packets * d * (cube::nodes(d) / 2), "Dimakopoulos and Dimopoulos, figure 2"};
}
constexpr ClosedForm alltoall_sbt(unsigned d, std::uint64_t packets, Hop r) {
  const std::uint64_t window = packets * (cube::nodes(d) / 2);
  return {window + (d - 1) * (window < r ? std::uint64_t{r} : window), "Johnsson and Ho 1986, lemma 7.1"};
}

inline constexpr Row kAlltoallRows[] = {
    {Collective::kAlltoall, "table", PortModel::kAll, kRule<rules::Ecube>, Programs::kSymmetric, load_alltoall_table,
     alltoall_table, "Bertsekas et al. 1991, section 4", "always optimal: every link busy in every cycle", false,
     TreeUse::kNone, 1330},
    {Collective::kAlltoall, "ecube", PortModel::kAll, kRule<rules::Ecube>, Programs::kSymmetric, load_alltoall_natural,
     nullptr, "Bertsekas et al. 1991, section 4, without its order", "for d up to 2; shows why the table matters"},
    {Collective::kAlltoall, "fifo", PortModel::kOne, kRule<rules::Ecube>, Programs::kSymmetric, load_alltoall_fifo,
     alltoall_fifo, "Dimakopoulos and Dimopoulos, theorem 1 and fig. 2", "always optimal, with queues of one packet",
     false, TreeUse::kNone, 650, false, true},
    {Collective::kAlltoall, "sbt", PortModel::kOne, kRule<rules::Ecube>, Programs::kSymmetric, load_alltoall_sbt,
     alltoall_sbt, "Johnsson and Ho 1986, lemma 7.1", "always optimal", false, TreeUse::kNone, 810},
};

}  // namespace collectives
