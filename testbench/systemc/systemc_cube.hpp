// The cube in SystemC: 2^d node modules, a link and a go signal for every directed link, one clock. `Nodes` as in
// testbench/native/cube_of_nodes.hpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/link_event_of.hpp"
#include "testbench/systemc/node_module.hpp"
#include "testbench/systemc/simulation.hpp"
#include "testbench/systemc/systemc_mesh.hpp"

namespace testbench {

template <class Nodes>
class SystemcCube final : public Mesh {
 public:
  using Config = typename Nodes::Config;
  static constexpr unsigned d = Config::kDimension;

  SystemcCube(const MeshSetting& setting, NodeMemory& memory)
      : stall_(setting.stall_probability, setting.stall_seed),
        cores_(setting),
        clock_("clock", kPeriod, 0.5, kPeriod / 2),
        links_("link", Config::kNodes * d),
        goes_("go", Config::kNodes * d) {
    for (std::uint32_t node = 0; node < Config::kNodes; ++node) {
      const std::string name = "node_" + std::to_string(node);
      nodes_.push_back(std::make_unique<NodeModule<Nodes>>(name.c_str(), node, control_, stall_, cores_, memory));
    }
    for (std::uint32_t node = 0; node < Config::kNodes; ++node) wire(node);
  }

  void write(std::uint32_t node, std::uint32_t address, std::uint32_t value) override {
    nodes_[node]->post({hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
    pending_ = true;
  }
  std::uint32_t read(std::uint32_t node, std::uint32_t address) override {
    nodes_[node]->post({hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)});
    pending_ = true;
    finish_accesses();
    return nodes_[node]->answer();
  }

  void clock(bool start) override {
    finish_accesses();
    control_.start = start;
    if (start) {
      control_.moment = {true, 0};
    } else {
      ++control_.moment.cycle;
    }
    tick();
    control_.start = false;
  }

  void append_link_events(std::uint64_t cycle, std::vector<LinkEvent>& events) const override {
    for (std::uint32_t node = 0; node < Config::kNodes; ++node) {
      for (unsigned port = 0; port < d; ++port) {
        const router::Flit<Config>& link = links_[node * d + port].read();
        if (link.valid) events.push_back(link_event(cycle, node, port, link));
      }
    }
  }

 private:
  static inline const sc_core::sc_time kPeriod{10, sc_core::SC_NS};

  // Signal node * d + port leaves the node through the port.
  void wire(std::uint32_t node) {
    NodeModule<Nodes>& module = *nodes_[node];
    module.clock(clock_);
    for (unsigned port = 0; port < d; ++port) {
      const std::uint32_t neighbour = node ^ 1u << port;
      module.link_out[port](links_[node * d + port]);
      module.go_out[port](goes_[node * d + port]);
      module.link_in[port](links_[neighbour * d + port]);
      module.go_in[port](goes_[neighbour * d + port]);
    }
  }

  void tick() {
    if (cores_.records(control_.moment)) {
      std::vector<router::In<Config>> ins;
      ins.reserve(nodes_.size());
      for (const auto& node : nodes_) ins.push_back(node->inputs());
      cores_.record(control_.moment, 0, ins);
    }
    sc_core::sc_start(kPeriod);
    cores_.end_cycle(control_.moment);
  }

  // All nodes work off their register accesses side by side.
  void finish_accesses() {
    while (pending_) {
      ++control_.moment.cycle;
      tick();
      pending_ = false;
      for (const auto& node : nodes_) pending_ = pending_ || node->has_accesses();
    }
  }

  Simulation simulation_;  // before everything that SystemC knows of
  CycleControl control_;
  const Stall stall_;
  Nodes cores_;  // what the modules are modules of
  sc_core::sc_clock clock_;
  sc_core::sc_vector<sc_core::sc_signal<router::Flit<Config>>> links_;
  sc_core::sc_vector<sc_core::sc_signal<bool>> goes_;
  std::vector<std::unique_ptr<NodeModule<Nodes>>> nodes_;
  bool pending_ = false;
};

}  // namespace testbench
