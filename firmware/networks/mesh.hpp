// The mesh, a product of paths; with one extent a path. No Cayley graph, but where all extents are
// 2: then it is a cube, and addresses under XOR are its group. Ports: grid_ports.hpp; those over
// the border have nothing behind them.
#pragma once

#include "firmware/networks/comb.hpp"
#include "firmware/networks/grid_ports.hpp"
#include "firmware/networks/mixed_radix.hpp"

namespace network {

class Mesh {
 public:
  constexpr explicit Mesh(const Symbols& extents) : box_(extents) {}

  constexpr bool is_cayley() const { return box_.largest_extent() == 2; }
  constexpr std::uint32_t nodes() const { return box_.nodes(); }
  constexpr unsigned ports() const { return grid_ports(box_.extents()); }
  constexpr const Symbols& extents() const { return box_.extents(); }
  constexpr Symbols symbols(Address node) const { return box_.coordinates(node); }

  constexpr Address neighbour(Address node, unsigned port) const {
    const GridStep step = grid_step(box_.extents(), port);
    const std::uint32_t last = box_.extents()[step.dimension] - 1;
    Symbols there = symbols(node);
    std::uint32_t& coordinate = there[step.dimension];
    if (last == 1) {
      coordinate = 1 - coordinate;
    } else if (step.down && coordinate > 0) {
      --coordinate;
    } else if (!step.down && coordinate < last) {
      ++coordinate;
    }
    return box_.node_at(there);
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    const GridStep step = grid_step(box_.extents(), port);
    if (box_.extents()[step.dimension] == 2 || neighbour(node, port) == node) return port;
    return step.down ? port - 1 : port + 1;
  }

  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    visit_mesh(box_.extents(), [&](const Symbols& place) { visit(box_.node_at(place)); });
  }

  // Where it is a Cayley graph.
  constexpr Address relative(Address node, Address origin) const { return Address(node.number() ^ origin.number()); }
  constexpr Address absolute(Address seen, Address origin) const { return relative(seen, origin); }

  // A cut across the largest extent, where it is even (Leighton 1992, section 1.9).
  constexpr std::uint32_t bisection() const {
    const std::uint32_t largest = box_.largest_extent();
    return largest % 2 == 0 ? nodes() / largest : 0;
  }

 private:
  MixedRadix box_;
};

}  // namespace network
