// SPDX-License-Identifier: Apache-2.0
// The program of a lockstep test: its options and its output. The top is in of_top.cpp.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "hls/stepc/lockstep/top_run.hpp"

int main(int argc, char** argv) {
  stepc::LockstepOptions options;
  CLI::App app{"Compares every register of a Verilator model with its C++ in every cycle, on random inputs."};
  app.add_option("--cycles", options.cycles, "cycles to run")->capture_default_str();
  app.add_option("--seed", options.seed, "seed of the random inputs")
      ->envname("CUBECAST_TEST_SEED")
      ->capture_default_str();
  std::string testbench;
  app.add_option("--testbench", testbench,
                 "folder to write testbench.sv and vectors.txt to: the same run for another simulator");
  CLI11_PARSE(app, argc, argv);
  std::optional<stepc::TestbenchWriter> writer;
  if (!testbench.empty()) writer.emplace(testbench, options.cycles);

  const auto divergence = stepc::run_top(options, writer ? &*writer : nullptr);
  std::printf("%llu cycles, seed %llu: %s\n", static_cast<unsigned long long>(options.cycles),
              static_cast<unsigned long long>(options.seed),
              divergence ? divergence->text().c_str() : "C++ and RTL agree");
  return divergence ? 1 : 0;
}
