// The torus, a product of rings; with equal extents the k-ary n-cube. A ring of two nodes is one
// link. Ports: grid_ports.hpp.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/cyclic_product.hpp"
#include "firmware/networks/grid_ports.hpp"

namespace network {
namespace groups {

class Torus : public CyclicProduct {
 public:
  constexpr explicit Torus(const Symbols& extents) : CyclicProduct(extents) {}

  constexpr unsigned ports() const { return grid_ports(box().extents()); }
  constexpr Address generator(unsigned port) const {
    const GridStep step = grid_step(box().extents(), port);
    Symbols one = symbols(Address(0));
    one[step.dimension] = step.down ? box().extents()[step.dimension] - 1 : 1;
    return box().node_at(one);
  }
  // Two cuts across the largest extent, where it is even (Dally 1990, Performance analysis of k-ary
  // n-cube networks).
  constexpr std::uint32_t bisection() const {
    const std::uint32_t largest = box().largest_extent();
    if (largest % 2 != 0) return 0;
    return grid_ports_of(largest) * (nodes() / largest);
  }
};

}  // namespace groups

using Torus = CayleyNetwork<groups::Torus>;

}  // namespace network
