#include "testbench/systemc/make_systemc_fabric.hpp"

#include "testbench/models/compiled_model.hpp"

namespace testbench {

std::unique_ptr<Fabric> make_systemc_fabric(const FabricSetting& setting, std::unique_ptr<Nodes> nodes,
                                            Surroundings& surroundings) {
  using Make = Fabric*(const FabricSetting&, Nodes*, Surroundings&);
  // Debian's SystemC is built for C++17, and says so in a symbol.
  void* const make = compiled_model({.kind = "systemc",
                                     .name = "fabric",
                                     .source = "#include \"testbench/systemc/systemc_fabric.hpp\"\n",
                                     .function = "cubecast_make_systemc_fabric",
                                     .options = {"-DSC_CPLUSPLUS=201703L"},
                                     .libraries = {"-lsystemc"}});
  return std::unique_ptr<Fabric>(reinterpret_cast<Make*>(make)(setting, nodes.release(), surroundings));
}

}  // namespace testbench
