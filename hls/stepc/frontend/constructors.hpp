// SPDX-License-Identifier: Apache-2.0
// Computes reset values: the bytes of a default-constructed State and Out.
#pragma once

#include <cstddef>
#include <string>

#include "hls/stepc/design/transforms.hpp"

namespace stepc {

// Runs the constructors in `bitcode` (see kConstruct) on zeroed storage of the given sizes, in a
// process of their own. A second run, on storage of ones, shows which bytes they set. Throws
// Untranslatable if they need functions that stepc does not link, end in a signal, or do not end in
// 5 seconds.
ResetBytes construct_registers(const std::string& bitcode, std::size_t state_bytes, std::size_t out_bytes);

}  // namespace stepc
