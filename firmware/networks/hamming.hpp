// The generalized hypercube of Bhuyan and Agrawal 1984: nodes that differ in one coordinate are
// linked, a product of complete graphs. For every dimension of extent k in turn ports that add 1,
// 2, .. k - 1 to the coordinate modulo k.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/cyclic_product.hpp"

namespace network {
namespace groups {

class Hamming : public CyclicProduct {
 public:
  constexpr explicit Hamming(const Symbols& extents) : CyclicProduct(extents) {}

  constexpr unsigned ports() const {
    unsigned count = 0;
    for (const std::uint32_t extent : box().extents()) count += extent - 1;
    return count;
  }
  constexpr Address generator(unsigned port) const {
    unsigned dimension = 0;
    while (port >= box().extents()[dimension] - 1) port -= box().extents()[dimension++] - 1;
    Symbols step = symbols(Address(0));
    step[dimension] = port + 1;
    return box().node_at(step);
  }
};

}  // namespace groups

using Hamming = CayleyNetwork<groups::Hamming>;

}  // namespace network
