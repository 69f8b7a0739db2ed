// Items shared out to ports evenly.
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/networks/ports.hpp"

namespace testbench {

// Gives every item one port of its set, so that the port with most items has as few as can be; 0 to
// an item without any, which is not counted. `loads`, of every port: what it has beforehand, and
// then with its items.
//
// As even as can be: an item moves as long as that evens two ports out, directly or by way of other
// ports, each passing an item on (an augmenting path of the matching of items and ports; where
// there is none the largest load is least).
std::vector<unsigned> spread(const std::vector<network::Ports>& choices, std::vector<std::uint64_t>& loads);

}  // namespace testbench
