// SPDX-License-Identifier: Apache-2.0
// Test only: the paper's bounds of a partial multinode broadcast, in cycles, written down anew.
#pragma once

#include <cmath>

#include "firmware/broadcast/scheme.hpp"

namespace testbench::test {

// `step`: cycles of a step of the prefix.
inline double most_cycles(broadcast::Scheme scheme, unsigned d, double active, double step) {
  const double nodes = std::exp2(d);
  if (scheme == broadcast::Scheme::kPmnb1) {
    const double m = std::ceil(std::log2(active));
    const double rounded = std::exp2(m);
    return (m == 0 ? 0 : std::ceil((rounded - 1) / m)) + 2 * d + 2 * d * step - m;
  }
  // The bound counts messages of d packets each.
  if (scheme == broadcast::Scheme::kPmnb2) {
    return ((nodes - 1) / nodes * active / d + 2 * d * (step / d) + 2) * d;
  }
  return std::ceil(active / d) + 2 * d + 4 * d * step - 1;
}

}  // namespace testbench::test
