// SPDX-License-Identifier: Apache-2.0
// A network of nodes in some simulator: native, SystemC, RTL. The runner of a collective sees the
// nodes only through this interface: their registers, the start strobe, the clock and the links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "firmware/networks/node_kind.hpp"
#include "firmware/node/registers.hpp"
#include "hls/broadcast/prefix_channel.hpp"
#include "hls/network/link.hpp"
#include "testbench/engines/mesh/division.hpp"
#include "testbench/engines/nodes/link_events.hpp"
#include "testbench/engines/nodes/link_setting.hpp"
#include "testbench/engines/nodes/nodes.hpp"
#include "testbench/ground/host/archive.hpp"
#include "testbench/judge/checker/link_values.hpp"
#include "testbench/judge/checker/wire_event.hpp"

namespace testbench {

using network::Address;

// From this dimension on, packet numbers in queues take less memory and time than the packets
// themselves (docs/reference/benchmarks.md).
inline constexpr unsigned kLeastNumberedDim = 13;
// From this dimension on, ports get their queues when a packet waits there.
inline constexpr unsigned kLeastLateDim = 17;

// Packets in a crosspoint queue.
struct QueueDepth {
  std::size_t chosen = network::least_queue_depth();  // a power of two from network::least_queue_depth()
  std::size_t least = network::least_queue_depth();   // a lower bound for engines of fixed depth; below it the run
                                                      // could deadlock
  bool is_users = false;                              // the user has chosen it, so that it must be exact
};

// The way in which nodes that serve broadcast requests count the active ones.
struct PrefixSetting {
  broadcast::PrefixChannel channel = broadcast::PrefixChannel::kLinks;
  unsigned count_wires = 0;  // beside each link, for channels with wires: 1 .. d + 1, or 0 for d + 1

  bool has_wires() const { return broadcast::has_wires(channel); }
  bool overlaps() const { return channel == broadcast::PrefixChannel::kOverlap; }
  unsigned wires_of(unsigned dimension) const { return count_wires == 0 ? dimension + 1 : count_wires; }
  // Cycles of a step, the paper's t_p.
  unsigned step_cycles(unsigned dimension) const {
    return has_wires() ? (dimension + wires_of(dimension)) / wires_of(dimension) : 1;
  }
  // The two settings are equal on a cube of this dimension, where 0 and d + 1 wires are the same.
  bool is(const PrefixSetting& other, unsigned dimension) const {
    return channel == other.channel && (!has_wires() || wires_of(dimension) == other.wires_of(dimension));
  }
  // The value of --prefix on the command line, without the count wires.
  const char* name() const {
    return has_wires() ? "wires" : channel == broadcast::PrefixChannel::kTree ? "tree" : "links";
  }
};

// The command line options for the setting.
inline std::string options_of(const PrefixSetting& prefix) {
  std::string options = std::string("--prefix ") + prefix.name();
  if (prefix.overlaps()) options += " --overlap";
  if (prefix.count_wires != 0) options += " --count-wires " + std::to_string(prefix.count_wires);
  return options;
}

// A mesh is made of this: the options of a run, and the properties that its operation needs
// (setting_of in testbench/runs/experiment/experiment.hpp).
struct MeshSetting {
  std::string engine = "native";  // one of run_engine_names()
  double stall_probability = 0;   // of a busy memory, for one port in one cycle (environment.hpp); then no bounds apply
  std::uint64_t seed = 1;         // of payloads, busy memories, faults of wires and starts
  std::optional<LinkSetting> links = {};  // of nodes with a link layer
  WireFaults wires = {};                  // between link layers with checksums
  QueueDepth queue_depth = {};
  bool latency = false;    // the report has the latency of packets that are not combined
  bool link_load = false;  // the report has the load of links

  // The native engine has these options:
  unsigned threads = 1;
  unsigned least_numbered_dim = kLeastNumberedDim;  // of the cubes whose queues hold numbers of copied packets
  unsigned least_late_dim = kLeastLateDim;

  // Engines with RTL nodes (rtl_sim/rtl_nodes.hpp) have these options:
  std::vector<bool> rtl_nodes = {};  // by address, the nodes that are RTL; empty: the engine's choice
  unsigned payload_bits = 64;        // of every node; payloads fit them
  bool lockstep = false;             // run the C++ beside every RTL node and compare (Divergence)
  std::filesystem::path sv = {};     // SystemVerilog of the node in place of the generated one; empty: none

