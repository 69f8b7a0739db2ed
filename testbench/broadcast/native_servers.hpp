// Nodes that serve broadcast requests as compiled C++, with queues of any depth, which take memory for what they hold, and
// one rule table for all.
#pragma once

#include <algorithm>
#include <vector>

#include "testbench/broadcast/mesh_of_servers.hpp"
#include "testbench/host/huge_pages.hpp"
#include "testbench/native/node_storage.hpp"

namespace testbench {

template <unsigned Dimension, broadcast::PrefixChannel Channel>
struct NativeServing : broadcast::Serving<AnyDepthConfig<Dimension, router::PortModel::kAllPort>> {
  static constexpr std::size_t kTableDepth = hls::kRuntimeDepth;
  static constexpr broadcast::PrefixChannel kPrefixChannel = Channel;
};

template <class AnyConfig>
class NativeServers {
 public:
  using Config = AnyConfig;
  static constexpr bool kSharesTables = true;

  // What a node drives but its links.
  struct Registers {
    broadcast::Fetches<Config> fetches;
    decltype(broadcast::Out<Config>::ejects) ejects;
    hls::Bits<32> answer;
    hls::Bit full;
  };

  explicit NativeServers(const BroadcastSetting& setting)
      : rings_(setting.queue_depth), table_(kTableWords), nodes_(Config::Network::kNodes, HugePages::memory()) {
    for (Node& node : nodes_) {
      attach_queues(node.state.router, rings_);
      node.state.router.table().words().attach(table_.slice(0), kTableWords);
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
    Out out{links, wires, node.registers.fetches, node.registers.ejects, node.registers.answer, node.registers.full};
    broadcast::Node<Config>::step(node.state, in, out);
  }
  static void end_cycle(const Moment&) {}
  std::uint32_t deepest_queue() const {
    std::uint32_t packets = 0;
    for (const Node& node : nodes_) packets = std::max(packets, node.state.router.deepest());
    return packets;
  }

 private:
  static constexpr std::size_t kTableWords = std::size_t{2} * Config::Network::kNodes;

  struct Node {
    broadcast::State<Config> state;
    Registers registers;
  };

  RingStorage<network::Packet<Config>> rings_;
  Arena<network::PortSet<Config>> table_;
  std::pmr::vector<Node> nodes_;
};

}  // namespace testbench
