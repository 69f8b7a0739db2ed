// SPDX-License-Identifier: Apache-2.0
// Products of networks that are asked for by their names, "ccc:3*ring:4", with their Hamiltonian
// paths and cycles.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

// A Hamiltonian cycle or path of a product of two networks. Node a of the first and node b of the
// second are node a n + b, with n nodes in the second (firmware/networks/network.hpp).
//
//     one factor has a cycle             a cycle, by a comb along the other's path (firmware/networks/boxes.hpp), or, where
//                                        that has none, along a tree (Batagelj and Pisanski, Hamiltonian cycles in the
//                                        cartesian product of a tree and a cycle, 1982) whose nodes have no more links
//                                        than the cycle has nodes
//     both have paths, one of them even  a cycle, by a comb
//     both have paths                    a path
//
// Empty where neither is known. The factors are connected.
std::vector<Address> path_of_product(const Network& first, const Network& second);

// The product of two or more names. Nothing where there is one factor only, or too many nodes or
// ports. Throws NetworkError of the factors.
std::optional<Network> product_of(std::string_view factors);

}  // namespace testbench
