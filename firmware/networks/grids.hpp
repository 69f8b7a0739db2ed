// SPDX-License-Identifier: Apache-2.0
// Meshes, tori and generalized hypercubes: products of paths, rings and complete graphs, with nodes
// named by their coordinates in a box.
#pragma once

#include "firmware/networks/boxes.hpp"
#include "firmware/networks/network.hpp"

namespace network {

// The ports of meshes and tori: for every dimension in turn one up (+1) and one down (-1), but in a
// dimension of two nodes one for both.
struct GridStep {
  unsigned dimension;
  bool down;
};

constexpr unsigned grid_ports_of(std::uint32_t extent) {
  return extent == 2 ? 1 : 2;
}
constexpr unsigned grid_ports(const Symbols& extents) {
  unsigned count = 0;
  for (const std::uint32_t extent : extents) count += grid_ports_of(extent);
  return count;
}
constexpr GridStep grid_step(const Symbols& extents, unsigned port) {
  unsigned dimension = 0;
  while (port >= grid_ports_of(extents[dimension])) port -= grid_ports_of(extents[dimension++]);
  return {dimension, port == 1};
}

// The mesh, a product of paths. A port over the border has nothing behind it. The mesh is a Cayley
// graph only if all extents are 2: then it is a cube, and its group is the addresses under XOR.
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

  // Only if it is a Cayley graph.
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

// The path of n nodes: a mesh of one dimension. Port 0 leads up, port 1 down; a path of two nodes
// has one port.
class Path : public Mesh {
 public:
  static constexpr Limits kLimits{2, kMaxNodes};

  constexpr explicit Path(std::uint32_t nodes) : Mesh(extents(nodes)) {}

  static constexpr std::uint32_t bisection() { return 1; }

 private:
  static constexpr Symbols extents(std::uint32_t nodes) {
    Symbols one;
    one.add(nodes);
    return one;
  }
};

namespace groups {

// The direct product of cyclic groups, the group of tori and generalized hypercubes: nodes are
// added coordinate by coordinate.
class CyclicProduct {
 public:
  using Element = Symbols;  // coordinates

  constexpr explicit CyclicProduct(const Symbols& extents) : box_(extents) {}

  constexpr const MixedRadix& box() const { return box_; }
  constexpr const Symbols& extents() const { return box_.extents(); }
  constexpr std::uint32_t nodes() const { return box_.nodes(); }
  constexpr Symbols symbols(Address node) const { return box_.coordinates(node); }
  constexpr Element element_of(Address node) const { return box_.coordinates(node); }
  constexpr Address address_of(const Element& coordinates) const { return box_.node_at(coordinates); }
  constexpr Element product(const Element& a, const Element& b) const {
    Element sum;
    for (unsigned i = 0; i < a.size(); ++i) {
      const std::uint32_t both = a[i] + b[i];
      sum.add(both < box_.extents()[i] ? both : both - box_.extents()[i]);
    }
    return sum;
  }
  constexpr Element inverse(const Element& a) const {
    Element negative;
    for (unsigned i = 0; i < a.size(); ++i) negative.add(a[i] == 0 ? 0 : box_.extents()[i] - a[i]);
    return negative;
  }

  // For networks that have the links of a torus.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    visit_torus(box_.extents(), [&](const Symbols& place) { visit(box_.node_at(place)); });
  }

 protected:
  // The element that adds `step` in one dimension.
  constexpr Element along(unsigned dimension, std::uint32_t step) const {
    Element found;
    for (unsigned i = 0; i < extents().size(); ++i) found.add(i == dimension ? step : 0);
    return found;
  }

 private:
  MixedRadix box_;
};

// The torus, a product of rings; with equal extents the k-ary n-cube. A ring of two nodes is one
// link.
class Torus : public CyclicProduct {
 public:
  constexpr explicit Torus(const Symbols& extents) : CyclicProduct(extents) {}

  constexpr unsigned ports() const { return grid_ports(box().extents()); }
  constexpr Element generator(unsigned port) const {
    const GridStep step = grid_step(box().extents(), port);
    return along(step.dimension, step.down ? box().extents()[step.dimension] - 1 : 1);
  }
  // Two cuts across the largest extent, where it is even (Dally 1990, Performance analysis of k-ary
  // n-cube networks).
  constexpr std::uint32_t bisection() const {
    const std::uint32_t largest = box().largest_extent();
    if (largest % 2 != 0) return 0;
    return grid_ports_of(largest) * (nodes() / largest);
  }
};

// The generalized hypercube of Bhuyan and Agrawal 1984: nodes that differ in one coordinate are
// linked, a product of complete graphs. For every dimension of extent k in turn ports that add 1,
// 2, .. k - 1 to the coordinate modulo k.
class Hamming : public CyclicProduct {
 public:
  constexpr explicit Hamming(const Symbols& extents) : CyclicProduct(extents) {}

  constexpr unsigned ports() const {
    unsigned count = 0;
    for (const std::uint32_t extent : box().extents()) count += extent - 1;
    return count;
  }
  constexpr Element generator(unsigned port) const {
    unsigned dimension = 0;
    while (port >= box().extents()[dimension] - 1) port -= box().extents()[dimension++] - 1;
    return along(dimension, port + 1);
  }
};

}  // namespace groups

using Torus = CayleyNetwork<groups::Torus>;
using Hamming = CayleyNetwork<groups::Hamming>;

}  // namespace network
