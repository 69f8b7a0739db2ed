// The load of the root's ports under SBnT routing (Johnsson and Ho 1986, section 3.6), counted from the
// definition of the tree's base: independent of the code that builds the tree.
#pragma once

#include <cstdint>

namespace testbench {

// Packets that the busiest port of the root carries when the root has M packets for (or from) every other
// node, packet m on the SBnT rotated by m mod d. d is 1..16. About 2^d d steps.
std::uint64_t busiest_sbnt_port(unsigned dim, std::uint64_t packets);

}  // namespace testbench
