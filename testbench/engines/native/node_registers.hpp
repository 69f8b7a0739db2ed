// SPDX-License-Identifier: Apache-2.0
// The registers of a compiled node, without those of its links, which its neighbours read. It also
// tells the native engine how to keep the node in memory and how to load it. Each kind of node has
// a specialization: that of routers is here, that of nodes which serve broadcast requests in
// serving_node.hpp. NativeNodes are the nodes of a network, each with its registers.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "hls/router/node.hpp"
#include "testbench/engines/mesh/environment.hpp"
#include "testbench/engines/native/loaded_nodes.hpp"
#include "testbench/engines/nodes/any_node.hpp"
#include "testbench/engines/nodes/wire_tap.hpp"

namespace testbench {

template <class Node>
struct NodeRegisters;

// The most packets that a crosspoint queue of these nodes has held.
template <class AllRegisters>
std::uint32_t deepest_queue_of(const AllRegisters& nodes) {
  std::uint32_t packets = 0;
  for (const auto& node : nodes) packets = std::max(packets, node.state.router.deepest());
  return packets;
}

// Memories in the form for a mesh's inner loop, without wide words between.
class NativeMemories {
 public:
  explicit NativeMemories(Environment& environment)
      : memory_(static_cast<MemoryEnvironment&>(environment).memory()),
        stall_(static_cast<MemoryEnvironment&>(environment).stall()) {}

  network::Ports ready(std::uint64_t cycle, Address node, unsigned ports) const {
    return stall_.ready(cycle, node, ports);
  }
  template <class Config>
  network::Payload<Config> payload(Address node, const router::Fetch<Config>& fetch) const {
    return fetched_payload<Config>(memory_, node, fetch);
  }
  template <class Packet>
  void deliver(Address node, const Packet& packet, Deliveries& delivered, unsigned port) const {
    memory_.deliver(node, packet.header.source, packet.header.sequence, packet.payload, delivered, port);
  }
  void count(const Deliveries& delivered) const { memory_.count(delivered); }

  // Hints that a packet will be fetched, or delivered, in the next cycle.
  template <class Header>
  void prefetch_fetch(Address node, const Header& header) const {
    memory_.prefetch_fetch(node, header.destination, header.sequence);
  }
  template <class Header>
  void prefetch_delivery(Address node, const Header& header) const {
    memory_.prefetch_delivery(node, header.source, header.sequence);
  }

 private:
  NodeMemory& memory_;
  const Stall stall_;
};

// Registers of a node with their queues. `attached`: the node as it was attached to its memories.
template <class Registers, class Storage>
void keep_node(Archive& archive, Registers& node, Registers& attached, Storage& storage) {
  archive.values(node);
  if (archive.is_reading()) LoadedNodes<typename Registers::Config>::attach_as(node.state, attached.state);
  keep_queues(archive, node.state.router, attached.state.router, storage);
}

template <class AnyConfig>
struct NodeRegisters<router::Node<AnyConfig>> {
  using Config = AnyConfig;
  using In = router::In<Config>;
  using Around = NativeMemories;
  // Storage holds the queues, programs and tables of nodes that are loaded and stepped in any
  // order. Loaded holds the programs and tables of a mesh's nodes.
  using Storage = NodeStorage<Config>;
  using Loaded = LoadedNodes<Config>;

  // A node without packets and inputs changes only as rest() says.
  static constexpr bool kRests = true;
  static constexpr bool kSharesTables = false;
  static constexpr unsigned kPorts = Config::Network::kPorts;
  // Includes the ejectors' queues.
  static constexpr unsigned kQueues =
      kPorts * (router::OutputPort<Config>::kCrosspoints + 1 + router::kCombiningEjectors<Config>);

  using Links = std::array<network::Link<Config>, kPorts>;
  static constexpr Links open_links() { return router::open_links<Config>(); }

