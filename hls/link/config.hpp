// SPDX-License-Identifier: Apache-2.0
// The configuration of a link layer, the part between an output register of the router and the
// neighbour's input. It extends the configuration of the node's router (hls/router/config.hpp):
//
//     struct Small : links::Linked<router::CubeConfig<4>, 8> {
//       static constexpr unsigned kFramePackets = 16;
//     };
//     links::Node<Small>::step(state, in, out);
//
// The cost model is that of Johnsson and Ho (section 1): a frame of k packets, k at most B, holds
// the wires for tau + k t_c cycles. Their element is a packet here, their packet is a frame.
//
//   t_c   cycles of a packet, its bits by the wires
//   tau   a gap that software sets and, on checked links, a header and a checksum
#pragma once

#include "hls/router/config.hpp"

namespace links {

using network::Address;
using network::Ports;

// The most cycles of wires behind a link layer, Config::kLinkLatency. The buffers of both ends have room for what is
// on them.
inline constexpr unsigned kMaxWireLatency = 1024;

// How a link deals with errors on its wires.
enum class Check {
  kNone,   // no checksum: errors go unnoticed
  kCrc16,  // frames with a checksum are sent again until they arrive (checked_end.hpp)
  kCrc32,
};

// `Wires`: for data, in each direction, from 1 on. Two more tell what the word on them is, and one
// more, without a checksum, stops the other end.
template <class Base, unsigned Wires>
struct Linked : Base {
  static constexpr unsigned kLinkWires = Wires;
  static constexpr bool kGateSlots = true;
  // Most packets in a frame, B.
  static constexpr unsigned kFramePackets = 16;
  // Packets that an end has room for, a power of two; 0: as many as full rate takes. Proofs have less.
  static constexpr unsigned kLinkBuffer = 0;
  // Idle words may come within a checked frame, and the wires do not take a word in every cycle (FrameSender::tick).
  static constexpr bool kPauses = false;
  // A packet leaves before its frame has ended. Only without a checksum.
  static constexpr bool kCutThrough = false;
  static constexpr Check kCheck = Check::kNone;
  // Entries of the release program of a link, a power of two; 0: it has none (release_program.hpp).
  static constexpr std::size_t kReleaseDepth = 0;
  // The host changes every packet that a link has received, by move(port, packet): in a simulation
  // one node stands for all, and takes what it has sent itself.
  static constexpr bool kMovesReceived = false;
};

// Links with release programs, of so many entries. Nodes of cubes that do not combine packets then
// have the rules of routing cycles too.
template <class Base, std::size_t Depth>
struct Scheduled : Base {
  static constexpr std::size_t kReleaseDepth = Depth;
  using Rules = std::conditional_t<std::is_same_v<typename Base::Rules, rules::CubeRules>, rules::ScheduledCubeRules,
                                   typename Base::Rules>;
  static constexpr std::uint32_t kRules = Rules::kAll;
};

constexpr unsigned quotient_up(unsigned a, unsigned b) {
  return (a + b - 1) / b;
}
constexpr unsigned power_of_two_from(unsigned number) {
  unsigned power = 1;
  while (power < number) power *= 2;
  return power;
}

template <class Config>
constexpr bool is_checked() {
  return Config::kCheck != Check::kNone;
}

// The bits of a word on the wires lie in lanes of at most 32. The last lane may have fewer.
template <class Config>
inline constexpr unsigned kLaneBits = Config::kLinkWires < 32 ? Config::kLinkWires : 32;
template <class Config>
inline constexpr unsigned kLanes = quotient_up(Config::kLinkWires, 32);
template <class Config>
constexpr unsigned bits_of_lane(unsigned lane) {
  const unsigned rest = Config::kLinkWires - 32 * lane;
  return rest < 32 ? rest : 32;
}

template <class Config>
inline constexpr unsigned kPacketBits = network::width_of<router::Packet<Config>>();

// Cycles of a packet on the wires, the paper's t_c.
template <class Config>
constexpr unsigned packet_cycles() {
  return quotient_up(kPacketBits<Config>, Config::kLinkWires);
}

// Cycles of a hop beside those in which its frame holds the wires.
inline constexpr unsigned kPlainPipeline = 3;
inline constexpr unsigned kCheckedPipeline = 5;

// The wires of a link, for its buffers: the most packets of a frame, the cycles of a packet, and those that a word
// takes to the other end.
struct WireShape {
  unsigned frame_packets = 16;
  unsigned packet_cycles = 1;
  unsigned latency = 0;
};

// Places that a link without a checksum keeps free when it lets a frame begin: for that frame, for registers, and for
// the frames that begin before the other end sees that none may.
constexpr unsigned reserved_packets(const WireShape& wires) {
  return wires.frame_packets + 4 + quotient_up(2 * wires.latency, wires.packet_cycles);
}
// Packets that such a link has room for: the reserve, and as many that the router takes until more come.
constexpr unsigned plain_buffer(const WireShape& wires) {
  return power_of_two_from(2 * reserved_packets(wires));
}
// Packets that a checked link keeps until it hears of them: those of a round trip. A frame goes before them, and one the
// other way before the answer. Three packets stand for header and checksum. A twentieth less holds 0.95 of the rate.
constexpr unsigned checked_buffer(const WireShape& wires) {
  if (wires.latency == 0) return power_of_two_from(2 * wires.frame_packets + 8);
  const unsigned trip = 2 * (wires.frame_packets + 3) + quotient_up(2 * wires.latency + 16, wires.packet_cycles);
  return power_of_two_from(trip - trip / 20);
}
template <class Config>
constexpr WireShape wires_of() {
  return {Config::kFramePackets, packet_cycles<Config>(), Config::kLinkLatency};
}
template <class Config>
inline constexpr unsigned kBufferPackets = Config::kLinkBuffer != 0 ? Config::kLinkBuffer
                                           : is_checked<Config>()   ? checked_buffer(wires_of<Config>())
                                                                    : plain_buffer(wires_of<Config>());
template <class Config>
using BufferPlace = hls::Bits<hls::index_width(kBufferPackets<Config>)>;
// 0 .. kBufferPackets
template <class Config>
using PacketsHeld = hls::Bits<hls::index_width(kBufferPackets<Config> + 1)>;

// Packets in a frame, 0 .. kFramePackets.
template <class Config>
using FrameCount = hls::Bits<hls::index_width(Config::kFramePackets + 1)>;

}  // namespace links
