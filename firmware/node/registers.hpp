// SPDX-License-Identifier: Apache-2.0
// The register map of a node: all that firmware writes to the hardware, and all that it can read.
//
// A register is 32 bits wide; an address names a register, not a byte. A write takes effect from
// the next cycle on. docs/reference/registers.md shows the same map as a table with an example.
//
//   31    28 27      20 19                 0
//  +--------+----------+--------------------+
//  | block  |   port   |       index        |
//  +--------+----------+--------------------+
#pragma once

#include <cstdint>

namespace node {

// Part of the node, bits 31..28 of an address. All blocks but control and link are write
// only: a read answers 0. "Combining" stands for nodes that combine packets.
enum class Block : std::uint32_t {
  // index: a Control register
  kControl = 0,
  // index: an address; value: mask of ports, the word of the stored rule (firmware/rules). The
  // table rule takes a relative address, and the ports to its children in tree 0. Port 1,
  // combining: the words of the rules of combined packets
  kTable = 1,
  // port: an injector, index: an entry; value: the relative destination. The entry takes tree,
  // sequence and count from kEntryTree, kEntrySequence and kEntryCount, which keep their values
  kProgram = 2,
  // port: an injector; value: entries in its program (0: it sends nothing)
  kLength = 3,
  // port: an injector; value: packets to send in all; the program repeats as often as that takes
  kPackets = 4,
  // index: a window of the port gate; value: the port that may send. The window takes its length
  // from kWindowCycles
  kWindow = 5,
  // port: an injector; value: the entry at which its program starts over; 0 after a write to
  // kLength. Combining
  kRepeat = 6,
  // port: an injector; value: the end of the second part of its program, which begins where the
  // first one ends. Combining
  kSecondLength = 7,
  // port: an injector; value: packets of the second part, which follow those of the first.
  // Combining
  kSecondPackets = 8,
  // port: a link, index: a LinkRegister. Nodes with a link layer only (hls/link)
  kLink = 9,
};

inline constexpr unsigned kBlocks = 10;

enum class LinkRegister : std::uint32_t {
  kGap = 0,      // cycles before each frame in which the wires rest
  kFrame = 1,    // packets in a frame; 0: as many as wait, up to the most
  kTotal = 2,    // packets from the start on, so that the last frame may have fewer; 0: not known
  kTimeOut = 3,  // checked links: cycles without an answer, after which packets are sent again
  kTries = 4,    // checked links: timeouts in a row, after which the link is dead
  kRestart = 5,  // checked links: a write to any port begins all links of the node anew; their packets are lost
  // Links with a release program (hls/link/release_program.hpp):
  kReleaseCycle = 6,  // from the start, of the entries written from now on
  kRelease = 7,       // appends an entry: packets that may leave from that cycle on
  // Read only; counters count from the start on.
  kStatus = 8,     // LinkStatus bits
  kFrames = 9,     // frames sent, with those that carry no packet
  kRefused = 10,   // checked links: frames that came damaged
  kTimeOuts = 11,  // checked links: timeouts while packets waited for an answer
  kLost = 12,      // packets that a dead checked link did not take, or that came into a full buffer of another
  // any port: wires | most packets in a frame << 12 | cut-through << 28 | checksum << 29 | release
  // program << 31
  kCapabilities = 13,
  kReleasePeriod = 14,  // begins a new release program: cycles after which it starts over; 0: it is played once
  kLongest = 15,        // most packets in a frame; 0: as many as the hardware has room for
};

// LinkRegister::kStatus
inline constexpr std::uint32_t kLinkUp = 1;  // packets can be sent
inline constexpr std::uint32_t kLinkDead =
    2;  // packets are dropped until a restart, or until the other end has been reset
// A counter is not 0, of links whose wires take cycles.
inline constexpr std::uint32_t kLinkDamaged = 4;   // kRefused
inline constexpr std::uint32_t kLinkTimedOut = 8;  // kTimeOuts
inline constexpr std::uint32_t kLinkLost = 16;     // kLost

// LinkRegister::kCapabilities
inline constexpr unsigned kFramePacketsShift = 12;
inline constexpr std::uint32_t kCutsThrough = 1u << 28;
inline constexpr unsigned kCheckShift = 29;  // links::Check
inline constexpr std::uint32_t kHasReleases = 1u << 31;

enum class Control : std::uint32_t {
  kAddress = 0,        // the node's own address
  kRule = 1,           // the Rule in the header of every packet that this node injects
  kSequenceStep = 2,   // added to the sequence of every entry each time a program starts over
  kEntryTree = 3,      // tree of the entries written from now on
  kEntrySequence = 4,  // sequence of the first packet of the entries written from now on
  kEntryCount = 5,     // packets, with consecutive sequences, of the entries written from now on
  kPolicy = 6,         // Policy bits
  kGate = 7,           // GateMode: which ports may send in a cycle (routers with a port gate only)
  kWindowCount = 8,    // windows in the gate's program
  kWindowCycles = 9,   // length in cycles of the windows written from now on
  kExpected = 10,      // packets that this node is to receive; kStatus says done when they have come
  // Combining. A write to kRule sets kEntryPorts to 0 and silences the ejectors' programs and all
  // second parts.
  kOperation = 11,     // how packets are combined: operators::Operation
  kEntryPorts = 12,    // in-ports whose packets go into those of the entries written from now on
  kSecondRule = 13,    // the Rule of packets of second parts
  kResultsFirst = 14,  // results that the memory must have taken before packets of second parts leave
  kScheme = 15,        // nodes that serve broadcast requests: broadcast::Scheme | kRepeats
  kStatus = 16,        // Status bits; with epochs a write makes the next collective one of an odd epoch
  kReceived = 17,      // read only: packets delivered to this node's memory since the start
  kStallCycles = 18,   // read only: cycles in which a port had a packet and the neighbour said stop
  // read only: ports | port gate << 8 | two cycles a hop << 9 | combines << 10 | stages << 11
  // (cycles that combining adds to a hop) | rules << 16 (bit r: rule r is in the hardware)
  kCapabilities = 19,
  kDeepestQueue = 20,  // read only: most packets that any crosspoint queue has held (0 without statistics)
  kTypes = 21,         // read only: bit t: the hardware combines operators::Type t, bit 16 + t: it multiplies it
  // Nodes with a link layer: cycles of a slot, the gate's unit of time; 0 is 1. A port sends in the
  // first cycle of a slot only
  kSlotCycles = 22,
  // Nodes that serve broadcast requests down stored trees: masks of ports. The tree on which nodes
  // count goes to its root by kCountParent (none there), and from it by kCountChildren
  kCountParent = 23,
  kCountChildren = 24,
  kOwnPorts = 25,  // of the tree of this node's own packets
  // read only: packets that came over links into full queues since the start. Raw links whose wires take cycles, and
  // nodes that start when they like
  kLostPackets = 26,
};

// Whether a node has such a control register for a read, or for a `write`. `combines`: the node
// combines packets.
constexpr bool is_control(Control control, bool write, bool combines) {
  switch (control) {
    case Control::kAddress:
    case Control::kRule:
    case Control::kSequenceStep:
    case Control::kEntryTree:
    case Control::kEntrySequence:
    case Control::kEntryCount:
    case Control::kPolicy:
    case Control::kGate:
    case Control::kWindowCount:
    case Control::kWindowCycles:
    case Control::kExpected:
      return true;
    case Control::kOperation:
    case Control::kEntryPorts:
    case Control::kSecondRule:
    case Control::kResultsFirst:
      return combines;
    case Control::kStatus:
    case Control::kReceived:
    case Control::kStallCycles:
    case Control::kCapabilities:
    case Control::kDeepestQueue:
    case Control::kLostPackets:
      return !write;
    case Control::kTypes:
      return combines && !write;
    case Control::kScheme:      // only nodes without injection programs have it
    case Control::kSlotCycles:  // nor do nodes without a link layer
    case Control::kCountParent:
    case Control::kCountChildren:
    case Control::kOwnPorts:
      return false;
  }
  return false;
}

// kPolicy
inline constexpr std::uint32_t kTransitFirst = 1;  // packets in transit leave before a port's own; else own ones first
inline constexpr std::uint32_t kExclusive = 2;     // results leave out the node's own contribution. Combining
inline constexpr std::uint32_t kDropCopies = 4;    // of packets to all only the first copy is delivered. CopyFilter
// Packets of second parts leave when their own result is there: kResultsFirst is the sequence of the first. Nodes that
// route by tables and combine packets.
inline constexpr std::uint32_t kFollowResults = 8;
// Packets that have come for the result of one node may be combined into packets for another. Likewise.
inline constexpr std::uint32_t kResultsGoOn = 16;

// kScheme
inline constexpr std::uint32_t kSchemeMask = 0x7;
inline constexpr std::uint32_t kRepeats = 1u << 8;  // partial broadcasts follow one another; else one is made

// kStatus
inline constexpr std::uint32_t kDone = 1;     // every packet is injected and every expected packet has come
inline constexpr std::uint32_t kStalled = 2;  // sticky: a neighbour has said stop since the start
// Sticky: packets were to be combined that do not belong together. Nodes that route by tables.
inline constexpr std::uint32_t kMismatch = 4;
inline constexpr std::uint32_t kOddEpoch = 8;  // the collective's number is odd. Nodes that start when they like
inline constexpr std::uint32_t kLost = 16;     // kLostPackets is not 0

// kCapabilities
inline constexpr std::uint32_t kPortsMask = 0xff;
inline constexpr std::uint32_t kHasGate = 1u << 8;
inline constexpr std::uint32_t kHasTwoCycleHops = 1u << 9;
inline constexpr std::uint32_t kCombines = 1u << 10;
inline constexpr unsigned kStagesShift = 11;
inline constexpr std::uint32_t kStagesMask = 0x1f;
inline constexpr std::uint32_t kAnyStages = 31;  // simulated nodes, which are made with any number of stages
inline constexpr unsigned kMaxCombineStages = 30;
inline constexpr unsigned kMaxLinkLatency = 64;  // of wires without a link layer
// A hop's cycles, for what is on its way. Nodes with a processor have wires that take none.
inline constexpr unsigned kMostHopCycles = 2 + kMaxCombineStages + (__STDC_HOSTED__ != 0 ? kMaxLinkLatency : 0);
inline constexpr unsigned kRulesShift = 16;

// The number of a forwarding rule in its network's list (firmware/rules).
enum class Rule : std::uint32_t {};

constexpr std::uint32_t rule_bit(Rule rule) {
  return std::uint32_t{1} << static_cast<std::uint32_t>(rule);
}

// How a one-port or half-duplex node shares its cycles among its ports.
enum class GateMode : std::uint32_t {
  kOpen = 0,     // every port may send: all-port operation
  kGreedy = 1,   // the lowest port that has a packet and may send it: never idle, but only trees keep receivers apart
  kWindows = 2,  // one port after another, each for the cycles of its window, over and over; all nodes agree
  // Every port in every other slot, even nodes (by weight) first: half-duplex neighbours alternate.
  // A slot lasts the largest power of two that divides the cycles of a hop: 1, 2, 1, 4, 1 for hops
  // of 1 to 5.
  kParity = 3,
  // For c = 1, 2, .. 2^d - 1 the ports of c from the highest bit down, over and over: packets for
  // relative address c go all their way by e-cube before those for c + 1 begin; all nodes agree.
  // With two cycles a hop, addresses of odd weight have every other cycle, and those of even weight
  // the rest.
  kCounting = 4,
};
inline constexpr unsigned kGateModes = 5;

constexpr std::uint32_t address(Block block, std::uint32_t port, std::uint32_t index) {
  return static_cast<std::uint32_t>(block) << 28 | port << 20 | index;
}
constexpr std::uint32_t address(Control control) {
  return address(Block::kControl, 0, static_cast<std::uint32_t>(control));
}
constexpr Block block(std::uint32_t address) {
  return static_cast<Block>(address >> 28);
}
constexpr std::uint32_t port(std::uint32_t address) {
  return address >> 20 & 0xff;
}
inline constexpr unsigned kIndexWidth = 20;
constexpr std::uint32_t index(std::uint32_t address) {
  return address & ((std::uint32_t{1} << kIndexWidth) - 1);
}

// A register's place in a memory map of bytes, as a processor or an AXI interconnect sees it: 256
// KiB a node.
//
//   17  15 14  12 11         2 1 0
//  +------+------+------------+---+
//  |block | port |   index    | - |
//  +------+------+------------+---+
//
// Bits 1 and 0 are not looked at.
inline constexpr unsigned kByteAddressWidth = 18;

// The place of a register whose port is below 8 and whose index is below 1024.
constexpr std::uint32_t byte_address(std::uint32_t address) {
  return static_cast<std::uint32_t>(block(address)) << 15 | port(address) << 12 | index(address) << 2;
}

// The register at a place.
constexpr std::uint32_t register_at(std::uint32_t byte_address) {
  return address(static_cast<Block>(byte_address >> 15 & 7), byte_address >> 12 & 7, byte_address >> 2 & 0x3ff);
}

}  // namespace node
