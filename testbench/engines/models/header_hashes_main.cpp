// SPDX-License-Identifier: Apache-2.0
// header_hashes ROOT FILE: writes the C++ source with the hashes of the headers that the program is
// compiled from.
#include <fmt/format.h>

#include <fstream>

#include "testbench/engines/models/content_hash.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const testbench::HeaderHashes hashes = testbench::header_hashes(argv[1]);
  std::ofstream(argv[2]) << fmt::format(
      "#include \"testbench/engines/models/content_hash.hpp\"\n\n"
      "const testbench::HeaderHashes& testbench::compiled_header_hashes() {{\n"
      "  static const HeaderHashes hashes{{\"{}\",\n    \"{}\",\n    \"{}\",\n    \"{}\"}};\n  return hashes;\n}}\n",
      hashes.hardware, hashes.nodes, hashes.meshes, testbench::hash_of_recipes(argv[1]));
}
