#include "firmware/networks/product.hpp"

#include <gtest/gtest.h>

#include "firmware/networks/hypercube.hpp"
#include "firmware/networks/path.hpp"
#include "firmware/networks/ring.hpp"
#include "firmware/networks/star.hpp"
#include "firmware/networks/test_laws.hpp"
#include "firmware/networks/torus.hpp"

namespace network::test {
namespace {

// A product with names for the laws: those of both nodes, one after the other.
template <class First, class Second>
struct Named : Product<First, Second> {
  using Product<First, Second>::Product;
  Symbols symbols(Address node) const {
    Symbols name = this->first().symbols(this->in_first(node));
    for (const std::uint32_t symbol : this->second().symbols(this->in_second(node))) name.add(symbol);
    return name;
  }
};

TEST(Product, OfRingsIsATorus) {
  const Named<Ring, Ring> product(Ring(4), Ring(5));
  expect_cayley_laws(product);
  const Torus torus(symbols_of({4, 5}));
  for (const Address node : addresses(20)) {
    for (unsigned port = 0; port < 4; ++port) {
      EXPECT_EQ(product.neighbour(node, port), torus.neighbour(node, port));
      EXPECT_EQ(product.arrival_port(node, port), torus.arrival_port(node, port));
    }
  }
}

// Distances add: s(a, b) = n_2 s(a) + n_1 s(b) (Dimakopoulos and Dimopoulos 1998).
TEST(Product, AddsDistances) {
  const Star star(4);
  const Path path(3);
  const Named<Star, Path> product(star, path);
  expect_network_laws(product);
  EXPECT_FALSE(product.is_cayley());
  EXPECT_EQ(product.ports(), 5u);
  const Reach in_star = reach(star);
  const Reach in_path = reach(path);
  const Reach found = reach(product);
  EXPECT_EQ(found.status, 3 * in_star.status + 24 * in_path.status);
  for (const Address node : addresses(product.nodes())) {
    EXPECT_EQ(found.distance[node.number()],
              in_star.distance[product.in_first(node).number()] + in_path.distance[product.in_second(node).number()]);
  }
}

TEST(Product, IsACayleyGraphWhereBothAre) {
  expect_cayley_laws(Named<Star, Hypercube>(Star(4), Hypercube(2)));
}

}  // namespace
}  // namespace network::test
