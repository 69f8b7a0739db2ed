// The network in SystemC: a module for every node, a signal for every directed link and for the
// counts beside it, one clock. A model of the store (make_systemc_fabric.cpp), so that only who
// asks for SystemC compiles and loads it.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "testbench/mesh/fabric.hpp"
#include "testbench/systemc/wide_signal.hpp"

namespace testbench {

// SystemC has one simulation in a process; it ends with this.
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

// The testbench's word to all nodes in a cycle.
struct CycleControl {
  bool start = false;
  Moment moment;
};

// A node: at every rising edge it reads its inputs, steps, and writes its output registers, which
// the neighbours see from the next edge on.
class NodeModule : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_vector<sc_core::sc_in<WideLink>> link_in;
  sc_core::sc_vector<sc_core::sc_out<WideLink>> link_out;
  sc_core::sc_vector<sc_core::sc_in<WideCount>> count_in;
  sc_core::sc_vector<sc_core::sc_out<WideCount>> count_out;

  NodeModule(const sc_core::sc_module_name& name, Address address, const FabricSetting& setting,
             const CycleControl& control, Nodes& nodes, Surroundings& surroundings)
      : sc_module(name),
        link_in("link_in", setting.ports),
        link_out("link_out", setting.ports),
        count_in("count_in", setting.has_counts ? setting.ports : 0),
        count_out("count_out", count_in.size()),
        address_(address),
        control_(control),
        nodes_(nodes),
        surroundings_(surroundings),
        in_(setting.ports, setting.streams),
        out_(setting.ports, setting.streams) {
    SC_HAS_PROCESS(NodeModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }

  const NodeOutputs& out() const { return out_; }
  const NodeInputs& in() const { return in_; }
  // Shows what another node does, which its own has become.
  void copy(const NodeModule& other) { out_ = other.out_; }

  // Reads the inputs that the coming edge takes.
  void read_inputs() {
    for (unsigned port = 0; port < link_in.size(); ++port) network::connect(link_in[port].read(), in_.links[port]);
    for (unsigned port = 0; port < count_in.size(); ++port) in_.counts[port] = count_in[port].read();
    in_.access = {};
    in_.start = control_.start;
    surroundings_.show(address_, control_.moment.cycle, out_, in_);
  }
  // A register access between edges: a cycle of this node alone, with nothing on its links.
  void be_quiet(const router::RegisterAccess& access) {
    in_.be_quiet();
    in_.access = access;
  }
  void step() { nodes_.step(address_, in_, out_); }

 private:
  void on_clock() {
    read_inputs();
    surroundings_.take(address_, out_, in_);
    step();
    surroundings_.observe(address_, out_);
    for (unsigned port = 0; port < link_out.size(); ++port) link_out[port].write(out_.links[port]);
    for (unsigned port = 0; port < count_out.size(); ++port) count_out[port].write(out_.counts[port]);
  }

  Address address_;
  const CycleControl& control_;
  Nodes& nodes_;
  Surroundings& surroundings_;
  NodeInputs in_;
  NodeOutputs out_;
};

class SystemcFabric final : public Fabric {
 public:
  SystemcFabric(const FabricSetting& setting, std::unique_ptr<Nodes> nodes, Surroundings& surroundings)
      : wiring_(setting.network, setting.ports),
        nodes_(std::move(nodes)),
        clock_("clock", kPeriod, 0.5, kPeriod / 2),
        links_("link", std::size_t{wiring_.nodes()} * setting.ports),
        counts_("count", setting.has_counts ? links_.size() : 0) {
    for (const Address node : network::addresses(wiring_.nodes())) {
      const std::string name = "node_" + std::to_string(node.number());
      modules_.push_back(std::make_unique<NodeModule>(name.c_str(), node, setting, control_, *nodes_, surroundings));
      ins_.push_back(&modules_.back()->in());
    }
    for (const Address node : network::addresses(wiring_.nodes())) wire(node);
  }

  void access(Address node, const router::RegisterAccess& access) override {
    only_first_accessed_ = only_first_accessed_ && node == Address(0);
    ++control_.moment.cycle;
    module(node).be_quiet(access);
    if (nodes_->records(control_.moment)) nodes_->record(control_.moment, node, std::span(&ins_[node.number()], 1));
    module(node).step();
    drive_signals(node);
    end_cycle();
  }
  bool copy_first() override {
    if (!only_first_accessed_ || !nodes_->copy_first()) return false;
    for (const Address node : network::addresses(wiring_.nodes())) {
      module(node).copy(module(Address(0)));
      drive_signals(node);
    }
    return true;
  }

  void clock(bool start) override {
    only_first_accessed_ = false;
    control_.start = start;
    control_.moment = start ? Moment{true, 0} : Moment{control_.moment.started, control_.moment.cycle + 1};
    if (nodes_->records(control_.moment)) {
      for (const auto& module : modules_) module->read_inputs();
      nodes_->record(control_.moment, Address(0), ins_);
    }
    sc_core::sc_start(kPeriod);
    end_cycle();
    control_.start = false;
  }

  const NodeOutputs& out(Address node) const override { return modules_[node.number()]->out(); }

 private:
  static inline const sc_core::sc_time kPeriod{10, sc_core::SC_NS};

  NodeModule& module(Address node) { return *modules_[node.number()]; }
  // The signal that leaves the node through the port.
  std::size_t from(Address node, unsigned port) const { return std::size_t{node.number()} * wiring_.ports() + port; }

  void wire(Address node) {
    module(node).clock(clock_);
    for (unsigned port = 0; port < wiring_.ports(); ++port) {
      const WiringTable::End& end = wiring_.behind(node, port);
      module(node).link_out[port](links_[from(node, port)]);
      module(node).link_in[port](links_[from(end.node, end.port)]);
      if (counts_.size() == 0) continue;
      module(node).count_out[port](counts_[from(node, port)]);
      module(node).count_in[port](counts_[from(end.node, end.port)]);
    }
  }
  void drive_signals(Address node) {
    const NodeOutputs& driven = out(node);
    for (unsigned port = 0; port < wiring_.ports(); ++port) links_[from(node, port)].write(driven.links[port]);
  }
  void end_cycle() {
    const auto difference = nodes_->end_cycle(control_.moment);
    if (difference) throw Divergence({control_.moment.started, control_.moment.cycle + 1}, *difference);
  }

  Kernel kernel_;  // before everything that SystemC knows of
  CycleControl control_;
  const WiringTable wiring_;
  std::unique_ptr<Nodes> nodes_;
  sc_core::sc_clock clock_;
  sc_core::sc_vector<sc_core::sc_signal<WideLink>> links_;
  sc_core::sc_vector<sc_core::sc_signal<WideCount>> counts_;
  std::vector<std::unique_ptr<NodeModule>> modules_;  // by address
  std::vector<const NodeInputs*> ins_;                // theirs
  bool only_first_accessed_ = true;
};

}  // namespace testbench

// The function of the model of the store. The caller owns the fabric.
extern "C" testbench::Fabric* cubecast_make_systemc_fabric(const testbench::FabricSetting& setting,
                                                           testbench::Nodes* nodes,
                                                           testbench::Surroundings& surroundings) {
  return new testbench::SystemcFabric(setting, std::unique_ptr<testbench::Nodes>(nodes), surroundings);
}

// The library's main calls it; the program has a main of its own.
int sc_main(int, char**) {
  return EXIT_FAILURE;
}
