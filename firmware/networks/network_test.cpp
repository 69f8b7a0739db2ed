// SPDX-License-Identifier: Apache-2.0
// The laws of networks, for every network: a row for each, and what the laws ask stands in
// test_laws.hpp. The test beside each network says which nodes its links join.
#include "firmware/networks/network.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "firmware/networks/cube.hpp"
#include "firmware/networks/dragonfly.hpp"
#include "firmware/networks/grids.hpp"
#include "firmware/networks/permutations.hpp"
#include "firmware/networks/rings.hpp"
#include "firmware/networks/test_laws.hpp"
#include "firmware/networks/twisted_cubes.hpp"
#include "firmware/networks/words.hpp"

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

// The properties that every network has, whichever it is.
struct Row {
  std::string name;
  std::function<void()> expect_laws;
  std::function<void()> expect_hamiltonian_path;
  std::function<void()> expect_bisection;
};

template <class Network>
void expect_laws(const Network& network) {
  if constexpr (requires { network.absolute(Address(), Address()); }) {
    if (network.is_cayley()) return expect_cayley_laws(network);
  }
  expect_network_laws(network);
}
template <class Network>
void expect_hamiltonian_path([[maybe_unused]] const Network& network) {
  if constexpr (requires { network.hamiltonian_path([](Address) {}); }) expect_visits_every_node(network);
}

constexpr std::uint32_t kMostNodesToBisect = 16;  // 2^15 halves

template <class Network>
void expect_bisection([[maybe_unused]] const Network& network) {
  if constexpr (requires { network.bisection(); }) {
    if (network.nodes() > kMostNodesToBisect || network.bisection() == 0) return;
    EXPECT_EQ(network.bisection(), bisection_by_trial(network));
  }
}

template <class Network>
Row row(const char* name, const std::vector<std::uint32_t>& parameters, const Network& network) {
  Row result;
  result.name = name;
  for (const std::uint32_t parameter : parameters) result.name += "_" + std::to_string(parameter);
  result.expect_laws = [network] { expect_laws(network); };
  result.expect_hamiltonian_path = [network] { expect_hamiltonian_path(network); };
  result.expect_bisection = [network] { expect_bisection(network); };
  return result;
}

// Networks of one parameter, from `first` to `last`.
template <class Network>
void add_numbers(std::vector<Row>& rows, const char* name, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t i = first; i <= last; ++i) rows.push_back(row(name, {i}, Network(i)));
}

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  add_numbers<Hypercube>(rows, "cube", 1, 7);
  add_numbers<FoldedCube>(rows, "folded", 2, 7);
  add_numbers<Ring>(rows, "ring", 3, 12);
  add_numbers<Ring>(rows, "ring", 31, 31);
  add_numbers<Complete>(rows, "complete", 2, 8);
  add_numbers<Complete>(rows, "complete", 32, 32);
  add_numbers<Path>(rows, "path", 2, 8);
  add_numbers<DeBruijn>(rows, "debruijn", 2, 7);
  add_numbers<CrossedCube>(rows, "crossed", 1, 7);
  add_numbers<MoebiusCube>(rows, "moebius", 1, 7);
  for (const unsigned d : {1u, 3u, 5u, 7u}) rows.push_back(row("twisted", {d}, TwistedCube(d)));
  for (const auto& [k, n] :
       {std::pair{2u, 2u}, std::pair{2u, 5u}, std::pair{3u, 3u}, std::pair{4u, 2u}, std::pair{3u, 4u}}) {
    rows.push_back(row("kautz", {k, n}, Kautz(k, n)));
  }
  for (const auto& [a, h] :
       {std::pair{2u, 1u}, std::pair{4u, 1u}, std::pair{4u, 2u}, std::pair{3u, 3u}, std::pair{8u, 4u}}) {
    rows.push_back(row("dragonfly", {a, h}, Dragonfly(a, h)));
  }
  add_numbers<CubeConnectedCycles>(rows, "ccc", 3, 5);
  add_numbers<Butterfly>(rows, "butterfly", 3, 4);
  add_numbers<Star>(rows, "star", 2, 5);
  add_numbers<Pancake>(rows, "pancake", 2, 5);
  add_numbers<BubbleSort>(rows, "bubblesort", 2, 6);
  for (const auto& [n, k] : {std::pair{3u, 2u}, std::pair{3u, 4u}, std::pair{4u, 3u}}) {
    rows.push_back(row("cyclic", {n, k}, CyclicCube(n, k)));
  }
  for (const auto& [l, m] : {std::pair{2u, 2u}, std::pair{2u, 1u}, std::pair{4u, 1u}, std::pair{2u, 3u}}) {
    rows.push_back(row("macrostar", {l, m}, MacroStar(l, m)));
  }
  const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> steps = {
      {13, {1, 5}}, {12, {1, 6}}, {12, {3, 4}}, {10, {2, 5}}, {2, {1}}, {30, {6, 10, 15}}};
  for (const auto& [n, some] : steps) {
    rows.push_back(row(("circulant_" + std::to_string(n)).c_str(), some, Circulant(n, symbols_of(some))));
  }
  const std::vector<std::vector<std::uint32_t>> extents = {{4},    {5},    {2, 2, 2}, {3, 2},    {3, 4},   {4, 3},
                                                           {4, 4}, {6, 2}, {4, 6},    {3, 3, 3}, {2, 5, 3}};
  for (const auto& some : extents) {
    rows.push_back(row("torus", some, Torus(symbols_of(some))));
    rows.push_back(row("hamming", some, Hamming(symbols_of(some))));
    rows.push_back(row("mesh", some, Mesh(symbols_of(some))));
  }
  rows.push_back(row("ring_x_ring", {4, 5}, Named<Ring, Ring>(Ring(4), Ring(5))));
  rows.push_back(row("star_x_path", {4, 3}, Named<Star, Path>(Star(4), Path(3))));
  rows.push_back(row("star_x_cube", {4, 2}, Named<Star, Hypercube>(Star(4), Hypercube(2))));
  return rows;
}

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class Laws : public testing::TestWithParam<Row> {};
INSTANTIATE_TEST_SUITE_P(Networks, Laws, testing::ValuesIn(all_rows()),
                         [](const auto& info) { return info.param.name; });

TEST_P(Laws, LinksLeadThereAndBackAndNodesSeeTheSameNetworkIfItIsCayley) {
  GetParam().expect_laws();
}
TEST_P(Laws, HamiltonianPathsVisitEveryNode) {
  GetParam().expect_hamiltonian_path();
}
TEST_P(Laws, BisectionIsThatOfTheBestHalves) {
  GetParam().expect_bisection();
}

// 24 nodes: the largest that can be tried.
TEST(Bisection, OfTheSmallestCyclesAndButterflyIsThatOfTheBestHalves) {
  EXPECT_EQ(CubeConnectedCycles(3).bisection(), bisection_by_trial(CubeConnectedCycles(3)));
  EXPECT_EQ(Butterfly(3).bisection(), bisection_by_trial(Butterfly(3)));
}
TEST(Bisection, IsUnknownWhereTheTheoremSpeaksOfEvenExtents) {
  EXPECT_EQ(Torus(symbols_of({3, 2})).bisection(), 0u);
  EXPECT_EQ(Mesh(symbols_of({3, 2})).bisection(), 0u);
}

TEST(Product, OfRingsIsATorus) {
  const Product<Ring, Ring> product(Ring(4), Ring(5));
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
  const Product<Star, Path> product(star, path);
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

}  // namespace
}  // namespace network::test
