// SPDX-License-Identifier: Apache-2.0
// Nodes that serve broadcast requests in the native engine. Their queues have any depth and take
// memory only for their contents, and all nodes share one rule table. A model of the store:
//
//     #include "testbench/engines/native/serving_node.hpp"
//     CUBECAST_NATIVE_MODEL(broadcast::Node<testbench::ServingConfig<6, broadcast::PrefixChannel::kLinks>>)
//     CUBECAST_NATIVE_MODEL(broadcast::Node<testbench::TreeServingConfig<4>>)   // four ports, in any network
#pragma once

#include "hls/broadcast/node.hpp"
#include "testbench/engines/mesh/request_environment.hpp"
#include "testbench/engines/native/native_engine.hpp"

namespace testbench {

// The queues of large cubes hold packet numbers, because every node has copies of all packets.
template <unsigned Dimension>
using ServingBase = std::conditional_t<(Dimension >= kLeastNumberedDim),
                                       AnyDepthConfig<Dimension, router::PortModel::kAllPort, 32, NumberedStorage>,
                                       AnyDepthConfig<Dimension, router::PortModel::kAllPort>>;

template <unsigned Dimension, broadcast::PrefixChannel Channel>
struct ServingConfig : broadcast::Serving<ServingBase<Dimension>> {
  static constexpr std::size_t kTableDepth = hls::kRuntimeDepth;
  static constexpr broadcast::PrefixChannel kPrefixChannel = Channel;
  static constexpr unsigned kCountWires = broadcast::has_wires(Channel)
                                              ? broadcast::kChosenCountWires
                                              : broadcast::Serving<ServingBase<Dimension>>::kCountWires;
};

template <unsigned Ports>
struct TreeServingConfig : broadcast::Serving<LabelledConfig<Ports, router::PortModel::kAllPort>> {
  static constexpr std::size_t kTableDepth = hls::kRuntimeDepth;
};

// The rule tables, and the number of count wires, in the role of LoadedNodes. All nodes of a cube read one table; nodes
// that store trees have one each.
template <class Config>
class ServingTables {
 public:
  using State = broadcast::State<Config>;

  ServingTables(const MeshSetting& setting, std::uint32_t nodes)
      : prefix_(setting.prefix.value_or(PrefixSetting{})),
        words_(Config::kByTrees ? nodes : std::size_t{2} * Config::Network::kNodes),
        table_(words_ * (Config::kByTrees ? nodes : 1)) {}

  // Called once for each node.
  void attach(State& state) {
    state.router.table().words().attach(table_.slice(Config::kByTrees ? attached_++ * words_ : 0), words_);
    if constexpr (broadcast::kNarrow<Config>) {
      state.partial.prefix().wires().width().choose(prefix_.wires_of(Config::Network::kDimension));
    }
  }
  static void write(State&, std::uint32_t) {}
  static void close() {}
  static void copied(State&) {}

 private:
  PrefixSetting prefix_;
  std::size_t words_;  // of a table
  std::size_t attached_ = 0;
  Arena<network::PortSet<Config>> table_;
};

// Queues and table of nodes that are stepped in any order, in the role of NodeStorage; not for
// NumberedStorage.
template <class Config>
class ServingStorage {
 public:
  explicit ServingStorage(const MeshSetting& setting) : rings_(setting), table_(setting, setting.network.nodes()) {}

  void attach(broadcast::State<Config>& state) {
    attach_queues(state.router, rings_);
    table_.attach(state);
  }

 private:
  RingStorage<network::Packet<Config>> rings_;
  ServingTables<Config> table_;
};

// Sources, memories and observer in the form for a mesh's inner loop, without wide words between.
// One thread uses them.
class NativeRequests {
 public:
  explicit NativeRequests(Environment& environment) : all_(static_cast<RequestEnvironment&>(environment)) {}

