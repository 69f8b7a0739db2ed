// SPDX-License-Identifier: Apache-2.0
// The frame error rate predicts how many frames come damaged and what they cost.
//
// A frame of w words on W wires, and two more that tell what a word is, comes damaged with
// probability f = 1 - (1 - p)^(w (W + 2)). So the damaged frames of a link are about Poisson
// distributed. Each costs a timeout, after which the link sends again. Links wait side by side,
// and the one with the most damaged frames is waited for: the run takes E[max] timeouts more, the
// mean of the largest of as many Poisson numbers as there are links.
//
// It holds as long as a link has few damaged frames. With many, frames get shorter and acknowledgements
// are lost too.
#pragma once

#include <cstdint>

#include "testbench/runs/verdict/run_report.hpp"

namespace testbench {

struct ErrorCost {
  double damaged_frames = 0;
  double cycles = 0;  // that the run takes more
};

// \param transmissions  packets over links
// \param wires          for data
ErrorCost predicted_error_cost(const LinkTotals& found, std::uint64_t transmissions, unsigned wires,
                               double bit_error_rate);

}  // namespace testbench
