// SPDX-License-Identifier: Apache-2.0
// A network of nodes in some simulator: native, SystemC, RTL. Whatever runs a collective sees the
// nodes through this alone: their registers, the start strobe, the clock and what the links carry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "hls/broadcast/prefix_channel.hpp"
#include "hls/network/link.hpp"
#include "testbench/mesh/link_events.hpp"
#include "testbench/nodes/nodes.hpp"

namespace testbench {

using network::Address;

// From here on that takes less memory and time than the packets themselves
// (docs/reference/benchmarks.md).
inline constexpr unsigned kLeastNumberedDim = 13;

// What the user of a run may choose of its simulation.
struct Simulation {
  double stall_probability = 0;  // of a memory being busy for one port in one cycle (testbench/mesh/surroundings.hpp)
  std::uint64_t stall_seed = 1;

  // Of the native engine:
  unsigned threads = 1;
  unsigned least_numbered_dim = kLeastNumberedDim;  // of the cubes whose queues hold numbers of packets that are copied

  // Of engines with RTL nodes (rtl_sim/rtl_nodes.hpp):
  std::vector<bool> rtl_nodes;  // by address, the nodes that are RTL; empty: those of the engine
  unsigned payload_bits = 64;   // of every node; payloads fit them
  bool lockstep = false;        // run the C++ beside every RTL node and compare (Divergence)
  std::filesystem::path sv;     // SystemVerilog of the node in place of what is made for it; empty: none
};

// Packets in a crosspoint queue.
struct QueueDepth {
  std::size_t chosen = network::least_queue_depth();  // a power of two from network::least_queue_depth()
  std::size_t least = network::least_queue_depth();   // what an engine of fixed depth must have: with less the run
                                                      // could deadlock
  bool is_users = false;                              // the user has chosen it: neither more nor less
};

// How nodes that serve broadcast requests tell one another which of them are active.
struct PrefixSetting {
  broadcast::PrefixChannel channel = broadcast::PrefixChannel::kLinks;
  unsigned count_wires = 0;  // beside each link, of channels with wires: 1 .. d + 1, or 0 for all of these

  bool has_wires() const { return broadcast::has_wires(channel); }
  bool overlaps() const { return channel == broadcast::PrefixChannel::kOverlap; }
  unsigned wires_of(unsigned dimension) const { return count_wires == 0 ? dimension + 1 : count_wires; }
  // Of a step, the paper's t_p.
  unsigned step_cycles(unsigned dimension) const {
    return has_wires() ? (dimension + wires_of(dimension)) / wires_of(dimension) : 1;
  }
  // On a cube of the dimension, where all that a count needs may be said either way.
  bool is(const PrefixSetting& other, unsigned dimension) const {
    return channel == other.channel && (!has_wires() || wires_of(dimension) == other.wires_of(dimension));
  }
  // As the command line has it, but for the counts' wires.
  const char* name() const {
    return has_wires() ? "wires" : channel == broadcast::PrefixChannel::kTree ? "tree" : "links";
  }
};

// As options of the command line.
inline std::string options_of(const PrefixSetting& prefix) {
  std::string options = std::string("--prefix ") + prefix.name();
  if (prefix.overlaps()) options += " --overlap";
  if (prefix.count_wires != 0) options += " --count-wires " + std::to_string(prefix.count_wires);
  return options;
}

// What a mesh is built for.
struct MeshSetting {
  network::SomeNetwork network{network::Cube(1)};
  unsigned hop_cycles = 1;             // of its routers, 1 or 2
  bool combining = false;              // nodes that combine packets
  unsigned combine_stages = 0;         // in which they do; a hop takes as many cycles more
  std::uint32_t operation = 0;         // how (operators::Operation)
  bool gated = false;                  // with the port gate of one-port and half-duplex nodes
  std::uint64_t packets = 1ull << 32;  // sequences of packets are below it
  bool copies = false;                 // nodes hold copies of one another's packets: all send to all
  QueueDepth queue_depth;
  std::size_t program_depth = 64;       // entries in the injection program of a port, a power of two
  std::size_t window_depth = 1;         // windows of the port gate, on other networks than cubes
  std::optional<PrefixSetting> prefix;  // of nodes that serve broadcast requests by themselves; the others have none
  Simulation simulation;
  std::optional<WaveRequest> wave;  // throws std::runtime_error where the file cannot be written
};

// Two views of the machine differ: what a lockstep run throws at the first register that is not the
// same in both.
struct Divergence : std::runtime_error {
  // `first`: the first cycle in which the register holds the wrong value, which the edge at its
  // beginning has clocked in. `note`: more to say in the same line.
  Divergence(const Moment& first, const RegisterDifference& found, const std::string& note = "");

  Moment moment;
  RegisterDifference difference;
};

// Nodes of any kind. One cycle: every node's inputs take what its neighbours' outputs and its
// surroundings (testbench/mesh/surroundings.hpp) hold, then every node steps. The order of nodes
// cannot matter, for inputs are copies.
class Mesh {
 public:
  virtual ~Mesh() = default;

  // Register access through the node's own bus (firmware/node/registers.hpp); takes as many cycles
  // of that node as it needs while the network is at rest.
  virtual void write(Address node, std::uint32_t address, std::uint32_t value) = 0;
  virtual std::uint32_t read(Address node, std::uint32_t address) = 0;
  // Makes every node what the first one is after its accesses, if that is the only one that has
  // been accessed and the mesh can copy nodes. Returns whether it did: there is nothing left to
  // write but what differs.
  virtual bool copy_first_node() { return false; }
  // One write of a word of the rule table is to all nodes.
  virtual bool shares_tables() const { return false; }

  // One clock cycle. `start` is the strobe. Throws Divergence where RTL and C++ differ.
  virtual void clock(bool start) = 0;

  // Appends an event for every packet that a link carries in the coming cycle, which the caller
  // numbers.
  virtual void append_link_events(std::uint64_t cycle, LinkEvents& events) = 0;
  // A node to which requests come takes none in the coming cycle.
  virtual bool is_full(Address) const { return false; }
  // Most packets that a crosspoint queue has held since the start; 0 where that is asked of
  // registers, or not told.
  virtual std::uint32_t deepest_queue() const { return 0; }
};

}  // namespace testbench
