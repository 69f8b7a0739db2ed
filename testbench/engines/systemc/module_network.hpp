// SPDX-License-Identifier: Apache-2.0
// The modules of a network in SystemC: one for every node, a signal for what it drives through each port,
// one clock.
//
//     ModuleNetwork<Bundle> network(wiring, [&](Address node) { ... });   // at every rising edge of a node's clock
//     network.read(node, port);                                           // what the neighbour drove before
//     network.write(node, port, bundle);
//     network.cycle();
//
// A bundle has what sc_signal needs: ==, << and sc_trace. Wiring: testbench/engines/nodes/wiring.hpp.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "testbench/engines/nodes/wiring.hpp"

namespace testbench {

// SystemC has one simulation in a process; its end is this object's.
class Kernel {
 public:
  Kernel() {
    // The library greets on standard output unless told not to, which would spoil --json.
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", /*overwrite=*/1);
    sc_core::sc_default_global_context = new sc_core::sc_simcontext();
    sc_core::sc_curr_simcontext = sc_core::sc_default_global_context;
  }
  ~Kernel() {
    delete sc_core::sc_curr_simcontext;
    sc_core::sc_curr_simcontext = nullptr;
    sc_core::sc_default_global_context = nullptr;
  }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
};

template <class Bundle>
class NodeModule : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_vector<sc_core::sc_in<Bundle>> port_in;
  sc_core::sc_vector<sc_core::sc_out<Bundle>> port_out;

  NodeModule(const sc_core::sc_module_name& name, unsigned ports, std::function<void()> on_edge)
      : sc_module(name), port_in("port_in", ports), port_out("port_out", ports), on_edge_(std::move(on_edge)) {
    SC_HAS_PROCESS(NodeModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  void on_clock() { on_edge_(); }

  std::function<void()> on_edge_;
};

template <class Bundle>
class ModuleNetwork {
 public:
  template <class Wires>
  ModuleNetwork(const Wires& wiring, const std::function<void(network::Address)>& on_edge)
      : ports_(wiring.ports()),
        clock_("clock", kPeriod, 0.5, kPeriod / 2),
        bundles_("link", std::size_t{wiring.nodes()} * wiring.ports()) {
    for (const network::Address node : network::addresses(wiring.nodes())) {
      const std::string name = "node_" + std::to_string(node.number());
      modules_.push_back(
          std::make_unique<NodeModule<Bundle>>(name.c_str(), ports_, [on_edge, node] { on_edge(node); }));
      modules_.back()->clock(clock_);
      for (unsigned port = 0; port < ports_; ++port) {
        modules_.back()->port_out[port](bundles_[link_from(wiring, node, port)]);
        modules_.back()->port_in[port](bundles_[link_into(wiring, node, port)]);
      }
    }
  }

  const Bundle& read(network::Address node, unsigned port) const {
    return modules_[node.number()]->port_in[port].read();
  }
  // Also between edges, and before the first cycle.
  void write(network::Address node, unsigned port, const Bundle& bundle) {
    bundles_[std::size_t{node.number()} * ports_ + port].write(bundle);
  }
  static void cycle() { sc_core::sc_start(kPeriod); }

 private:
  static inline const sc_core::sc_time kPeriod{10, sc_core::SC_NS};

  unsigned ports_;
  Kernel kernel_;  // before all objects of SystemC, which need it
  sc_core::sc_clock clock_;
  sc_core::sc_vector<sc_core::sc_signal<Bundle>> bundles_;
  std::vector<std::unique_ptr<NodeModule<Bundle>>> modules_;  // by address
};

}  // namespace testbench

// The library's main calls it; the program has a main of its own.
int sc_main(int, char**) {
  return EXIT_FAILURE;
}
