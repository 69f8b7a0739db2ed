// SPDX-License-Identifier: Apache-2.0
#include "testbench/native/native_systems.hpp"

#include "testbench/models/recipes.hpp"

namespace testbench {

std::unique_ptr<SocCube> make_native_systems(const hls::NodeConfiguration& configuration) {
  void* const make = compiled_model({.kind = "native",
                                     .name = hls::name_of(configuration),
                                     .header = "testbench/nodes/soc_mesh.hpp",
                                     .source = hls::config_source_of(configuration) + "\nCUBECAST_NATIVE_SOC\n",
                                     .function = kMakeSocCube});
  return std::unique_ptr<SocCube>(reinterpret_cast<MakeSocCube*>(make)());
}

}  // namespace testbench
