// SPDX-License-Identifier: Apache-2.0
#include "hls/types/assertion_failed.hpp"

#include <string>

namespace hls {

void assertion_failed(const char* file, unsigned line, const char* text) {
  throw AssertionFailed(std::string(file) + ":" + std::to_string(line) + ": " + text);
}

}  // namespace hls
