// SPDX-License-Identifier: Apache-2.0
// The parameters of a router, fixed when it is built. Every part takes a configuration and uses
// what it needs of it.
//
// A configuration is a structure of named members; derive from the defaults of the network and name
// what differs:
//
//     struct Small : router::CubeConfig<3> {
//       static constexpr unsigned kPayloadWidth = 32;
//       static constexpr std::size_t kQueueDepth = 8;
//     };
//     router::Node<Small>::step(state, in, out);
#pragma once

#include <cstddef>
#include <type_traits>

#include "firmware/networks/cube.hpp"
#include "firmware/networks/network.hpp"
#include "firmware/node/registers.hpp"
#include "firmware/rules/cube_rules.hpp"
#include "firmware/rules/labelled_rules.hpp"
#include "hls/network/link.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace router {

using network::Address;
using network::Flit;
using network::Header;
using network::kHasEpochs;
using network::Link;
using network::NodeAddress;
using network::Packet;
using network::Payload;
using network::PortNumber;
using network::Ports;
using network::PortSet;
using network::RuleNumber;
using network::SequenceNumber;
using network::TreeNumber;

enum class PortModel {
  kAllPort,  // every port sends in every cycle; no port gate in the hardware
  kGated,    // a port gate can limit the node to one-port or half-duplex operation; costs the gate and its delay
};

// Values of DefaultConfig::kCombineStages.
inline constexpr unsigned kRuntimeStages = ~0u;
inline constexpr unsigned kMaxCombineStages = node::kMaxCombineStages;

// Values of DefaultConfig::kLinkLatency.
inline constexpr unsigned kRuntimeLatency = ~0u;
inline constexpr unsigned kMaxLinkLatency = node::kMaxLinkLatency;  // without a link layer

template <class NetworkOf, class RulesOf>
struct DefaultConfig {
  // The node's network, with its sizes as constants, such as network::FixedCube.
  using Network = NetworkOf;
  // The rules of the network, such as rules::CubeRules.
  using Rules = RulesOf;
  // The rules in the hardware, such as Rules::mask_of<rules::Ecube, rules::Ring>(). The driver
  // refuses the others.
  static constexpr std::uint32_t kRules = Rules::kAll;

  // Bits of a packet's payload, 1 to 64.
  static constexpr unsigned kPayloadWidth = 64;
  // Bits of a sequence: the packets of one source to one destination have numbers from 0 up.
  static constexpr unsigned kSequenceWidth = 16;
  // Packets in a crosspoint queue, a power of two from network::least_queue_depth();
  // hls::kRuntimeDepth: see hls::Ram and router::PacketQueue.
  static constexpr std::size_t kQueueDepth = 16;
  // Entries of the injection program of a port, likewise.
  static constexpr std::size_t kProgramDepth = 64;
  // Words of the rule table: one for each node, or hls::kRuntimeDepth.
  static constexpr std::size_t kTableDepth = NetworkOf::kNodes;
  static constexpr PortModel kPortModel = PortModel::kAllPort;
  // The port gate: windows in its program, or hls::kRuntimeDepth; whether a window can be closed,
  // which is said by the port behind the last one; and whether it has the modes that follow from
  // the addresses of a cube, kParity and kCounting.
  static constexpr std::size_t kWindowDepth = std::size_t{1} << hls::index_width(NetworkOf::kPorts);
  static constexpr bool kClosedWindows = false;
  static constexpr bool kAddressTurns = true;
  // The gate counts in slots of a number of cycles that software sets (node::Control::kSlotCycles).
  static constexpr bool kGateSlots = false;
  // Copies of a packet, which one source sends on several trees, can be dropped
  // (router::CopyFilter).
  static constexpr bool kDropsCopies = false;
  // Cycles from link to link on a free path: 1, or 2 for up to twice the clock (router::Arrival).
  static constexpr unsigned kHopCycles = 1;
  // Cycles that the wires of a link take, each way. The queues have room for what is on them. kRuntimeLatency: the
  // native engine chooses them when the mesh is built.
  static constexpr unsigned kLinkLatency = 0;
  // Nodes start when they like, and may be a collective ahead of others (received_of_epochs.hpp). Without epochs all
  // start in the same cycle.
  static constexpr bool kEpochs = false;
  // The node's memory may be busy. If not, eject_ready must always have all ports, and the ejectors
  // have no queues.
  static constexpr bool kMemoryWaits = true;
  // Count the deepest queue.
  static constexpr bool kStatistics = false;
  // The operations that combine packets on their way (hls/operators), or void: the node does not
  // combine, and has no logic for it.
  using Operators = void;
  // Registers of a port or a combining ejector of such a node, beside those of the link; a hop
  // takes as many cycles more (router::CombinePipeline). kRuntimeStages: the native engine chooses
  // them when the mesh is built.
  static constexpr unsigned kCombineStages = 0;
  // Packets are looked at before they are combined (operand_check.hpp), and a packet of a second part can leave as soon
  // as its own result is there. Nodes that combine packets set both.
  static constexpr bool kChecksOperands = false;
  static constexpr bool kFollowsResults = false;
  // A port can be set to let only packets of one tree pass (router::TreeTurn).
  static constexpr bool kTreeTurns = false;
};

