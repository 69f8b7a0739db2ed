// Networks whose group is the direct product of cyclic groups: tori and generalized hypercubes.
#pragma once

#include "firmware/networks/comb.hpp"
#include "firmware/networks/mixed_radix.hpp"
#include "firmware/networks/network.hpp"

namespace network::groups {

// Nodes are added coordinate by coordinate.
class CyclicProduct {
 public:
  constexpr explicit CyclicProduct(const Symbols& extents) : box_(extents) {}

  constexpr const MixedRadix& box() const { return box_; }
  constexpr const Symbols& extents() const { return box_.extents(); }
  constexpr std::uint32_t nodes() const { return box_.nodes(); }
  constexpr Symbols symbols(Address node) const { return box_.coordinates(node); }
  constexpr Address product(Address a, Address b) const {
    Symbols sum = symbols(a);
    const Symbols other = symbols(b);
    for (unsigned i = 0; i < sum.size(); ++i) sum[i] = (sum[i] + other[i]) % box_.extents()[i];
    return box_.node_at(sum);
  }
  constexpr Address inverse(Address a) const {
    Symbols negative = symbols(a);
    for (unsigned i = 0; i < negative.size(); ++i) negative[i] = (box_.extents()[i] - negative[i]) % box_.extents()[i];
    return box_.node_at(negative);
  }

  // Of networks with the links of a torus.
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    visit_torus(box_.extents(), [&](const Symbols& place) { visit(box_.node_at(place)); });
  }

 private:
  MixedRadix box_;
};

}  // namespace network::groups
