// SPDX-License-Identifier: Apache-2.0
// The nodes of a network, of any configuration and in any form: C++, RTL, or both in lockstep. This
// is the whole interface between them and the mesh that clocks them.
//
//     nodes.step(node, in, out);   // one clock cycle of one node; `out`: its registers
//     ...                          // steps of the other nodes
//     if (auto difference = nodes.end_cycle(moment)) ...
//
// Links and streams have words wide enough for any configuration, so that a mesh need not know the
// configuration of its nodes. hls/network lists their fields; any_node.hpp converts between the two
// forms.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "firmware/networks/network.hpp"
#include "hls/network/link.hpp"
#include "hls/router/register_access.hpp"
#include "testbench/judge/checker/wire_event.hpp"

namespace testbench {

using network::Address;

struct WideConfig {
  struct Network {
    static constexpr unsigned kPorts = network::kMaxPorts;
    static constexpr unsigned kTrees = network::kMaxPorts;
    static constexpr unsigned kAddressWidth = 16;
  };
  struct Rules {
    static constexpr unsigned kCount = 32;
  };
  static constexpr unsigned kPayloadWidth = 64;
  static constexpr unsigned kSequenceWidth = 32;
  static constexpr bool kEpochs = true;
};

using WideHeader = network::Header<WideConfig>;
using WidePacket = network::Packet<WideConfig>;
using WideFlit = network::Flit<WideConfig>;
using WideLink = network::Link<WideConfig>;

// The count on the wires beside a link (hls/broadcast/prefix_exchange.hpp).
struct WideCount {
  std::uint64_t count = 0;
  bool valid = false;

  friend bool operator==(const WideCount&, const WideCount&) = default;
};

// The wires of a link behind a link layer (hls/link/phit.hpp), in a cycle.
struct WidePhit {
  static constexpr unsigned kMostWires = 160;

  std::array<std::uint32_t, kMostWires / 32> word{};
  std::uint8_t kind = 0;
  bool go = true;

  friend bool operator==(const WidePhit&, const WidePhit&) = default;
};

// The signals from one port to the neighbour's: the link, and the wires beside it in nodes that
// have them. Behind a link layer the wires of the phit are the link, and `link` shows the packets
// that the router gives to the layer.
struct PortBundle {
  WideLink link;
  WideCount count;
  WidePhit phit;
};

// The other end reads the signals that this one drives.
inline void connect(const PortBundle& driven, PortBundle& read) {
  network::connect(driven.link, read.link);
  read.count = driven.count;
  read.phit = driven.phit;
}

// An injector's request to the node's memory.
struct WideFetch {
  WideHeader header;
  bool valid = false;
  bool asks_for_result = false;  // for the node's own result, not its contribution
};

// The inputs of a node in a cycle: the registers of its neighbours, its memory and its source
// before the cycle.
struct NodeInputs {
  NodeInputs(unsigned port_count, unsigned streams) : ports(port_count), payloads(streams) {}

  // Quiet links, and neighbours and a memory that accept everything.
  void be_quiet() {
    for (PortBundle& port : ports) {
      port.link.valid = hls::Bit(0);
      port.link.go = hls::Bit(1);
      port.count.valid = false;
      port.phit = {};
    }
    eject_ready = network::Ports::first(static_cast<unsigned>(ports.size()));
    access = {};
    start = request = false;
  }

  std::vector<PortBundle> ports;
  std::vector<std::uint64_t> payloads;  // by stream: the memory's answers to NodeOutputs::fetches
  network::Ports eject_ready;           // the memory takes the packets of NodeOutputs::ejects
  router::RegisterAccess access;
  bool start = false;    // the strobe
  bool request = false;  // to a node that serves broadcast requests
};

// The outputs of a node, which are registers.
struct NodeOutputs {
  NodeOutputs(unsigned port_count, unsigned streams) : ports(port_count), fetches(streams), ejects(port_count) {
    for (PortBundle& port : ports) port.link.go = hls::Bit(1);
  }

  std::vector<PortBundle> ports;
  std::vector<WideFetch> fetches;
  std::vector<WideFlit> ejects;
  std::uint32_t answer = 0;  // to the last register read
  bool done = false;         // the node has sent and received everything
  bool full = false;         // the source of requests must wait
};

// A clock cycle, either of loading or counted from the start strobe, which is cycle 0. A register
// access takes a cycle too.
struct Moment {
  bool started = false;
  std::uint64_t cycle = 0;

  friend auto operator<=>(const Moment&, const Moment&) = default;
};

// A register of a node whose RTL and C++ values differ, by its C++ path
// ("outputs[1].queues_[0].count_").
struct RegisterDifference {
  Address node;
  std::string name;
  std::uint64_t rtl = 0;
  std::uint64_t native = 0;  // the C++ value
};

class Nodes {
 public:
  virtual ~Nodes() = default;

  // One clock cycle of a node. `out`: the same object for a node in every cycle.
  virtual void step(Address node, const NodeInputs& in, NodeOutputs& out) = 0;
  // Called after the last node's step. Where two forms of a node are compared, returns a register
  // that differed in this cycle.
  virtual std::optional<RegisterDifference> end_cycle(const Moment&) { return std::nullopt; }

  // Copies node 0 to every node. False if the nodes cannot be copied.
  virtual bool copy_first() { return false; }
  // A waveform wants the coming cycle. If so, record() is called before the steps, with the inputs
  // of those nodes that step: first, first + 1, ...
  virtual bool records(const Moment&) const { return false; }
  virtual void record(const Moment&, Address, std::span<const NodeInputs>) {}
  // The most packets that a crosspoint queue has held since the start; 0 where registers tell that,
  // or nobody does.
  virtual std::uint32_t deepest_queue() const { return 0; }
  // For a trace, before a cycle: appends what the wires of the link behind the node's port do in it. `received`: what comes to
  // the other end. Nodes without a link layer have nothing to tell.
  virtual void append_wire_events(std::uint64_t /*cycle*/, Address /*node*/, unsigned /*port*/,
                                  const WidePhit& /*received*/, WireEvents& /*events*/) {}
};

// A waveform of the RTL nodes, in FST, from a cycle to the end of the mesh.
struct WaveRequest {
  static constexpr const char* kGroups = ".gtkw";  // beside the file: the groups of its signals, for GTKWave

  std::filesystem::path file;
  Moment from;
};

// The request for RTL nodes.
struct RtlRequest {
  std::uint32_t nodes = 0;
  std::vector<bool> is_rtl;  // by address; the others are C++
  bool lockstep = false;     // C++ beside every RTL node, each register compared in each cycle
  std::optional<WaveRequest> wave;
};

// The function that a compiled model of RTL nodes exports under this name. The caller owns the
// nodes. Throws std::runtime_error where the waveform's file cannot be written.
using MakeRtlNodes = Nodes*(const RtlRequest&);
inline constexpr const char* kMakeRtlNodes = "cubecast_make_rtl_nodes";

}  // namespace testbench
