// The native engine of nodes that serve broadcast requests, for one dimension and one kind of
// prefix: a model of the store, each a translation unit:
//
//     #include "testbench/broadcast/server_engine.hpp"
//     CUBECAST_SERVER_MODEL(6, broadcast::PrefixChannel::kLinks)
#pragma once

#include <memory>
#include <vector>

#include "testbench/broadcast/mesh_of_servers.hpp"
#include "testbench/broadcast/native_servers.hpp"
#include "testbench/nodes/node_kind.hpp"

namespace testbench {

struct ServerEngine {
  std::unique_ptr<BroadcastMesh> (*make_mesh)(const BroadcastSetting&);
  std::unique_ptr<Nodes> (*make_nodes)(const BroadcastSetting&);  // for meshes that take any
};

// NativeServers as Nodes.
template <class Config>
class ServerNodes final : public Nodes {
 public:
  explicit ServerNodes(const BroadcastSetting& setting)
      : servers_(setting),
        ins_(Config::Network::kNodes, broadcast::In<Config>::quiet()),
        links_(ins_.size(), router::open_links<Config>()),
        wires_(ins_.size()) {}

  void step(Address node, const NodeInputs& in, NodeOutputs& out) override {
    const std::size_t i = node.number();
    narrow(in, ins_[i]);
    servers_.step(node, ins_[i], links_[i], wires_[i]);
    const auto& registers = servers_.registers(node);
    widen(Driven{links_[i], wires_[i], registers.fetches, registers.ejects, registers.answer, registers.full != 0},
          out);
  }
  std::uint32_t deepest_queue() const override { return servers_.deepest_queue(); }

 private:
  using Links = decltype(broadcast::Out<Config>::links);
  using Wires = decltype(broadcast::Out<Config>::wires);

  // As in broadcast::Out.
  struct Driven {
    const Links& links;
    const Wires& wires;
    const broadcast::Fetches<Config>& fetches;
    const decltype(broadcast::Out<Config>::ejects)& ejects;
    std::uint32_t answer;
    bool full;
  };

  NativeServers<Config> servers_;
  std::vector<broadcast::In<Config>> ins_;  // by address, as those that follow
  std::vector<Links> links_;
  std::vector<Wires> wires_;
};

template <unsigned Dimension, broadcast::PrefixChannel Channel>
ServerEngine server_engine_of() {
  using Config = NativeServing<Dimension, Channel>;
  return {[](const BroadcastSetting& setting) -> std::unique_ptr<BroadcastMesh> {
            return std::make_unique<MeshOfServers<NativeServers<Config>>>(setting);
          },
          [](const BroadcastSetting& setting) -> std::unique_ptr<Nodes> {
            return std::make_unique<ServerNodes<Config>>(setting);
          }};
}

inline constexpr const char* kServerEngine = "cubecast_server_engine";
#define CUBECAST_SERVER_MODEL(...)                              \
  extern "C" testbench::ServerEngine cubecast_server_engine() { \
    return testbench::server_engine_of<__VA_ARGS__>();          \
  }

}  // namespace testbench
