// SPDX-License-Identifier: Apache-2.0
// Runs one collective on a mesh: loads every node through its registers, starts them, clocks until
// everything is delivered, and has the independent checker judge links and memory.
//
//     Run run(experiment);
//     const RunReport report = run.execute({});
//     if (report.fault) fmt::print(stderr, "{}\n", *report.fault);
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/loader.hpp"
#include "testbench/run/run_options.hpp"

namespace testbench {

// A divergence with its waveform: that of the cycles before it.
struct ShownDivergence : Divergence {
  // `no_wave`: why there is no waveform; empty: it is in options.wave, or else in
  // options.lockstep_wave.
  ShownDivergence(const Divergence& seen, const std::filesystem::path& wave, const std::string& why_none)
      : Divergence(seen.moment, seen.difference, note(wave.string(), why_none)), no_wave(why_none) {}

  // For the message.
  static std::string note(const std::string& wave, const std::string& no_wave) {
    return "; " + (no_wave.empty() ? "waveform: " + wave : no_wave);
  }

  std::string no_wave;
};

class Run {
 public:
  // Random payloads, by the seed of the experiment, that are computed where they are needed.
  explicit Run(const Experiment& experiment);
  Run(const Experiment& experiment, PayloadHash payload);
  // Payloads that are kept word for word. `send`: the send memory of every node
  // (testbench/checker/memory_layout.hpp).
  Run(const Experiment& experiment, std::vector<std::vector<std::uint64_t>> send);

  // Throws std::bad_alloc without memory, Interrupted when told so, std::runtime_error where
  // require_room does, and ShownDivergence where a lockstep run finds RTL and C++ apart.
  RunReport execute(const RunOptions& options);

  // Throws std::runtime_error where no RTL node can be what the run needs and, on other networks
  // than cubes and where packets are combined, where the run could stand still because the queue
  // depth lets queues fill. May take a run of the native engine to find out.
  void require_room(const RunOptions& options) const;

  // Of payloads that are kept: what the nodes have.
  const NodeMemory& memory() const { return memory_; }

  static constexpr std::uint64_t kWaveCycles = 128;  // in that file

 private:
  Run(const Experiment& experiment, NodeMemory memory);

  void require_no_deadlock(const RunOptions& options) const;
  bool can_stand_still(std::size_t depth) const;
  std::size_t enough_depth(const RunOptions& options) const;
  QueueDepth queue_depth(const RunOptions& options) const;
  MeshSetting setting(const RunOptions& options) const;
  RunReport execute_once(const MeshSetting& setting, const RunOptions& options);
  ShownDivergence with_waveform(const Divergence& seen, MeshSetting setting, const RunOptions& options);

  Experiment experiment_;
  CoupledLinks links_;
  LongestPrograms longest_;
  NodeMemory memory_;
};

// Most packets in a crosspoint queue of the native engine's run whose queues never fill and no
// memory is slow.
std::uint64_t deepest_queue(const collectives::Operation& operation, const std::function<bool()>& interrupted = {});

// The run itself, on any mesh that has been made for the experiment and delivers to `memory`.
RunReport run_on(Mesh& mesh, const Experiment& experiment, const NodeMemory& memory, const RunOptions& options);

}  // namespace testbench
