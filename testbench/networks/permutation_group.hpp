// SPDX-License-Identifier: Apache-2.0
// A group that any permutations generate, for network::CayleyNetwork. Its elements
// are numbered breadth-first from the identity, as the generators reach them; port k belongs to
// generator k. (a b)(i) = a(b(i)).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "firmware/networks/network.hpp"

namespace testbench {

using network::Address;

class PermutationGroup {
 public:
  using Permutation = std::vector<std::uint8_t>;
  static constexpr unsigned kMaxSymbols = 256;

  // The generators permute equally many symbols; none is the identity, and the inverse of each is
  // among them. Nothing where the group has more elements than a network has nodes.
  static std::optional<PermutationGroup> of(const std::vector<Permutation>& generators);

  static Permutation inverse_of(const Permutation& permutation);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(elements_.size()); }
  unsigned ports() const { return static_cast<unsigned>(generators_.size()); }
  Address generator(unsigned port) const { return generators_[port]; }
  Address product(Address a, Address b) const;
  Address inverse(Address a) const;
  std::string name(Address node) const;

 private:
  // Finds the permutation, or makes it the next node.
  Address add(const Permutation& element);

  std::vector<Permutation> elements_;
  std::unordered_map<std::string, std::uint32_t> node_of_;  // by the bytes of the permutation
  std::vector<Address> generators_;
};

}  // namespace testbench
