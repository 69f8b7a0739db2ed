// Nodes that serve broadcast requests as compiled C++, with queues of any depth, which take memory
// for what they hold, and one rule table for all.
#pragma once

#include <algorithm>
#include <vector>

#include "testbench/broadcast/mesh_of_servers.hpp"
#include "testbench/host/huge_pages.hpp"
#include "testbench/native/node_storage.hpp"
#include "testbench/native/numbered_storage.hpp"

namespace testbench {

// The queues of large cubes hold numbers of packets: every node has copies of all.
template <unsigned Dimension>
using ServersBase = std::conditional_t<(Dimension >= kLeastNumberedDim),
                                       AnyDepthConfig<Dimension, router::PortModel::kAllPort, 32, NumberedStorage>,
                                       AnyDepthConfig<Dimension, router::PortModel::kAllPort>>;

template <unsigned Dimension, broadcast::PrefixChannel Channel>
struct NativeServing : broadcast::Serving<ServersBase<Dimension>> {
  static constexpr std::size_t kTableDepth = hls::kRuntimeDepth;
  static constexpr broadcast::PrefixChannel kPrefixChannel = Channel;
  static constexpr unsigned kCountWires = broadcast::has_wires(Channel)
                                              ? broadcast::kChosenCountWires
                                              : broadcast::Serving<ServersBase<Dimension>>::kCountWires;
};

template <class AnyConfig>
class NativeServers {
 public:
  using Config = AnyConfig;

  // What a node drives but its links.
  struct Registers {
    broadcast::Fetches<Config> fetches;
    decltype(broadcast::Out<Config>::ejects) ejects;
    hls::Bits<32> answer;
    hls::Bit full;
  };

  explicit NativeServers(const BroadcastSetting& setting)
      : common_(mesh_setting(setting), Config::Network::kNodes),
        queues_(common_, mesh_setting(setting), std::uint64_t{kQueues} * Config::Network::kNodes),
        table_(kTableWords),
        nodes_(Config::Network::kNodes, HugePages::memory()) {
    for (Node& node : nodes_) {
      attach_queues(node.state.router, queues_);
      node.state.router.table().words().attach(table_.slice(0), kTableWords);
      if constexpr (broadcast::kNarrow<Config>) {
        node.state.partial.prefix().wires().width().choose(setting.prefix.wires_of(setting.dimension));
      }
    }
  }

  const Registers& registers(Address node) const { return nodes_[node.number()].registers; }
  template <class Links, class Wires>
  [[gnu::flatten]] void step(Address address, const broadcast::In<Config>& in, Links& links, Wires& wires) {
    struct Out {
      Links& links;
      Wires& wires;
      broadcast::Fetches<Config>& fetches;
      decltype(broadcast::Out<Config>::ejects)& ejects;
      hls::Bits<32>& answer;
      hls::Bit& full;
    };
    Node& node = nodes_[address.number()];
    publish(node, in);
    Out out{links, wires, node.registers.fetches, node.registers.ejects, node.registers.answer, node.registers.full};
    broadcast::Node<Config>::step(node.state, in, out);
  }
  std::uint32_t deepest_queue() const {
    std::uint32_t packets = 0;
    for (const Node& node : nodes_) packets = std::max(packets, node.state.router.deepest());
    return packets;
  }

 private:
  using Queues = typename Config::template Storage<network::Packet<Config>>;

  static constexpr unsigned kPorts = broadcast::kDimension<Config>;
  // The ejectors' among them.
  static constexpr unsigned kQueues = kPorts * (router::OutputPort<Config>::kCrosspoints + 1);
  static constexpr std::size_t kTableWords = std::size_t{2} * Config::Network::kNodes;

  struct Node {
    broadcast::State<Config> state;
    Registers registers;
  };

  static MeshSetting mesh_setting(const BroadcastSetting& setting) {
    MeshSetting of_mesh;
    of_mesh.network = network::Cube(setting.dimension);
    of_mesh.packets = packets_of_request(setting.scheme, setting.dimension);
    of_mesh.queue_depth.chosen = setting.queue_depth;
    return of_mesh;
  }

  // Packets that the node offers to all others, to which they go as they are.
  void publish(Node& node, const broadcast::In<Config>& in) {
    const auto service = node.state.registers.service(hls::Bit(0));
    for (unsigned port = 0; port < kPorts; ++port) {
      const auto& fetch = node.registers.fetches[port];
      if (!fetch.valid || (kToOne & node::rule_bit(fetch.header.rule)) != 0) continue;
      const auto payload = broadcast::Node<Config>::payload(node.state, service, port, fetch, in.payloads[port]);
      common_.publish(Address(fetch.header.source).number(), {payload, fetch.header});
    }
  }
  static constexpr std::uint32_t kToOne = Config::Rules::template mask_of<rules::Ascending, rules::ToRoot>();
  typename Queues::Common common_;
  Queues queues_;
  Arena<network::PortSet<Config>> table_;
  std::pmr::vector<Node> nodes_;
};

}  // namespace testbench
