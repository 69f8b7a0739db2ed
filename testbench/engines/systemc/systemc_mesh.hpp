// SPDX-License-Identifier: Apache-2.0
// Any nodes in SystemC: a signal carries a link in one direction, with the wires beside it. It is a model of
// the store (systemc_engine.cpp), so that only users of SystemC compile and load it.
#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "testbench/engines/mesh/wide_mesh.hpp"
#include "testbench/engines/systemc/module_network.hpp"

namespace testbench {

// sc_signal needs these functions of the type that it carries.
inline bool operator==(const PortBundle& a, const PortBundle& b) {
  return network::equal(a.link, b.link) && a.count == b.count && a.phit == b.phit;
}

inline std::ostream& operator<<(std::ostream& out, const PortBundle& port) {
  network::each_field([&out](const char* name, const auto& field) { out << name << ' ' << field.number() << ' '; },
                      port.link);
  return out << "count " << port.count.count << " told " << port.count.valid;
}

inline void sc_trace(sc_core::sc_trace_file* file, const PortBundle& port, const std::string& name) {
  network::each_field(
      [file, &name](const char* field_name, const auto& field) {
        sc_core::sc_trace(file, std::uint64_t{field.number()}, name + "." + field_name);
      },
      port.link);
  sc_core::sc_trace(file, port.count.count, name + ".count");
  sc_core::sc_trace(file, port.count.valid, name + ".told");
}

// At every rising edge a node reads its inputs, steps, and writes its output registers, which the neighbours
// see from the next edge on.
class SystemcMesh final : public WideMesh {
 public:
  SystemcMesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, std::unique_ptr<Environment> environment)
      : WideMesh(setting, std::move(nodes), std::move(environment)), modules_(wiring(), [this](Address node) {
          take_inputs(node);
          step(node);
          drive(node);
        }) {}

 private:
  const PortBundle& driven(Address node, unsigned port) const override { return modules_.read(node, port); }
  void step_all() override { modules_.cycle(); }
  // A register access takes no simulated time: it writes between edges.
  void drive(Address node) override {
    for (unsigned port = 0; port < wiring().ports(); ++port) modules_.write(node, port, out(node).ports[port]);
  }

  ModuleNetwork<PortBundle> modules_;
};

}  // namespace testbench

// The function that the model of the store exports. The caller owns the mesh, which owns nodes and
// environment.
extern "C" testbench::Mesh* cubecast_make_systemc_mesh(const testbench::MeshSetting& setting, testbench::Nodes* nodes,
                                                       testbench::Environment* environment) {
  return new testbench::SystemcMesh(setting, std::unique_ptr<testbench::Nodes>(nodes),
                                    std::unique_ptr<testbench::Environment>(environment));
}
