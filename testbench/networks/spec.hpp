// Networks as they are asked for: KIND:PARAMETERS, for example ring:12, torus:4x6,
// product:ccc:3*ring:4 or file:PATH.
#pragma once

#include <string>
#include <vector>

#include "testbench/networks/network.hpp"
#include "testbench/networks/network_error.hpp"

namespace testbench {

// Throws NetworkError "ring:2: must be ring:N with N from 3 to 65536".
Network network_of(const std::string& spec);

// "ring:N with N from 3 to 65536", for every kind.
std::vector<std::string> network_forms();

}  // namespace testbench
