// Hamiltonian paths and cycles of cartesian products from those of the factors.
#pragma once

#include <vector>

#include "testbench/networks/network.hpp"

namespace testbench {

// A node a of the first and b of the second is node a n + b, with n nodes in the second
// (firmware/networks/product.hpp).
//
//     one factor has a cycle             a cycle, by a comb along the other's path (firmware/networks/comb.hpp), or, where
//                                        that has none, along a tree (Batagelj and Pisanski, Hamiltonian cycles in the
//                                        cartesian product of a tree and a cycle, 1982) whose nodes have no more links
//                                        than the cycle has nodes
//     both have paths, one of them even  a cycle, by a comb
//     both have paths                    a path
//
// Empty where there is nothing of these. The factors are connected.
std::vector<Address> path_of_product(const Network& first, const Network& second);

}  // namespace testbench
