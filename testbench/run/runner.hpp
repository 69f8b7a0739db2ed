// Runs one collective on a mesh: loads every node through its registers, starts them, clocks until everything is
// delivered, and has the independent checker judge links and memory.
//
//     Run run(operation, random_send_memory(task_of(operation), seed));
//     const RunReport report = run.execute({});
//     if (report.fault) fmt::print(stderr, "{}\n", *report.fault);
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "testbench/mesh/divergence.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/random_send_memory.hpp"
#include "testbench/run/run_options.hpp"
#include "testbench/run/run_report.hpp"
#include "testbench/run/task_of.hpp"

namespace testbench {

class Run {
 public:
  // `send`: the send memory of every node (testbench/checker/memory_layout.hpp).
  Run(const collectives::Operation& operation, std::vector<std::vector<std::uint64_t>> send);

  // Throws std::bad_alloc without memory, Interrupted when told so, and Divergence where a lockstep run finds RTL and
  // C++ apart. A waveform of the cycles before it is then in options.wave, or kLockstepWave.
  RunReport execute(const RunOptions& options);

  const NodeMemory& memory() const { return memory_; }

  static constexpr const char* kLockstepWave = "cubecast-lockstep.fst";
  static constexpr std::uint64_t kWaveCycles = 128;  // in that file

 private:
  QueueDepth queue_depth(const RunOptions& options) const;
  RunReport execute_once(const MeshSetting& setting, const RunOptions& options);
  Divergence with_waveform(const Divergence& seen, MeshSetting setting, const RunOptions& options);

  collectives::Operation operation_;
  Task task_;
  CoupledLinks links_;
  NodeMemory memory_;
};

}  // namespace testbench
