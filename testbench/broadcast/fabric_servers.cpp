#include "testbench/broadcast/fabric_servers.hpp"

#include "testbench/broadcast/server_surroundings.hpp"
#include "testbench/mesh/link_event_of.hpp"

namespace testbench {
namespace {

class SourcesAndMemories final : public Surroundings {
 public:
  SourcesAndMemories(const BroadcastSetting& setting, unsigned sequence_width) : all_(setting, sequence_width) {}

  void show(Address node, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) override {
    all_.show(node, cycle, out, in);
  }
  void take(Address node, const NodeOutputs& out, const NodeInputs& in) override {
    all_.take(node, out, in.eject_ready);
  }
  void observe(Address, const NodeOutputs& out) override { all_.observe(out.links, out.counts); }

  ServerSurroundings& all() { return all_; }
  const ServerSurroundings& all() const { return all_; }

 private:
  ServerSurroundings all_;
};

class FabricServers final : public BroadcastMesh {
 public:
  FabricServers(const BroadcastSetting& setting, unsigned sequence_width, std::unique_ptr<Nodes> nodes,
                const MakeFabricOf& make_fabric)
      : sequence_width_(sequence_width),
        surroundings_(setting, sequence_width),
        nodes_(*nodes),
        fabric_(make_fabric(fabric_setting(setting), std::move(nodes), surroundings_)),
        cube_(setting.dimension) {}

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    fabric_->access(node, {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
  }
  bool shares_tables() const override { return false; }
  unsigned sequence_width() const override { return sequence_width_; }

  void clock(bool start, const std::vector<Address>& requests) override {
    surroundings_.all().begin_cycle(requests);
    fabric_->clock(start);
  }
  bool is_full(Address node) const override { return fabric_->out(node).full; }
  std::uint64_t offered(Address node) const override { return surroundings_.all().offered(node); }

  const std::vector<BroadcastDelivery>& delivered() const override { return surroundings_.all().delivered(); }
  BroadcastTraffic traffic() const override { return surroundings_.all().traffic(); }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) const override {
    for (const Address node : network::addresses(cube_.nodes())) {
      const std::vector<WideLink>& links = fabric_->out(node).links;
      for (unsigned port = 0; port < links.size(); ++port) {
        if (!links[port].valid) continue;
        const bool is_to_all = rules::BroadcastRules::is_to_all(links[port].packet.header.rule);
        events.push_back(link_event(cycle, node, port, links[port], is_to_all));
      }
    }
  }
  std::uint32_t deepest_queue() const override { return nodes_.deepest_queue(); }

 private:
  static FabricSetting fabric_setting(const BroadcastSetting& setting) {
    FabricSetting fabric;
    fabric.network = network::Cube(setting.dimension);
    fabric.ports = fabric.streams = setting.dimension;
    fabric.has_counts = setting.prefix.has_wires();
    return fabric;
  }

  unsigned sequence_width_;
  SourcesAndMemories surroundings_;
  Nodes& nodes_;  // the fabric's
  std::unique_ptr<Fabric> fabric_;
  network::Cube cube_;
};

}  // namespace

std::unique_ptr<BroadcastMesh> make_fabric_servers(const BroadcastSetting& setting, unsigned sequence_width,
                                                   std::unique_ptr<Nodes> nodes, const MakeFabricOf& make_fabric) {
  return std::make_unique<FabricServers>(setting, sequence_width, std::move(nodes), make_fabric);
}

}  // namespace testbench
