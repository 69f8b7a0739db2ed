// The network in SystemC: a module for every node, a signal for every directed link, one clock. `Nodes` as in
// testbench/mesh/mesh_of_nodes.hpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "testbench/mesh/link_event_of.hpp"
#include "testbench/mesh/wiring.hpp"
#include "testbench/systemc/kernel.hpp"
#include "testbench/systemc/node_module.hpp"
#include "testbench/systemc/systemc_mesh.hpp"

namespace testbench {

template <class Nodes>
class MeshOfModules final : public Mesh {
 public:
  using Config = typename Nodes::Config;

  MeshOfModules(const MeshSetting& setting, NodeMemory& memory)
      : stall_(setting.simulation),
        wiring_(setting.network),
        cores_(setting),
        clock_("clock", kPeriod, 0.5, kPeriod / 2),
        links_("link", wiring_.nodes() * kPorts) {
    for (const Address node : network::addresses(wiring_.nodes())) {
      const std::string name = "node_" + std::to_string(node.number());
      modules_.push_back(std::make_unique<NodeModule<Nodes>>(name.c_str(), node, control_, stall_, cores_, memory));
    }
    for (const Address node : network::addresses(wiring_.nodes())) wire(node);
  }

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    access(node, {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
  }
  std::uint32_t read(Address node, std::uint32_t address) override {
    access(node, {hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)});
    return module(node).answer();
  }
  bool copy_first_node() override {
    if (!only_first_accessed_ || !cores_.copy_first()) return false;
    for (const Address node : network::addresses(wiring_.nodes()))
      drive_links(node, module(node).copy(module(Address(0))));
    return true;
  }

  void clock(bool start) override {
    only_first_accessed_ = false;
    control_.start = start;
    if (start) {
      control_.moment = {true, 0};
    } else {
      ++control_.moment.cycle;
    }
    tick();
    control_.start = false;
  }

  void append_link_events(std::uint64_t cycle, LinkEvents& events) override {
    for (const Address node : network::addresses(wiring_.nodes())) {
      for (unsigned port = 0; port < kPorts; ++port) {
        const network::Link<Config>& link = links_[link_of(node, port)].read();
        if (link.valid) events.push_back(link_event(cycle, node, port, link));
      }
    }
  }

 private:
  static constexpr unsigned kPorts = Config::Network::kPorts;
  static inline const sc_core::sc_time kPeriod{10, sc_core::SC_NS};

  NodeModule<Nodes>& module(Address node) { return *modules_[node.number()]; }

  // The signal that leaves the node through the port.
  static std::size_t link_of(Address node, unsigned port) { return std::size_t{node.number()} * kPorts + port; }

  void wire(Address node) {
    module(node).clock(clock_);
    for (unsigned port = 0; port < kPorts; ++port) {
      module(node).link_out[port](links_[link_of(node, port)]);
      module(node).link_in[port](links_[link_of(wiring_.neighbour(node, port), wiring_.arrival_port(node, port))]);
    }
  }

  void drive_links(Address node, const router::Out<Config>& out) {
    for (unsigned port = 0; port < kPorts; ++port) links_[link_of(node, port)].write(out.links[port]);
  }

  void tick() {
    if (cores_.records(control_.moment)) {
      std::vector<router::In<Config>> ins;
      ins.reserve(modules_.size());
      for (const auto& module : modules_) ins.push_back(module->inputs());
      cores_.record(control_.moment, Address(0), ins);
    }
    sc_core::sc_start(kPeriod);
    cores_.end_cycle(control_.moment);
  }

  // The network is at rest: the clock of the others stands still.
  void access(Address node, const router::RegisterAccess& access) {
    only_first_accessed_ = only_first_accessed_ && node == Address(0);
    const router::In<Config> in = router::In<Config>::quiet(access);
    ++control_.moment.cycle;
    if (cores_.records(control_.moment)) cores_.record(control_.moment, node, std::span(&in, 1));
    drive_links(node, module(node).access(in));
    cores_.end_cycle(control_.moment);
  }

  Kernel kernel_;  // before everything that SystemC knows of
  CycleControl control_;
  const Stall stall_;
  [[no_unique_address]] const Wiring<Config> wiring_;
  Nodes cores_;  // what the modules are modules of
  sc_core::sc_clock clock_;
  sc_core::sc_vector<sc_core::sc_signal<network::Link<Config>>> links_;
  std::vector<std::unique_ptr<NodeModule<Nodes>>> modules_;  // by address
  bool only_first_accessed_ = true;
};

}  // namespace testbench
