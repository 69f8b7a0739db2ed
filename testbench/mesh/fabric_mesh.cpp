#include "testbench/mesh/fabric_mesh.hpp"

#include "testbench/mesh/link_event_of.hpp"
#include "testbench/mesh/stall.hpp"

namespace testbench {
namespace {

// The memories of the nodes: they answer injectors, and take from ejectors unless they are busy.
class MemorySurroundings final : public Surroundings {
 public:
  MemorySurroundings(const Simulation& simulation, NodeMemory& memory) : memory_(memory), stall_(simulation) {}

  void show(Address node, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) override {
    for (std::size_t stream = 0; stream < out.fetches.size(); ++stream) {
      const WideFetch& fetch = out.fetches[stream];
      if (!fetch.valid) continue;
      in.payloads[stream] = fetch.asks_for_result
                                ? memory_.fetch_result(node, fetch.header.sequence)
                                : memory_.fetch(node, fetch.header.destination, fetch.header.sequence);
    }
    in.eject_ready = stall_.ready(cycle, node, static_cast<unsigned>(out.links.size()));
  }
  void take(Address node, const NodeOutputs& out, const NodeInputs& in) override {
    for (unsigned port = 0; port < out.ejects.size(); ++port) {
      if (!out.ejects[port].valid || !in.eject_ready.contains(port)) continue;
      const WidePacket& packet = out.ejects[port].packet;
      memory_.deliver(node, packet.header.source, packet.header.sequence, packet.payload, port);
    }
  }

 private:
  NodeMemory& memory_;
  const Stall stall_;
};

class FabricMesh final : public Mesh {
 public:
  FabricMesh(const MeshSetting& setting, std::uint32_t to_all_rules, NodeMemory& memory, const MakeFabric& make_fabric)
      : nodes_(setting.network.nodes()),
        to_all_rules_(to_all_rules),
        surroundings_(setting.simulation, memory),
        fabric_(make_fabric(surroundings_)) {}

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    fabric_->access(node, {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
  }
  std::uint32_t read(Address node, std::uint32_t address) override {
    fabric_->access(node, {hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)});
    return fabric_->out(node).answer;
  }
  bool copy_first_node() override { return fabric_->copy_first(); }
  void clock(bool start) override { fabric_->clock(start); }

  void append_link_events(std::uint64_t cycle, LinkEvents& events) override {
    for (const Address node : network::addresses(nodes_)) {
      const std::vector<WideLink>& links = fabric_->out(node).links;
      for (unsigned port = 0; port < links.size(); ++port) {
        if (!links[port].valid) continue;
        const bool is_to_all = (to_all_rules_ >> links[port].packet.header.rule.number() & 1u) != 0;
        events.push_back(link_event(cycle, node, port, links[port], is_to_all));
      }
    }
  }

 private:
  std::uint32_t nodes_;
  std::uint32_t to_all_rules_;
  MemorySurroundings surroundings_;
  std::unique_ptr<Fabric> fabric_;
};

}  // namespace

std::unique_ptr<Mesh> make_fabric_mesh(const MeshSetting& setting, std::uint32_t to_all_rules, NodeMemory& memory,
                                       const MakeFabric& make_fabric) {
  return std::make_unique<FabricMesh>(setting, to_all_rules, memory, make_fabric);
}

}  // namespace testbench