  router::State<Config> state;
  std::array<router::Fetch<Config>, router::kStreams<Config>> fetches;
  std::array<network::Flit<Config>, kPorts> ejects;
  hls::Bits<32> answer;
  hls::Bit done;

  // One cycle. `links`: the node's link registers.
  [[gnu::always_inline, gnu::flatten]] void step(const In& in, Links& links) {
    Out out{links, fetches, ejects, answer, done};
    router::Node<Config>::step(state, in, out);
  }

  // Rare callers share this function, because step() takes longest to compile.
  [[gnu::noinline]] void step_apart(const In& in, Links& links) { step(in, links); }

  // The node's outputs, in the form of router::Out.
  auto driven(const Links& links) const {
    struct Driven {
      const Links& links;
      const decltype(fetches)& fetches;
      const decltype(ejects)& ejects;
      std::uint32_t answer;
      bool done;
    };
    return Driven{links, fetches, ejects, answer, done != 0};
  }

  // The node offers the payload that its memory has answered to the stream.
  template <class Common>
  void publish(Common& common, Address node, unsigned stream, const network::Payload<Config>& payload) const {
    common.publish(node.number(), {payload, fetches[stream].header});
  }

  // A hint that the node will be stepped soon. It leaves out the queues of combining ejectors,
  // which come first in these: most have no packets.
  void prefetch() {
    if constexpr (router::combines<Config>()) {
      prefetch_lines(this, &state.router.combining_ejector(0));
      for (unsigned i = 0; i < router::kCombiningEjectors<Config>; ++i) {
        auto& ejector = state.router.combining_ejector(i);
        prefetch_lines(&ejector.queues() + 1, &ejector + 1);
      }
      prefetch_lines(&fetches, this + 1);
    } else {
      prefetch_lines(this, this + 1);
    }
  }

 private:
  static void prefetch_lines(const void* first, const void* end) {
    constexpr std::uintptr_t kLine = 64;
    for (auto line = reinterpret_cast<std::uintptr_t>(first) / kLine;
         line * kLine < reinterpret_cast<std::uintptr_t>(end); ++line) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): no pointer that is read through
      __builtin_prefetch(reinterpret_cast<const void*>(line * kLine), 1);
    }
  }

  // The members of router::Out, as references.
  struct Out {
    Links& links;
    std::array<router::Fetch<Config>, router::kStreams<Config>>& fetches;
    std::array<network::Flit<Config>, kPorts>& ejects;
    hls::Bits<32>& answer;
    hls::Bit& done;
  };
};

// The nodes of a network as compiled C++, behind the common interface of nodes (testbench/engines/nodes).
// `Storage` attaches queues, programs and tables to the state of each node.
template <AnyNode Node, class Storage = typename NodeRegisters<Node>::Storage>
class NativeNodes final : public Nodes {
 public:
  explicit NativeNodes(const MeshSetting& setting)
      : storage_(setting), nodes_(setting.network.nodes()), ins_(nodes_.size(), Node::In::quiet()) {
    links_.assign(nodes_.size(), Registers::open_links());
    for (Registers& node : nodes_) storage_.attach(node.state);
  }

  void step(Address address, const NodeInputs& in, NodeOutputs& out) override {
    Registers& node = nodes_[address.number()];
    narrow(in, ins_[address.number()]);
    node.step_apart(ins_[address.number()], links_[address.number()]);
    widen(node.driven(links_[address.number()]), out);
  }
  std::uint32_t deepest_queue() const override { return deepest_queue_of(nodes_); }
  void append_wire_events(std::uint64_t cycle, Address node, unsigned port, const WidePhit& received,
                          WireEvents& events) override {
    taps_.observe(cycle, node, port, nodes_[node.number()].state, links_[node.number()], received, events);
  }

 private:
  using Registers = NodeRegisters<Node>;

  Storage storage_;
  std::vector<Registers> nodes_;  // by address, like the following members
  std::vector<typename Registers::Links> links_;
  std::vector<typename Node::In> ins_;
  WireTaps<Node> taps_;
};

}  // namespace testbench
