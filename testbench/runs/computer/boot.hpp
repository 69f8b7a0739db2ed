// SPDX-License-Identifier: Apache-2.0
// Boots an image on the processors of all nodes of a cube, and runs it to its end.
//
// A processor runs alone until it waits for a collective. When no processor can run, the routers of all
// groups whose nodes have joined start in one cycle, and are clocked until every packet has come. So
// routers are simulated in every cycle in which packets move, and processors between collectives. A
// processor that the end of a collective interrupts continues when it is known when that is.
// Every node has a time of its own, in cycles from the reset.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/runs/computer/gdb_server.hpp"

namespace testbench {

// The processors that Unicorn emulates, by the instruction.
inline constexpr const char* kEmulator = "emulator";
// Threads of this machine in their place.
inline constexpr const char* kHost = "host";

struct BootOptions {
  // The cube, the engine of its routers, the nodes whose core and router, or system, are RTL, and whether C++
  // runs beside such routers. Systems have links and their faults too, in cycles from the reset.
  MeshSetting mesh;
  bool multiplies = false;         // systems and routers of RTL have all types, and products
  std::string cores = "native";    // kEmulator, kHost, or one of engine_names()
  std::vector<bool> native_nodes;  // by number: the core is in C++; empty: none
  std::uint64_t most_cycles = 1'000'000'000;
  bool profiles = false;
  bool keeps_intervals = false;
  bool keeps_output = false;       // in the report, and prints standard error alone
  std::vector<std::string> input;  // of every node, or by node; none: it is empty
  std::shared_ptr<GdbServer> gdb;  // of one node
  std::function<void(std::uint32_t node, const std::string& line)> print;
  std::function<void()> poll;  // now and then; may throw Interrupted

  unsigned dim() const { return mesh.network.cube().dimension(); }
  std::uint32_t nodes() const { return mesh.network.nodes(); }
};

// A node reads this from standard input.
std::string_view input_of(const BootOptions& options, std::uint32_t node);
// The engine of a node's core.
std::string core_of(const BootOptions& options, std::uint32_t node);
// The memory that RTL routers take; 0 for others.
std::uint64_t router_bytes(const BootOptions& options);

struct BootedNode {
  std::optional<std::uint32_t> status;  // of its exit
  std::uint64_t cycles = 0;             // to its end
  std::uint64_t instructions = 0;
  std::uint64_t accesses = 0;      // to registers
  std::uint64_t communicates = 0;  // of these cycles, in collectives
  std::uint64_t waits = 0;         // of these, for other nodes to join
  std::string output;              // if it is kept
};

// The instructions that a function has run on a node.
struct FunctionCount {
  std::string name;
  std::uint32_t node;
  std::uint64_t instructions;
};

// A while in which a node does not compute, in cycles from the reset.
struct Interval {
  std::uint32_t node;
  std::uint64_t begin;
  std::uint64_t end;
  bool waits;  // for other nodes; else it communicates
  std::string call;
};

struct BootReport {
  std::vector<BootedNode> nodes;
  std::uint64_t cycles = 0;       // to the end of the last node
  std::uint64_t collectives = 0;  // that have run
  std::uint64_t network = 0;      // cycles in which packets moved in them
  std::vector<std::string> faults;
  std::vector<FunctionCount> profile;  // by node, the most instructions first
  std::vector<Interval> intervals;
};

// Throws std::runtime_error where the emulator is missing, and as the engines do.
BootReport boot(const Image& image, BootOptions options);
// The same with nodes that are systems of hls/soc, all clocked in every cycle. `skew`: a node leaves its
// reset up to so many cycles after the first one. Throws as the engines do.
BootReport boot_systems(const Image& image, const BootOptions& options, std::uint64_t skew);
// The memory that they take.
std::uint64_t system_bytes(const Image& image, const BootOptions& options);

}  // namespace testbench
