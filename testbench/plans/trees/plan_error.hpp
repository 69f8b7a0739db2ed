// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace testbench {

/// \brief Why there is no such plan for a network: "has no Hamiltonian cycle".
struct PlanError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace testbench