  network::Ports ready(std::uint64_t cycle, Address node, unsigned) const { return all_.ready(cycle, node); }
  bool comes(Address node) const { return all_.comes(node); }
  template <class Config>
  network::Payload<Config> payload(Address node, const router::Fetch<Config>& fetch) const {
    network::Payload<Config> payload;
    all_.answer(node, fetch.header, payload);
    return payload;
  }
  template <class Packet>
  void deliver(Address node, const Packet& packet, const Deliveries&, unsigned) const {
    all_.deliver(node, packet);
  }
  template <class Bundle>
  void observe(const Bundle& bundle) const {
    for (const auto& told : bundle.wires) all_.observe_count(told.valid != 0);
    for (const auto& link : bundle.links) all_.observe_link(link);
  }
  static void count(const Deliveries&) {}
  template <class Header>
  static void prefetch_fetch(Address, const Header&) {}
  template <class Header>
  static void prefetch_delivery(Address, const Header&) {}

 private:
  RequestEnvironment& all_;
};

template <class AnyConfig>
struct NodeRegisters<broadcast::Node<AnyConfig>> {
  using Config = AnyConfig;
  using In = broadcast::In<Config>;
  using Out = broadcast::Out<Config>;
  using Around = NativeRequests;
  using Storage = ServingStorage<Config>;
  using Loaded = ServingTables<Config>;

  // A node has work without any packet: it counts phases.
  static constexpr bool kRests = false;
  static constexpr bool kSharesTables = !Config::kByTrees;
  static constexpr unsigned kPorts = Config::Network::kPorts;
  // Includes the ejectors' queues.
  static constexpr unsigned kQueues = kPorts * (router::OutputPort<Config>::kCrosspoints + 1);

  // The registers that neighbours read: links, and the wires beside them.
  struct Links {
    decltype(Out::links) links = router::open_links<Config>();
    decltype(Out::wires) wires{};

    const network::Link<Config>& operator[](unsigned port) const { return links[port]; }
  };
  static Links open_links() { return {}; }

  broadcast::State<Config> state;
  broadcast::Fetches<Config> fetches;
  decltype(Out::ejects) ejects;
  hls::Bits<32> answer;
  hls::Bit full;

  [[gnu::always_inline, gnu::flatten]] void step(const In& in, Links& links) {
    struct {
      decltype(Out::links)& links;
      decltype(Out::wires)& wires;
      broadcast::Fetches<Config>& fetches;
      decltype(Out::ejects)& ejects;
      hls::Bits<32>& answer;
      hls::Bit& full;
    } out{links.links, links.wires, fetches, ejects, answer, full};
    broadcast::Node<Config>::step(state, in, out);
  }
  [[gnu::noinline]] void step_apart(const In& in, Links& links) { step(in, links); }

  auto driven(const Links& links) const {
    struct Driven {
      const decltype(Out::links)& links;
      const decltype(Out::wires)& wires;
      const broadcast::Fetches<Config>& fetches;
      const decltype(Out::ejects)& ejects;
      std::uint32_t answer;
      bool full;
    };
    return Driven{links.links, links.wires, fetches, ejects, answer, full != 0};
  }

  // A packet that the node offers to all reaches them unchanged, whichever node's memory it comes
  // from.
  template <class Common>
  void publish(Common& common, Address, unsigned stream, const network::Payload<Config>& of_memory) const {
    const auto& header = fetches[stream].header;
    if ((to_one() & node::rule_bit(header.rule)) != 0) return;
    const auto service = state.registers.service(hls::Bit(0));
    const auto payload = broadcast::Node<Config>::payload(state, service, stream, fetches[stream], of_memory);
    common.publish(Address(header.source).number(), {payload, header});
  }

  void prefetch() const { __builtin_prefetch(this); }

 private:
  static constexpr std::uint32_t to_one() {
    if constexpr (Config::kByTrees) {
      return 0;
    } else {
      return Config::Rules::template mask_of<rules::Ascending, rules::ToRoot>();
    }
  }
};

}  // namespace testbench
