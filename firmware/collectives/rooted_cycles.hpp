// The cycles of scatter and gather, which are each other's reverse on the same trees: the packets of the root's busiest
// port.
#pragma once

#include "firmware/collectives/operation.hpp"
#include "firmware/collectives/rounding.hpp"
#include "firmware/collectives/sbnt_load.hpp"

namespace collectives {

// r = (N-1) mod d subtrees have one node more than the others. Packet m turns them by m r, so that they cover the ports
// round after round: the loads of two ports differ by one at most, and the busiest carries the ceiling.
constexpr ClosedForm rooted_balanced(unsigned d, std::uint64_t packets) {
  return {divide_up(packets * cube::other_nodes(d), d),
          "Bertsekas et al. 1991, section 3 and table 1; for M packets larger subtrees spread evenly"};
}
constexpr ClosedForm rooted_sbnt(unsigned d, std::uint64_t packets) {
  return {busiest_sbnt_port(d, packets),
          "Johnsson and Ho 1986, sections 3.6 and 5.1.5: load of the root's busiest port"};
}
constexpr ClosedForm rooted_sbt_all_port(unsigned d, std::uint64_t packets) {
  return {packets * (cube::nodes(d) / 2), "Johnsson and Ho 1986, lemma 5.1: the largest subtree has N/2 nodes"};
}
constexpr ClosedForm rooted_sbt_one_port(unsigned d, std::uint64_t packets) {
  return {packets * cube::other_nodes(d), "Johnsson and Ho 1986, table 7 (SBT, one-port)"};
}

}  // namespace collectives
