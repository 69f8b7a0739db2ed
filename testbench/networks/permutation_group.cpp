// SPDX-License-Identifier: Apache-2.0
#include "testbench/networks/permutation_group.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

namespace testbench {
namespace {

using Permutation = PermutationGroup::Permutation;

std::string bytes_of(const Permutation& permutation) {
  return {permutation.begin(), permutation.end()};
}

Permutation composed(const Permutation& a, const Permutation& b) {
  Permutation result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[b[i]];
  return result;
}

}  // namespace

std::optional<PermutationGroup> PermutationGroup::of(const std::vector<Permutation>& generators) {
  PermutationGroup group;
  Permutation identity(generators.front().size());
  std::iota(identity.begin(), identity.end(), std::uint8_t{0});
  group.add(identity);
  for (const Permutation& generator : generators) group.generators_.push_back(group.add(generator));
  for (std::uint32_t node = 0; node < group.nodes(); ++node) {
    for (const Permutation& generator : generators) {
      group.add(composed(group.elements_[node], generator));
      if (group.nodes() > network::kMaxNodes) return std::nullopt;
    }
  }
  return group;
}

Address PermutationGroup::add(const Permutation& element) {
  const auto [entry, is_new] = node_of_.try_emplace(bytes_of(element), nodes());
  if (is_new) elements_.push_back(element);
  return Address(entry->second);
}

Address PermutationGroup::product(Address a, Address b) const {
  return Address(node_of_.at(bytes_of(composed(elements_[a.number()], elements_[b.number()]))));
}

Permutation PermutationGroup::inverse_of(const Permutation& permutation) {
  Permutation result(permutation.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[permutation[i]] = static_cast<std::uint8_t>(i);
  return result;
}

Address PermutationGroup::inverse(Address a) const {
  return Address(node_of_.at(bytes_of(inverse_of(elements_[a.number()]))));
}

std::string PermutationGroup::name(Address node) const {
  return fmt::format("({})", fmt::join(elements_[node.number()], ","));
}

}  // namespace testbench
