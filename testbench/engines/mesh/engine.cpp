// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/mesh/engine.hpp"

namespace testbench {
namespace {

// The table is made on first use, because engines register before main() begins.
std::vector<Engine>& table() {
  static std::vector<Engine> engines;
  return engines;
}

}  // namespace

bool register_engine(const Engine& engine) {
  table().push_back(engine);
  return true;
}

const std::vector<Engine>& registered_engines() {
  return table();
}

}  // namespace testbench
