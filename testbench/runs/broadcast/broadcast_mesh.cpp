// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/broadcast/broadcast_mesh.hpp"

#include <utility>

#include "firmware/broadcast/service.hpp"
#include "testbench/engines/mesh/rtl_configuration.hpp"
#include "testbench/engines/native/native_mesh.hpp"
#include "testbench/runs/broadcast/service_trees.hpp"
#include "testbench/runs/experiment/engines.hpp"

namespace testbench {
namespace {

class ServerBus final : public node::Bus {
 public:
  ServerBus(BroadcastMesh& mesh, Address node) : mesh_(mesh), node_(node) {}
  void write(std::uint32_t address, std::uint32_t value) override { mesh_.write(node_, address, value); }
  std::uint32_t read(std::uint32_t) override { return 0; }  // never called

 private:
  BroadcastMesh& mesh_;
  Address node_;
};

class ServedMesh final : public BroadcastMesh {
 public:
  ServedMesh(const BroadcastSetting& setting, unsigned sequence_width, const MakeMesh& make)
      : sequence_width_(sequence_width) {
    const PayloadHash payloads(setting.payload_seed, setting.payload_bits);
    auto environment = std::make_unique<RequestEnvironment>(setting, payloads, sequence_width);
    environment_ = environment.get();
    mesh_ = make(setting, std::move(environment));
  }

  void write(Address node, std::uint32_t address, std::uint32_t value) override { mesh_->write(node, address, value); }
  bool shares_tables() const override { return mesh_->shares_tables(); }
  unsigned sequence_width() const override { return sequence_width_; }

  void clock(bool start, const std::vector<Address>& requests) override {
    environment_->begin_cycle(requests);
    mesh_->clock(start);
  }
  bool is_full(Address node) const override { return mesh_->is_full(node); }
  std::uint64_t offered(Address node) const override { return environment_->offered(node); }

  const std::vector<BroadcastDelivery>& delivered() const override { return environment_->delivered(); }
  BroadcastTraffic traffic() const override { return environment_->traffic(); }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) const override {
    mesh_->append_link_events(cycle, events);
  }
  std::uint32_t deepest_queue() const override { return mesh_->deepest_queue(); }

 private:
  unsigned sequence_width_;
  RequestEnvironment* environment_ = nullptr;  // owned by the mesh
  std::unique_ptr<Mesh> mesh_;
};

}  // namespace

BroadcastSetting::BroadcastSetting(std::shared_ptr<const ServiceTrees> of_network, broadcast::Scheme chosen,
                                   const MeshSetting& asked)
    : BroadcastSetting(1, chosen, asked) {
  trees = std::move(of_network);
  network = network::SomeNetwork(trees->network().any());
}

std::unique_ptr<BroadcastMesh> make_broadcast_mesh(const BroadcastSetting& setting, unsigned sequence_width,
                                                   const MakeMesh& make) {
  return std::make_unique<ServedMesh>(setting, sequence_width, make);
}

std::unique_ptr<BroadcastMesh> make_servers(const BroadcastSetting& setting) {
  const unsigned sequence_width = setting.has_rtl() ? rtl_configuration(setting).sequence_bits : kNativeSequenceWidth;
  return make_broadcast_mesh(setting, sequence_width, engine_of_name(setting.engine).make);
}

std::unique_ptr<BroadcastMesh> make_native_servers(const BroadcastSetting& setting) {
  return make_broadcast_mesh(setting, kNativeSequenceWidth,
                             [](const MeshSetting& of_mesh, std::unique_ptr<Environment> environment) {
                               return make_native_mesh(of_mesh, std::move(environment));
                             });
}

void load_service(BroadcastMesh& mesh, const BroadcastSetting& setting, bool repeats) {
  for (const Address node : network::addresses(setting.nodes())) {
    ServerBus bus(mesh, node);
    if (setting.trees) {
      setting.trees->load(node, bus);
    } else if (node == Address(0) || !mesh.shares_tables()) {
      broadcast::load_table(bus, setting.network.cube(), setting.scheme);
    }
    broadcast::load_node(bus, node, setting.scheme, repeats);
  }
}

}  // namespace testbench