template <unsigned Dimension>
using CubeConfig = DefaultConfig<network::FixedCube<Dimension>, rules::CubeRules>;

// A node that combines packets, by the rules of one that does not: its own rules, and
// whether it checks that operands belong together (operand_check.hpp),
// and whether its second packets can follow its results one by one (node::kFollowResults). The programs of a cube
// follow from its addresses; those of other networks are a host's plan.
template <class Rules>
struct CombiningNode;
template <>
struct CombiningNode<rules::CubeRules> {
  using Rules = rules::CombiningCubeRules;
  static constexpr bool kChecksOperands = false;
  static constexpr bool kFollowsResults = false;
};
template <>
struct CombiningNode<rules::LabelledRules> {
  using Rules = rules::CombiningLabelledRules;
  static constexpr bool kChecksOperands = true;
  static constexpr bool kFollowsResults = true;
};

// The node that combines packets:
//
//     using Node = router::Node<router::Combining<Small, operators::Integers>>;
template <class Base, class OperatorsOf, unsigned CombineStages = 0>
struct Combining : Base {
  using Operators = OperatorsOf;
  static constexpr unsigned kCombineStages = CombineStages;
  using Rules = typename CombiningNode<typename Base::Rules>::Rules;
  static constexpr std::uint32_t kRules = Rules::kAll;
  static constexpr bool kChecksOperands = CombiningNode<typename Base::Rules>::kChecksOperands;
  static constexpr bool kFollowsResults = CombiningNode<typename Base::Rules>::kFollowsResults;
  // One-port allreduce has windows for reduce-scatter, a pause, and windows for allgather.
  static constexpr std::size_t kWindowDepth =
      Base::kWindowDepth == hls::kRuntimeDepth ? hls::kRuntimeDepth : 4 * Base::kWindowDepth;
};

// A node of any network, routed by tables: it stores a word of ports for every address.
template <std::uint32_t Nodes, unsigned PortsOfANode, unsigned AddressWidth, unsigned Trees = 1,
          unsigned TreeNumbers = Trees>
struct LabelledConfig
    : DefaultConfig<network::Labelled<Nodes, PortsOfANode, AddressWidth, Trees, TreeNumbers>, rules::LabelledRules> {
  static constexpr bool kClosedWindows = true;
  static constexpr bool kAddressTurns = false;
};

template <class Config>
constexpr bool is_gated() {
  return Config::kPortModel == PortModel::kGated;
}

template <class Config>
constexpr bool combines() {
  return !std::is_void_v<typename Config::Operators>;
}
// Combining ejectors: one for each tree of the network, whose results they make, or as many as the network says.
template <class Network, class = void>
inline constexpr unsigned kEjectorsOf = Network::kTrees;
template <class Network>
inline constexpr unsigned kEjectorsOf<Network, std::void_t<decltype(Network::kEjectors)>> = Network::kEjectors;
template <class Config>
inline constexpr unsigned kCombiningEjectors = combines<Config>() ? kEjectorsOf<typename Config::Network> : 0;
// The streams of a node's own packets: one for each port, and behind them one for each combining ejector.
template <class Config>
inline constexpr unsigned kStreams = Config::Network::kPorts + kCombiningEjectors<Config>;

template <class Config>
constexpr bool has_arrival_registers() {
  static_assert(Config::kHopCycles == 1 || Config::kHopCycles == 2, "a hop takes one cycle or two");
  return Config::kHopCycles == 2;
}

