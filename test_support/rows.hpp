// SPDX-License-Identifier: Apache-2.0
// Test only: rows of the catalog as test parameters and in braces.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "firmware/collectives/catalog.hpp"

namespace collectives {

inline void PrintTo(const Row& row, std::ostream* out) {
  *out << name_of(row.collective) << ' ' << row.algorithm << ' ' << name_of(row.ports);
}

}  // namespace collectives

namespace test_support {

inline std::string row_name(const testing::TestParamInfo<collectives::Row>& info) {
  std::string name =
      std::string(name_of(info.param.collective)) + "_" + info.param.algorithm + "_" + name_of(info.param.ports);
  for (char& character : name) character = character == '-' ? '_' : character;
  return name;
}

// A barrier always has one packet.
inline collectives::Operation operation_of(const collectives::Row& row, unsigned d, std::uint32_t packets,
                                           network::Address root = network::Address(), unsigned hop_cycles = 1) {
  return {&row, network::Cube(d), row.collective == collectives::Collective::kBarrier ? 1 : packets, root, hop_cycles};
}
// The catalog must have the row.
inline collectives::Operation operation_of(collectives::Collective collective, const char* algorithm,
                                           collectives::PortModel ports, unsigned d, std::uint32_t packets,
                                           network::Address root = network::Address()) {
  return operation_of(*collectives::find_row(collective, algorithm, ports), d, packets, root);
}
// The first row of a collective, on the 3-cube with root 2.
inline collectives::Operation first_row(collectives::Collective collective, std::uint32_t packets,
                                        collectives::PortModel ports = collectives::PortModel::kAll) {
  const auto* const row = std::ranges::find_if(collectives::kCatalog, [&](const collectives::Row& each) {
    return each.collective == collective && each.ports == ports;
  });
  return operation_of(*row, 3, packets, network::Address(2));
}

}  // namespace test_support
