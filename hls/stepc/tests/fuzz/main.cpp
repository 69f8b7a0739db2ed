// SPDX-License-Identifier: Apache-2.0
// stepc_fuzz --seed 1 --programs 10 -o fuzz.cpp: writes random step functions; see generator.hpp.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>

#include "hls/stepc/tests/fuzz/generator.hpp"

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  unsigned programs = 10;
  std::string output;
  CLI::App app{"Writes random step functions for stepc."};
  app.add_option("--seed", seed, "seed of the programs")->capture_default_str();
  app.add_option("--programs", programs, "programs in the unit")->capture_default_str();
  app.add_option("-o", output, "C++ file to write")->required();
  CLI11_PARSE(app, argc, argv);

  std::ofstream file(output);
  file << "// stepc_fuzz --seed " << seed << " --programs " << programs << "\n" << fuzz::Generator(seed).unit(programs);
  if (!file.flush()) {
    std::fprintf(stderr, "stepc_fuzz: cannot write %s\n", output.c_str());
    return 1;
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  return 0;
}
