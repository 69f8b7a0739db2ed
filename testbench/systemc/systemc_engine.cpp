// SPDX-License-Identifier: Apache-2.0
#include "testbench/systemc/systemc_engine.hpp"

#include "testbench/models/recipes.hpp"

namespace testbench {

std::unique_ptr<Mesh> make_systemc_mesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes,
                                        std::unique_ptr<Surroundings> surroundings) {
  using Make = Mesh*(const MeshSetting&, Nodes*, Surroundings*);
  // Debian's SystemC is built for C++17, and says so in a symbol.
  void* const make = compiled_model({.kind = "systemc",
                                     .name = "mesh",
                                     .header = "testbench/systemc/systemc_mesh.hpp",
                                     .source = "",
                                     .function = "cubecast_make_systemc_mesh",
                                     .options = {"-DSC_CPLUSPLUS=201703L"},
                                     .libraries = {"-lsystemc"}});
  return std::unique_ptr<Mesh>(reinterpret_cast<Make*>(make)(setting, nodes.release(), surroundings.release()));
}

}  // namespace testbench
