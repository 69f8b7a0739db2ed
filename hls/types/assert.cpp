// SPDX-License-Identifier: Apache-2.0
// The report is in the library whether or not the library's own code checks assertions.
#undef CUBECAST_ASSERTIONS
#define CUBECAST_ASSERTIONS 1
#include "hls/types/assert.hpp"

#include <string>

namespace hls {

void assertion_failed(const char* file, unsigned line, const char* text) {
  throw AssertionFailed(std::string(file) + ":" + std::to_string(line) + ": " + text);
}

}  // namespace hls
