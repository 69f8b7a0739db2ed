// Runs one collective on a mesh: loads every node through its registers, starts them, clocks until everything is
// delivered, and has the independent checker judge links and memory.
//
//     Run run(operation, random_send_memory(task_of(operation), seed));
//     const RunReport report = run.execute({});
//     if (report.fault) fmt::print(stderr, "{}\n", *report.fault);
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/collective.hpp"
#include "testbench/divergence.hpp"
#include "testbench/mesh.hpp"
#include "testbench/node_memory.hpp"
#include "testbench/task.hpp"

namespace testbench {

// The same thing in the checker's words.
Task task_of(const collectives::Operation& operation);

// What a run may be told; the defaults measure.
struct RunOptions {
  std::string engine = "native";  // one of known_engines()
  double stall_probability = 0;   // of a memory being busy for one port in one cycle; bounds then do not apply
  std::uint64_t stall_seed = 1;
  std::vector<bool> rtl_nodes;           // of engine systemc: the nodes that are RTL, by address; empty: none
  bool lockstep = false;                 // run the C++ beside every RTL node and compare every register
  std::filesystem::path wave;            // FST of the RTL nodes from the start strobe on; empty: none
  std::size_t queue_depth = 0;           // packets in a crosspoint queue; 0: so many that none can fill
  std::ostream* trace = nullptr;         // CSV of the link events
  std::function<void(double)> progress;  // called now and then with the part delivered, 0..1
  std::function<bool()> interrupted;     // asked now and then; true ends the run with Interrupted
};

struct Interrupted {};

struct RunReport {
  std::uint64_t cycles = 0;          // from the first cycle in which a link carries a packet to the last
  std::uint64_t total_cycles = 0;    // from the start strobe to the last packet written to memory
  std::uint64_t transmissions = 0;   // packets over links
  std::uint64_t deepest_queue = 0;   // most packets that a crosspoint queue has held
  std::uint64_t stall_cycles = 0;    // node-cycles in which a packet waited for a neighbour that said stop
  double seconds = 0;                // of simulation; loading and judging not counted
  std::uint64_t node_cycles = 0;     // clock cycles simulated, times nodes
  std::optional<std::string> fault;  // nothing: every packet and every byte was right
};

class Run {
 public:
  // `send`: the send memory of every node (testbench/checker/memory_checker.hpp).
  Run(const collectives::Operation& operation, std::vector<std::vector<std::uint64_t>> send);

  // Throws std::bad_alloc without memory, Interrupted when told so, and Divergence where a lockstep run finds RTL and
  // C++ apart. A waveform of the cycles before it is then in options.wave, or kLockstepWave.
  RunReport execute(const RunOptions& options);

  const NodeMemory& memory() const { return memory_; }

  static constexpr const char* kLockstepWave = "cubecast-lockstep.fst";
  static constexpr std::uint64_t kWaveCycles = 128;  // in that file

 private:
  std::size_t least_queue_depth(const RunOptions& options, std::size_t depth) const;
  RunReport execute_once(const MeshSetting& setting, const RunOptions& options);
  Divergence with_waveform(const Divergence& seen, MeshSetting setting, const RunOptions& options);

  collectives::Operation operation_;
  Task task_;
  NodeMemory memory_;
};

// Packets of random bits for every node that sends. The same seed gives the same packets.
std::vector<std::vector<std::uint64_t>> random_send_memory(const Task& task, std::uint64_t seed);

// Bytes that a run takes at most, the checker's included.
std::uint64_t memory_bytes(const collectives::Operation& operation, std::size_t queue_depth);

}  // namespace testbench
