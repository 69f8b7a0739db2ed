// SPDX-License-Identifier: Apache-2.0
// Networks as they are asked for: KIND:PARAMETERS, for example ring:12, torus:4x6,
// product:ccc:3*ring:4 or file:PATH.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/networks/network.hpp"

namespace testbench {

/// \brief A network that cannot be had as it was asked for: one line that names the value, the
/// limit and the way out.
struct NetworkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// \brief The network of a name. Throws NetworkError "ring:2: must be ring:N with N from 3 to
/// 65536".
Network network_of(const std::string& spec);

/// \brief "ring:N with N from 3 to 65536", for every kind.
std::vector<std::string> network_forms();

}  // namespace testbench
