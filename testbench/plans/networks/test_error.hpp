// SPDX-License-Identifier: Apache-2.0
// Test only: what is said of a network that cannot be.
#pragma once

#include <string>

#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {

inline std::string error_of(const std::string& spec) {
  try {
    network_of(spec);
  } catch (const NetworkError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace testbench::test
