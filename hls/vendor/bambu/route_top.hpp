// SPDX-License-Identifier: Apache-2.0
// The rule unit of a node of the 3-cube for Bambu: pure, without state, branches and memory, the
// one kind of function that Bambu 2024.10 was seen to make combinational (docs/guides/vendor.md).
//
// It has the rules that are logic: e-cube, ascending, ring, and the table rule, whose table is
// outside and can hold any tree. The others look into constant tables in cubes of this size, which
// Bambu would make memories of.
#pragma once

#include "hls/router/config.hpp"

namespace vendor {

struct BambuRoute : router::CubeConfig<3> {
  static constexpr std::uint32_t kRules = Rules::mask_of<rules::Ecube, rules::Ascending, rules::Ring, rules::Table>();
};

inline constexpr unsigned kDeliverBit = BambuRoute::Network::kPorts;  // of what cubecast_route returns

}  // namespace vendor

// Where a packet goes that arrives at node `me` with this header (hls/vendor/link_word.hpp; `go`
// and `valid` are not looked at): bit k, it leaves through port k; bit kDeliverBit, it is for this
// node; 0 for a rule that is not there. `table_children`: for the table rule, the children of this
// node in tree 0 (router::RuleTable::read says where they stand).
extern "C" std::uint8_t cubecast_route(std::uint8_t me, std::uint64_t header, std::uint8_t table_children);