  // The operation needs these:
  network::SomeNetwork network{network::Cube(1)};
  unsigned hop_cycles = 1;                           // of its routers, 1 or 2
  bool combining = false;                            // nodes that combine packets
  unsigned combine_stages = 0;                       // of combining nodes; each stage adds a cycle to a hop
  unsigned link_latency = 0;                         // cycles that the wires of a link take, each way
  std::shared_ptr<const LinkValues> latencies = {};  // where links differ; link_latency is the most of them
  std::shared_ptr<const LinkValues> widths = {};     // where links differ in wires; links->wires is the most of them
  std::uint32_t operation = 0;                       // of combining nodes (operators::Operation)
  unsigned trees = 1;                  // of one root, up which such nodes send packets; cubes have as many as ports
  unsigned tree_numbers = 1;           // in the headers of their packets
  std::uint32_t labels = 0;            // of packets, where they are more than nodes
  bool gated = false;                  // with the port gate of one-port and half-duplex nodes
  std::uint64_t packets = 1ull << 32;  // sequences of packets are below it
  bool copies = false;                 // nodes hold copies of one another's packets, as when all send to all
  bool closed_windows = false;         // the windows of a cube's port gates can be closed
  bool epochs = false;                 // nodes start when they like
  bool drops_copies = false;           // nodes drop copies of packets that come on several trees
  std::size_t program_depth = 64;      // entries in the injection program of a port, a power of two
  std::size_t window_depth = 1;        // windows of the port gate, on other networks than cubes or closed ones
  std::optional<PrefixSetting> prefix = {};  // of nodes that serve broadcast requests by themselves; others have none
  Division* division = nullptr;              // of a network whose nodes are at several ranks; the native engine has it
  std::optional<WaveRequest> wave = {};      // throws std::runtime_error where the file cannot be written

  // Cycles of the longest wires. Nodes are made for `link_latency`, and lose packets where wires take more.
  unsigned longest_wires() const { return latencies ? std::max(latencies->most(), link_latency) : link_latency; }
  unsigned shortest_wires() const { return latencies ? latencies->least() : link_latency; }
  // True if some of its nodes are RTL.
  bool has_rtl() const { return engine == "rtl" || !rtl_nodes.empty(); }
  const network::NodeKind& node_kind() const { return network::kind_of(network); }
  // Words of a rule table.
  std::uint32_t table_words() const { return network.nodes() < labels ? labels : network.nodes(); }
};

// RTL and C++ differ. A lockstep run throws this at the first register whose two values are
// different.
struct Divergence : std::runtime_error {
  // `first`: the first cycle in which the register holds the wrong value, clocked in by the edge at
  // the cycle's beginning. `note`: more text for the same line.
  Divergence(const Moment& first, const RegisterDifference& found, const std::string& note = "");

  Moment moment;
  RegisterDifference difference;
};

// Nodes of any kind. In a cycle every node's inputs take the output registers of its neighbours and
// its environment (testbench/engines/mesh/environment.hpp), then every node steps. The order of nodes
// cannot matter, because inputs are copies.
class Mesh {
 public:
  virtual ~Mesh() = default;

  // Register access through the node's own bus (firmware/node/registers.hpp), while the network is
  // at rest. It takes as many cycles of that node as it needs.
  virtual void write(Address node, std::uint32_t address, std::uint32_t value) = 0;
  virtual std::uint32_t read(Address node, std::uint32_t address) = 0;
  // node::Bus::write_far, in a mesh of one node that stands for more than 2^20.
  virtual void write_far(node::Block, unsigned /*port*/, std::uint32_t /*index*/, std::uint32_t /*value*/) {
    throw std::logic_error("this mesh has no registers beyond 2^20");
  }
  // Copies node 0 to every node, if it is the only one that has been accessed and the mesh can copy
  // nodes. Returns whether it did; only differences are then left to write.
  virtual bool copy_first_node() { return false; }
  // A single write of a rule table word reaches all nodes.
  virtual bool shares_tables() const { return false; }

  // Null unless the network is divided among ranks. Only the nodes of this one can then be accessed,
  // and node 0, which copy_first_node() copies.
  virtual Division* division() const { return nullptr; }
  bool is_here(Address node) const { return division() == nullptr || division()->share.has(node.number()); }

  // From now on ranks tell one another what links carry before it comes, not in each cycle. append_wire_events() must not be
  // called then.
  virtual void delay_messages() {}

  // One clock cycle. `start` is the strobe. Throws Divergence where RTL and C++ differ.
  virtual void clock(bool start) = 0;

  // Appends an event for every packet that a link carries in the coming cycle, to which the caller
  // gives the number `cycle`.
  virtual void append_link_events(std::uint64_t cycle, LinkEvents& events) = 0;
  // For a trace, which asks in every cycle from the start on: appends what else links do in the coming cycle.
  // A mesh of one node that stands for all has nothing to tell.
  virtual void append_wire_events(std::uint64_t /*cycle*/, WireEvents& /*events*/) {}
  // The node takes no request in the coming cycle.
  virtual bool is_full(Address) const { return false; }
  // The most packets that a crosspoint queue has held since the start; 0 where only registers count
  // it, or nothing does.
  virtual std::uint32_t deepest_queue() const { return 0; }

  // The state between two cycles, for a mesh with the same programs.
  virtual void serialize(Archive&) { throw std::logic_error("this mesh has no checkpoints"); }
};

}  // namespace testbench
