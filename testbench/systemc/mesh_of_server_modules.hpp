// A cube of nodes that serve broadcast requests in SystemC: a module for every node, a signal for every directed link and
// for the wires beside it, one clock. `Nodes` as in testbench/broadcast/mesh_of_servers.hpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/mesh/link_event_of.hpp"
#include "testbench/systemc/kernel.hpp"
#include "testbench/systemc/server_module.hpp"

namespace testbench {

template <class Nodes>
class MeshOfServerModules final : public BroadcastMesh {
 public:
  using Config = typename Nodes::Config;
  using Module = ServerModule<Nodes>;

  explicit MeshOfServerModules(const BroadcastSetting& setting)
      : surroundings_(setting),
        nodes_(setting),
        clock_("clock", kPeriod, 0.5, kPeriod / 2),
        links_("link", std::size_t{kNodes} * kPorts),
        wires_("wire", std::size_t{kNodes} * kPorts) {
    for (const Address node : network::addresses(kNodes)) {
      const std::string name = "node_" + std::to_string(node.number());
      modules_.push_back(std::make_unique<Module>(name.c_str(), node, moment_, surroundings_, nodes_));
      connect(node);
    }
  }

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    Module& module = *modules_[node.number()];
    module.access(
        broadcast::In<Config>::quiet({hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)}));
    for (unsigned port = 0; port < kPorts; ++port) links_[from(node, port)].write(module.links()[port]);
    ++moment_.cycle;
    nodes_.end_cycle(moment_);
  }
  bool shares_tables() const override { return Nodes::kSharesTables; }
  unsigned sequence_width() const override { return Config::kSequenceWidth; }

  void clock(bool start, const std::vector<Address>& requests) override {
    moment_ = start ? Moment{true, 0} : Moment{moment_.started, moment_.cycle + 1};
    surroundings_.begin_cycle(requests);
    sc_core::sc_start(kPeriod);
    nodes_.end_cycle(moment_);
  }
  bool is_full(Address node) const override { return nodes_.registers(node).full; }
  std::uint64_t offered(Address node) const override { return surroundings_.offered(node); }

  const std::vector<BroadcastDelivery>& delivered() const override { return surroundings_.delivered(); }
  BroadcastTraffic traffic() const override { return surroundings_.traffic(); }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) const override {
    for (const Address node : network::addresses(kNodes)) {
      for (unsigned port = 0; port < kPorts; ++port) {
        const auto& link = links_[from(node, port)].read();
        if (link.valid) events.push_back(link_event(cycle, node, port, link));
      }
    }
  }
  std::uint32_t deepest_queue() const override { return nodes_.deepest_queue(); }

 private:
  static constexpr unsigned kPorts = broadcast::kDimension<Config>;
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;
  static inline const sc_core::sc_time kPeriod{10, sc_core::SC_NS};

  // The signals that leave the node through the port.
  static std::size_t from(Address node, unsigned port) { return std::size_t{node.number()} * kPorts + port; }

  void connect(Address node) {
    Module& module = *modules_[node.number()];
    module.clock(clock_);
    for (unsigned port = 0; port < kPorts; ++port) {
      const std::size_t to = from(cube::neighbour(node, port), port);
      module.link_out[port](links_[from(node, port)]);
      module.link_in[port](links_[to]);
      module.wire_out[port](wires_[from(node, port)]);
      module.wire_in[port](wires_[to]);
    }
  }

  Kernel kernel_;  // before everything that SystemC knows of
  Moment moment_;
  ServerSurroundings<Config> surroundings_;
  mutable Nodes nodes_;  // what the modules are modules of
  sc_core::sc_clock clock_;
  sc_core::sc_vector<sc_core::sc_signal<network::Link<Config>>> links_;
  sc_core::sc_vector<sc_core::sc_signal<broadcast::OnWires<Config>>> wires_;
  std::vector<std::unique_ptr<Module>> modules_;  // by address
};

}  // namespace testbench
