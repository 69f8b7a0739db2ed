// SPDX-License-Identifier: Apache-2.0
// Runs one collective on a mesh. It loads every node through its registers, starts the nodes and
// clocks until everything is delivered. The independent checker judges links and memory.
//
//     Run run(experiment);
//     const RunReport report = run.execute({});
//     if (report.fault) fmt::print(stderr, "{}\n", *report.fault);
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/mesh/node_memory.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/parts.hpp"
#include "testbench/runs/verdict/run_hooks.hpp"
#include "testbench/runs/verdict/run_report.hpp"

namespace testbench {

// A difference between RTL and C++ with a waveform of the cycles before it.
struct ShownDivergence : Divergence {
  // `why_none`: why there is no waveform. Empty: the waveform is in hooks.wave, or else in
  // hooks.lockstep_wave.
  ShownDivergence(const Divergence& seen, const std::filesystem::path& wave, const std::string& why_none)
      : Divergence(seen.moment, seen.difference, note(wave.string(), why_none)), no_wave(why_none) {}

  // The note for the message.
  static std::string note(const std::string& wave, const std::string& no_wave) {
    return "; " + (no_wave.empty() ? "waveform: " + wave : no_wave);
  }

  std::string no_wave;
};

class Run {
 public:
  // Random payloads by the seed of the experiment, computed where they are needed.
  explicit Run(const Experiment& experiment);
  Run(const Experiment& experiment, PayloadHash payload);
  // Payloads kept word for word. `send`: the send memory of every node
  // (testbench/judge/checker/memory_layout.hpp). Throws std::runtime_error if it has other sizes.
  Run(const Experiment& experiment, std::vector<std::vector<std::uint64_t>> send);

  // The nodes of one rank, with random payloads. All ranks make the run, execute it, and have the
  // same report. `division` must outlive it.
  Run(const Experiment& experiment, Division& division);
  // The same with payloads kept word for word. Each rank has those of all nodes.
  Run(const Experiment& experiment, std::vector<std::vector<std::uint64_t>> send, Division& division);

  // Throws std::bad_alloc without memory, Interrupted on an interrupt, std::runtime_error where
  // require_room does, and ShownDivergence if a lockstep run finds RTL and C++ apart.
  RunReport execute(const RunHooks& hooks);

  // Throws std::runtime_error if no RTL node can be what the run needs, and if queues of the user's depth can fill and the
  // run could stand still, even in parts. It may run the native engine to find out (queue_check.hpp).
  void require_room(const RunHooks& hooks) const;

  // The run in parts that the caller knows to end, or tries.
  RunReport execute_in(const Parts& parts, const RunHooks& hooks);
  void go_in(const Parts& parts) { parts_ = parts; }
  // The parts in which it is made, one if queues are long enough. Throws like require_room.
  const Parts& parts(const RunHooks& hooks) const;

  // Returns the cycles of the parts in which it is made, more than the limit where they take more. Throws like require_room,
  // and std::runtime_error where that run fails.
  std::uint64_t cycles_within(std::uint64_t limit) const;

  // With the depths that the run needs.
  MeshSetting setting(const RunHooks& hooks) const;

  // The memories of the nodes, if payloads are kept.
  const NodeMemory& memory() const { return memory_; }
  // Rank 0 gets the memories of all. All ranks call it, after execute().
  void gather_memory() { memory_.gather(*division_); }

  static constexpr std::uint64_t kWaveCycles = 128;  // cycles of the waveform before the difference

 private:
  Run(const Experiment& experiment, NodeMemory memory);

  QueueDepth queue_depth(const RunHooks& hooks) const;
  RunReport execute_once(const MeshSetting& setting, const RunHooks& hooks);
  ShownDivergence with_waveform(const Divergence& seen, MeshSetting setting, const RunHooks& hooks);

  Experiment experiment_;
  Division* division_ = nullptr;
  CoupledLinks links_;
  LongestPrograms longest_;
  mutable std::optional<Parts> parts_;  // once they are known
  NodeMemory memory_;
};

// A run with random payloads. Where one node stands for all it has no memories of other nodes, as a
// Run has, and so fits the largest networks. Throws like Run::execute.
RunReport run_of_any(const Experiment& experiment, const RunHooks& hooks);

// The deepest crosspoint queue in a run of the native engine with unlimited queues and no slow
// memory.
std::uint64_t deepest_queue(const collectives::Operation& operation, const std::function<bool()>& interrupted = {});

// The run itself, on any mesh that was made for the experiment and delivers to `memory`.
RunReport run_on(Mesh& mesh, const Experiment& experiment, NodeMemory& memory, const RunHooks& hooks);
RunReport run_in(Parts parts, Mesh& mesh, const Experiment& experiment, NodeMemory& memory, const RunHooks& hooks);

}  // namespace testbench
