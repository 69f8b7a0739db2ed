// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/systemc/systemc_engine.hpp"

#include "testbench/engines/models/recipes.hpp"

namespace testbench {

namespace {

// Debian's SystemC is built for C++17, and says so in a symbol.
void* systemc_model(const std::string& header, const std::string& function, const std::string& name = "",
                    const std::string& source = "") {
  return compiled_model({.kind = "systemc",
                         .name = name.empty() ? header : name,
                         .header = "testbench/engines/systemc/systemc_" + header + ".hpp",
                         .source = source,
                         .function = function,
                         .options = {"-DSC_CPLUSPLUS=201703L"},
                         .libraries = {"-lsystemc"}});
}

}  // namespace

std::unique_ptr<Mesh> make_systemc_mesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes,
                                        std::unique_ptr<Environment> environment) {
  using Make = Mesh*(const MeshSetting&, Nodes*, Environment*);
  void* const make = systemc_model("mesh", "cubecast_make_systemc_mesh");
  return std::unique_ptr<Mesh>(reinterpret_cast<Make*>(make)(setting, nodes.release(), environment.release()));
}

std::unique_ptr<CoreModel> make_systemc_core() {
  return std::unique_ptr<CoreModel>(reinterpret_cast<MakeCoreModel*>(systemc_model("core", kMakeCoreModel))());
}

std::unique_ptr<SocCube> make_systemc_systems(const hls::NodeConfiguration& configuration,
                                              const std::vector<bool>& rtl_nodes) {
  void* const make = systemc_model("soc", kMakeSocCube, hls::name_of(configuration),
                                   hls::config_source_of(configuration) + "\nCUBECAST_SYSTEMC_SOC\n");
  return std::unique_ptr<SocCube>(reinterpret_cast<MakeSocCube*>(make)(rtl_nodes));
}

}  // namespace testbench
