// The nodes of a cube that serve broadcast requests, each as RTL, or as RTL and C++ in lockstep: for MeshOfServers
// (testbench/broadcast) and its SystemC cube.
#pragma once

#include <vector>

#include "rtl_sim/rtl_nodes.hpp"
#include "testbench/broadcast/broadcast_mesh.hpp"

namespace rtl_sim {

template <class AnyConfig, class Harness>
class RtlServers {
 public:
  using Config = AnyConfig;
  using In = broadcast::In<Config>;
  using Out = broadcast::Out<Config>;
  static constexpr bool kSharesTables = false;

  explicit RtlServers(const testbench::BroadcastSetting& setting)
      : nodes_(all_rtl(setting)), outs_(Config::Network::kNodes) {}

  const Out& registers(network::Address node) const { return outs_[node.number()]; }
  template <class Links, class Wires>
  void step(network::Address node, const In& in, Links& links, Wires& wires) {
    Out& out = outs_[node.number()];
    nodes_.step(node, in, out);
    links = out.links;
    wires = out.wires;
  }
  void end_cycle(const testbench::Moment& moment) { nodes_.end_cycle(moment); }
  static std::uint32_t deepest_queue() { return 0; }

 private:
  static testbench::MeshSetting all_rtl(const testbench::BroadcastSetting& setting) {
    testbench::MeshSetting all;
    all.network = network::Cube(setting.dimension);
    all.simulation = setting.simulation;
    all.simulation.rtl_nodes.assign(Config::Network::kNodes, true);
    return all;
  }

  RtlNodes<ServerKind<Config>, Harness> nodes_;
  std::vector<Out> outs_;  // by address
};

}  // namespace rtl_sim
