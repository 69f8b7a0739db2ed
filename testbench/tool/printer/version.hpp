// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace testbench {

inline constexpr const char* kVersion = CUBECAST_VERSION;

}  // namespace testbench
