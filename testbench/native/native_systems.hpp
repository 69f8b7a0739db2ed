// SPDX-License-Identifier: Apache-2.0
// The systems of a cube in C++, compiled on first use.
#pragma once

#include <memory>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/nodes/soc_cube.hpp"

namespace testbench {

// Throws ModelError.
std::unique_ptr<SocCube> make_native_systems(const hls::NodeConfiguration& configuration);

}  // namespace testbench
