// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/error_cost.hpp"

#include <algorithm>
#include <cmath>

namespace testbench {
namespace {

// The mean of the largest of so many Poisson numbers: the sum over x of P(some number is above x).
double mean_of_largest(double mean, double numbers) {
  double probability = std::exp(-mean);  // of x
  double up_to = probability;            // of at most x
  double largest = 0;
  for (unsigned x = 0; x < 100000; ++x) {
    const double above = 1 - std::pow(std::min(up_to, 1.0), numbers);
    largest += above;
    if (above < 1e-9 && x > mean) break;
    probability *= mean / (x + 1);
    up_to += probability;
  }
  return largest;
}

}  // namespace

ErrorCost predicted_error_cost(const LinkTotals& found, std::uint64_t transmissions, unsigned wires,
                               double bit_error_rate) {
  if (found.frames == 0) return {};
  const auto links = static_cast<double>(found.links);
  const auto frames = static_cast<double>(found.frames);
  const double words = found.header_words + found.packet_cycles * static_cast<double>(transmissions) / frames;
  const double rate = -std::expm1(words * (wires + 2) * std::log1p(-bit_error_rate));
  const double damaged = frames * rate;
  return {damaged, found.time_out * mean_of_largest(damaged / links, links)};
}

}  // namespace testbench
