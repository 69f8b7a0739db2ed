// SPDX-License-Identifier: Apache-2.0
// Compares the RTL in Verilator with the C++: the outputs are the same in each of 1000 cycles.
#include <cstdio>

#include "histogram.hpp"
#include "histogram_rtl.hpp"

int main() {
  histogram_rtl::Model model;
  State state;
  In in;
  Out out;
  const auto clock = [&](bool reset) {
    model.rst = reset;
    histogram_rtl::drive(model, in);
    model.clk = 0;
    model.eval();
    model.clk = 1;
    model.eval();
  };
  clock(true);
  for (unsigned cycle = 0; cycle < 1000; ++cycle) {
    in.value = hls::Bits<4>(cycle * cycle >> 3);
    in.valid = hls::Bit(cycle % 3 != 0);
    clock(false);
    step(state, in, out);
    Out of_rtl;
    histogram_rtl::sample(model, of_rtl);
    if (of_rtl.value != out.value || of_rtl.count != out.count) {
      std::printf("cycle %u: value %u in the RTL and %u in C++, count %u and %u\n", cycle, of_rtl.value + 0u,
                  out.value + 0u, of_rtl.count + 0u, out.count + 0u);
      return 1;
    }
  }
  std::printf("1000 cycles: the same\n");
  return 0;
}
