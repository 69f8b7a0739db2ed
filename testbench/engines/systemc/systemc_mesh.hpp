// SPDX-License-Identifier: Apache-2.0
// The network in SystemC: a module for every node, a signal for every directed bundle of a link and
// its wires, one clock. It is a model of the store (systemc_engine.cpp), so that only users of
// SystemC compile and load it.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <systemc>
#include <vector>

#include "testbench/engines/mesh/wide_mesh.hpp"
#include "testbench/engines/systemc/systemc_kernel.hpp"

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

// A node: at every rising edge it reads its inputs, steps, and writes its output registers, which
// the neighbours see from the next edge on.
class NodeModule : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_vector<sc_core::sc_in<PortBundle>> port_in;
  sc_core::sc_vector<sc_core::sc_out<PortBundle>> port_out;

  // `on_edge`: called at every rising edge, to read, step and write.
  NodeModule(const sc_core::sc_module_name& name, const MeshSetting& setting, std::function<void()> on_edge)
      : sc_module(name),
        port_in("port_in", ports_of_node(setting)),
        port_out("port_out", ports_of_node(setting)),
        in(ports_of_node(setting), streams_of_node(setting)),
        out(ports_of_node(setting), streams_of_node(setting)),
        on_edge_(std::move(on_edge)) {
    SC_HAS_PROCESS(NodeModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }

  void read() {
    for (unsigned port = 0; port < port_in.size(); ++port) connect(port_in[port].read(), in.ports[port]);
  }
  void write() {
    for (unsigned port = 0; port < port_out.size(); ++port) port_out[port].write(out.ports[port]);
  }

  NodeInputs in;
  NodeOutputs out;

 private:
  void on_clock() { on_edge_(); }

  std::function<void()> on_edge_;
};

class SystemcMesh final : public WideMesh {
 public:
  SystemcMesh(const MeshSetting& setting, std::unique_ptr<Nodes> nodes, std::unique_ptr<Surroundings> surroundings)
      : WideMesh(setting, std::move(nodes), std::move(surroundings)),
        clock_("clock", kPeriod, 0.5, kPeriod / 2),
        bundles_("link", std::size_t{wiring().nodes()} * wiring().ports()) {
    for (const Address node : network::addresses(wiring().nodes())) {
      const std::string name = "node_" + std::to_string(node.number());
      modules_.push_back(std::make_unique<NodeModule>(name.c_str(), setting, [this, node] {
        take_inputs(node);
        step(node);
        module(node).write();
      }));
      add(module(node).in, module(node).out);
    }
    for (const Address node : network::addresses(wiring().nodes())) wire(node);
  }

 private:
  static inline const sc_core::sc_time kPeriod{10, sc_core::SC_NS};

  NodeModule& module(Address node) { return *modules_[node.number()]; }
  // The signal that leaves the node through the port.
  std::size_t from(Address node, unsigned port) const { return std::size_t{node.number()} * wiring().ports() + port; }

  void wire(Address node) {
    module(node).clock(clock_);
    for (unsigned port = 0; port < wiring().ports(); ++port) {
      const WiringTable::End& end = wiring().behind(node, port);
      module(node).port_out[port](bundles_[from(node, port)]);
      module(node).port_in[port](bundles_[from(end.node, end.port)]);
    }
  }

  void take_inputs(Address node) {
    module(node).read();
    for (unsigned port = 0; port < wiring().ports(); ++port) disturb(node, port);
    show(node, start_);
  }
  void take_inputs(bool start) override {
    start_ = start;
    for (const Address node : network::addresses(wiring().nodes())) take_inputs(node);
  }
  void step_all(bool start) override {
    start_ = start;
    sc_core::sc_start(kPeriod);
  }
  // Runs between edges: a register access takes no simulated time.
  void drive(Address node) override {
    for (unsigned port = 0; port < wiring().ports(); ++port) bundles_[from(node, port)].write(out(node).ports[port]);
  }

  Kernel kernel_;  // first, because all SystemC objects need it
  bool start_ = false;
  sc_core::sc_clock clock_;
  sc_core::sc_vector<sc_core::sc_signal<PortBundle>> bundles_;
  std::vector<std::unique_ptr<NodeModule>> modules_;  // by address
};

}  // namespace testbench

// The function that the model of the store exports. The caller owns the mesh, which owns nodes and
// surroundings.
extern "C" testbench::Mesh* cubecast_make_systemc_mesh(const testbench::MeshSetting& setting, testbench::Nodes* nodes,
                                                       testbench::Surroundings* surroundings) {
  return new testbench::SystemcMesh(setting, std::unique_ptr<testbench::Nodes>(nodes),
                                    std::unique_ptr<testbench::Surroundings>(surroundings));
}