template <class Config>
constexpr bool has_combine_stages() {
  return combines<Config>() && Config::kCombineStages != 0;
}
template <class Config>
constexpr bool has_runtime_stages() {
  return combines<Config>() && Config::kCombineStages == kRuntimeStages;
}
// The stages that are known when the hardware is built.
template <class Config>
constexpr unsigned fixed_stages() {
  static_assert(Config::kCombineStages <= kMaxCombineStages || Config::kCombineStages == kRuntimeStages,
                "kCombineStages: must be 0..30");
  return has_combine_stages<Config>() && !has_runtime_stages<Config>() ? Config::kCombineStages : 0;
}
// Cycles from link to link on a free path, without stages that are chosen at run time, and without the wires.
template <class Config>
constexpr unsigned hop_cycles() {
  return Config::kHopCycles + fixed_stages<Config>();
}

// A link layer (links::Linked) has its own buffers for what is on the wires, so that the router sees none of them.
template <class Config, class = void>
inline constexpr bool kHasLinkLayer = false;
template <class Config>
inline constexpr bool kHasLinkLayer<Config, std::void_t<decltype(Config::kLinkWires)>> = true;

template <class Config>
constexpr bool has_runtime_latency() {
  return !kHasLinkLayer<Config> && Config::kLinkLatency == kRuntimeLatency;
}
// The cycles of the wires, each way, that are known when the hardware is built.
template <class Config>
constexpr unsigned wire_cycles() {
  if (kHasLinkLayer<Config> || has_runtime_latency<Config>()) return 0;
  static_assert(
      kHasLinkLayer<Config> || Config::kLinkLatency <= kMaxLinkLatency || Config::kLinkLatency == kRuntimeLatency,
      "kLinkLatency: must be 0..64");
  return Config::kLinkLatency;
}
// Packets that come over a link into a full queue are lost and counted (overflow.hpp): where wires take cycles they may
// take more of them than the hardware is made for, and nodes with epochs run on real links. In other nodes it is an
// assertion.
template <class Config>
inline constexpr bool kCountsLost = Config::kLinkLatency != 0 || kHasEpochs<Config>;
// A link layer counts its own.
template <class Config>
inline constexpr bool kCountsOverflow = kCountsLost<Config> && !kHasLinkLayer<Config>;

template <class Config>
constexpr unsigned stop_latency() {
  return network::stop_latency(hop_cycles<Config>(), wire_cycles<Config>());
}
// Some of the cycles of a hop, in stages or on wires, are chosen at run time.
template <class Config>
constexpr bool has_runtime_hop() {
  return has_runtime_stages<Config>() || has_runtime_latency<Config>();
}

// A depth that no collective of one packet can fill, stalls or not: at most N - 1 packets pass a
// crosspoint (on a ring they do), and those that follow a stop come on top. It makes deadlock
// impossible with cyclic channel dependencies, which testbench/runs/experiment/coupled_links.hpp finds.
// `hop_cycles`: stages among them. `latency`: of the wires; such a queue has the full rate too.
constexpr std::size_t enough_packets(std::uint32_t nodes, unsigned hop_cycles = 1, unsigned latency = 0) {
  std::size_t depth = std::size_t{2} * nodes;
  while (depth < nodes - 1 + network::stop_latency(hop_cycles, latency)) depth *= 2;
  while (latency != 0 && depth < network::full_rate_depth(hop_cycles, latency)) depth *= 2;
  return depth;
}

// Whether the queues have a valid depth; Router asserts it.
template <class Config>
constexpr bool has_right_queues() {
  constexpr std::size_t kDepth = Config::kQueueDepth;
  return kDepth == hls::kRuntimeDepth ||
         (kDepth >= network::least_queue_depth(hop_cycles<Config>(), wire_cycles<Config>()) &&
          (kDepth & (kDepth - 1)) == 0);
}

// A count of the packets that a node sends or receives in a collective: from each node, or to each,
// at most as many as there are sequences. Registers hold 32 bits of it.
inline constexpr unsigned kRegisterWidth = 32;

template <class Config>
constexpr unsigned packet_count_width() {
  constexpr unsigned kWidth = Config::kSequenceWidth + Config::Network::kAddressWidth;
  return kWidth < kRegisterWidth ? kWidth : kRegisterWidth;
}
template <class Config>
using PacketCount = hls::Bits<packet_count_width<Config>()>;

}  // namespace router
