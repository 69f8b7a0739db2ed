// SPDX-License-Identifier: Apache-2.0
// Test only: schemes as parameters of tests, and their bounds.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/networks/cube_addresses.hpp"

namespace broadcast {

inline void PrintTo(const SchemeName& scheme, std::ostream* out) {
  *out << scheme.name;
}

}  // namespace broadcast

namespace testbench::test {

inline constexpr std::array kPartialSchemes{broadcast::Scheme::kPmnb1, broadcast::Scheme::kPmnb2,
                                            broadcast::Scheme::kPmnb3};

// INSTANTIATE_TEST_SUITE_P(Schemes, Suite, testing::ValuesIn(broadcast::kSchemes),
// test::scheme_name);
inline std::string scheme_name(const testing::TestParamInfo<broadcast::SchemeName>& scheme) {
  return scheme.param.name;
}

// The paper's bounds of a partial multinode broadcast, in cycles, written down anew.
// `step`: cycles of a step of the prefix.
inline double most_cycles(broadcast::Scheme scheme, unsigned d, double active, double step) {
  const double nodes = std::exp2(d);
  if (scheme == broadcast::Scheme::kPmnb1) {
    const double m = std::ceil(std::log2(active));
    const double rounded = std::exp2(m);
    return (m == 0 ? 0 : std::ceil((rounded - 1) / m)) + 2 * d + 2 * d * step - m;
  }
  // The bound counts messages of d packets each.
  if (scheme == broadcast::Scheme::kPmnb2) {
    return ((nodes - 1) / nodes * active / d + 2 * d * (step / d) + 2) * d;
  }
  return std::ceil(active / d) + 2 * d + 4 * d * step - 1;
}

// Some nodes of a cube.
template <class Random>
std::vector<network::Address> random_nodes(unsigned dimension, std::uint32_t count, Random& random) {
  std::vector<network::Address> nodes;
  for (const network::Address node : network::addresses(cube::nodes(dimension))) nodes.push_back(node);
  std::shuffle(nodes.begin(), nodes.end(), random);
  nodes.resize(count);
  return nodes;
}

}  // namespace testbench::test
