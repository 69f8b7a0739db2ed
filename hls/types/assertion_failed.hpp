// SPDX-License-Identifier: Apache-2.0
// The exception of a failed HLS_ASSERT, where assertions are checked natively.
#pragma once

#include <stdexcept>

namespace hls {

// "hls/router/packet_queue.hpp:25: a push into a full queue"
class AssertionFailed : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Out of line, so that a check is a compare and a branch.
[[noreturn]] void assertion_failed(const char* file, unsigned line, const char* text);

}  // namespace hls
