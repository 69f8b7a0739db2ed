// Test only: random Cayley graphs.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "firmware/networks/cayley.hpp"
#include "testbench/networks/network.hpp"
#include "testbench/networks/permutation_group.hpp"

namespace testbench::test {

// Of a group of 3 to `most` permutations, with 2 to 5 generators.
inline Network random_cayley(std::mt19937_64& random, std::uint32_t most) {
  using Permutation = PermutationGroup::Permutation;
  while (true) {
    const std::size_t symbols = 3 + random() % 5;
    Permutation identity(symbols);
    std::iota(identity.begin(), identity.end(), std::uint8_t{0});
    std::vector<Permutation> generators;
    const auto add = [&](const Permutation& one) {
      const bool known = std::find(generators.begin(), generators.end(), one) != generators.end();
      if (!known && one != identity) generators.push_back(one);
    };
    for (std::uint64_t left = 1 + random() % 2; left > 0; --left) {
      Permutation one = identity;
      std::shuffle(one.begin(), one.end(), random);
      add(one);
      add(PermutationGroup::inverse_of(one));
    }
    if (random() % 2 == 0) {
      Permutation swap = identity;
      std::swap(swap[0], swap[1 + random() % (symbols - 1)]);
      add(swap);
    }
    if (generators.size() < 2) continue;
    const std::optional<PermutationGroup> group = PermutationGroup::of(generators);
    if (group && group->nodes() >= 3 && group->nodes() <= most) return Network(network::CayleyNetwork(*group));
  }
}

}  // namespace testbench::test
