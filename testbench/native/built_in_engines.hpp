// The configurations whose native engines are compiled with the program: those of the main job
// (scripts/run.sh with its default arguments), cubes of 1 to 8 dimensions with one cycle a hop.
#pragma once

#include "testbench/native/native_engine.hpp"

namespace testbench {

inline constexpr unsigned kMaxBuiltInDim = 8;

struct BuiltInEngines {
  NativeEngine all_port;
  NativeEngine gated;
  NativeEngine combining;
};

// Defined for each dimension, in a translation unit of its own.
template <unsigned Dimension>
BuiltInEngines built_in_engines();

}  // namespace testbench
