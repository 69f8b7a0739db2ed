// The rule unit of a node of the 3-cube for Bambu: pure, without state, branches and memory, the one kind of function
// that Bambu 2024.10 was seen to make combinational (docs/vendor.md).
//
// It has the rules that are logic: e-cube, ascending, ring, and the table rule, whose table is outside and can hold any
// tree. The others look into constant tables in cubes of this size, which Bambu would make memories of.
#pragma once

#include "hls/tops/node_top.hpp"

namespace vendor {

inline constexpr unsigned kBambuRules = router::rule_bit(node::Rule::kEcube) |
                                        router::rule_bit(node::Rule::kAscending) | router::rule_bit(node::Rule::kRing) |
                                        router::rule_bit(node::Rule::kTable);
using BambuRoute = router::Config<3, 32, 4, router::PortModel::kAllPort, kBambuRules>;

inline constexpr unsigned kDeliverBit = BambuRoute::kDimension;  // of what cubecast_route returns

}  // namespace vendor

// Where a packet goes that arrives at node `me` with this header (hls/vendor/link_word.hpp; `go` and `valid` are not
// looked at): bit k, it leaves through port k; bit kDeliverBit, it is for this node; 0 for a rule that is not there.
// `table_children`: for the table rule, the children of this node in tree 0 (router::RuleUnit::table_index says where
// they stand).
std::uint8_t cubecast_route(std::uint8_t me, std::uint64_t header, std::uint8_t table_children);
