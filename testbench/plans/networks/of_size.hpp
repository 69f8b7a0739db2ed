// SPDX-License-Identifier: Apache-2.0
// The networks of about one size, of every family.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace testbench {

/// \brief "cube:6", "ring:64", "torus:8x8", ..: of each family, and of some in each shape or degree, the member whose
/// nodes are nearest to `nodes`, but none of less than three quarters or more than four thirds of them.
std::vector<std::string> networks_of_size(std::uint32_t nodes);

}  // namespace testbench
