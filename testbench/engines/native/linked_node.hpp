// SPDX-License-Identifier: Apache-2.0
// Nodes with a link layer in the native engine. Widths of packets are those of the RTL, because a
// packet takes as many cycles as its bits need. A model of the store:
//
//     #include "testbench/engines/native/linked_node.hpp"
//     CUBECAST_NATIVE_MODEL(links::Node<testbench::LinkedConfig<
//         testbench::AnyDepthConfig<3, router::PortModel::kGated, 16>, 64, 8, 16, links::Check::kNone, false>>)
#pragma once

#include "hls/link/node.hpp"
#include "testbench/engines/native/native_engine.hpp"

namespace testbench {

// The router of a network other than a cube, with as many nodes as its addresses need.
template <std::uint32_t Nodes, unsigned PortsOfANode, unsigned SequenceBits, unsigned Trees,
          unsigned TreeNumbers = Trees>
struct LinkedLabelledConfig
    : AnyDepthConfigOf<router::LabelledConfig<Nodes, PortsOfANode, hls::index_width(Nodes), Trees, TreeNumbers>,
                       router::PortModel::kGated, SequenceBits> {
  static constexpr std::size_t kWindowDepth = hls::kRuntimeDepth;
};

// `Router`: AnyDepthConfig, CombiningConfig or LinkedLabelledConfig. The other arguments are those of the node's
// configuration.
template <class Router, unsigned PayloadBits, unsigned Wires, unsigned FramePackets, links::Check CheckOf,
          bool CutThrough, unsigned Latency = 0>
struct LinkedConfig : links::Linked<Router, Wires> {
  static constexpr unsigned kPayloadWidth = PayloadBits;
  static constexpr unsigned kFramePackets = FramePackets;
  static constexpr links::Check kCheck = CheckOf;
  static constexpr bool kCutThrough = CutThrough;
  static constexpr unsigned kLinkLatency = Latency;
};

template <class Base>
struct PausingLinks : Base {
  static constexpr bool kPauses = true;
};

template <class AnyConfig>
struct NodeRegisters<links::Node<AnyConfig>> {
  using Config = AnyConfig;
  using In = links::In<Config>;
  using Out = links::Out<Config>;
  using Around = NativeMemories;
  using Storage = NodeStorage<Config>;
  using Loaded = LoadedNodes<Config>;

  // The ends of links count time.
  static constexpr bool kRests = false;
  static constexpr bool kSharesTables = false;
  static constexpr unsigned kPorts = Config::Network::kPorts;
  static constexpr unsigned kQueues = NodeRegisters<router::Node<Config>>::kQueues;

  // The registers that neighbours read, and beside them those that give packets to the layer.
  struct Links {
    decltype(Out::links) links = router::open_links<Config>();
    decltype(Out::phits) phits = links::idle_phits<Config>();

    const network::Link<Config>& operator[](unsigned port) const { return links[port]; }
  };
  static Links open_links() { return {}; }

  links::State<Config> state;
  decltype(Out::fetches) fetches;
  decltype(Out::ejects) ejects;
  hls::Bits<32> answer;
  hls::Bit done;
  decltype(Out::links) given = router::open_links<Config>();           // to the link layer
  std::array<links::Phit<Config>, Config::kPauses ? kPorts : 0> held;  // words that the wires may not have taken

  void step(const In& in, Links& links) { step_apart(in, links); }
  [[gnu::noinline]] void step_apart(const In& in, Links& links) {
    struct {
      decltype(Out::links)& links;
      decltype(Out::phits)& phits;
      decltype(Out::fetches)& fetches;
      decltype(Out::ejects)& ejects;
      hls::Bits<32>& answer;
      hls::Bit& done;
    } out{given, links.phits, fetches, ejects, answer, done};
    if constexpr (Config::kPauses) out.phits = held;
    links::Node<Config>::step(state, in, out);
    if constexpr (Config::kPauses) held = out.phits;
    links.links = given;
  }

  auto driven(const Links& links) const {
    struct Driven {
      const decltype(Out::links)& links;
      const decltype(Out::phits)& phits;
      const decltype(fetches)& fetches;
      const decltype(ejects)& ejects;
      std::uint32_t answer;
      bool done;
    };
    return Driven{links.links, links.phits, fetches, ejects, answer, done != 0};
  }

  template <class Common>
  void publish(Common& common, Address node, unsigned stream, const network::Payload<Config>& payload) const {
    common.publish(node.number(), {payload, fetches[stream].header});
  }

  void prefetch() const { __builtin_prefetch(this); }
};

}  // namespace testbench
