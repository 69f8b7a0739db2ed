// SPDX-License-Identifier: Apache-2.0
// The environment of nodes that start when they like: their memories, one for each collective, their strobes, and the
// barrier that keeps them together.
//
//     nodes.begin_cycle(cycle);   // which nodes start
//     mesh.clock(cycle == 0);
//     if (nodes.is_over() || nodes.fault()) ...
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/engines/mesh/environment.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/parts.hpp"
#include "testbench/runs/starts/start_barrier.hpp"

namespace testbench {

class StartingNodes final : public Environment {
 public:
  // Looks at the memories of a collective, 1 for the first, with all its parts, that all nodes are done with, and returns
  // what is wrong.
  using Judge = std::function<std::optional<std::string>(std::uint32_t collective, const NodeMemory&)>;

  // Loads the nodes, which are at rest, for a part, and returns the cycles that it takes.
  using Load = std::function<std::uint64_t(const Parts& parts)>;

  // `ready`: the cycle from which on each node may start. `parts`: of each of `repeat` collectives; where there are
  // several, every part is a collective to the nodes, and they start together. `start_together`: in the same cycle.
  StartingNodes(const Experiment& experiment, std::vector<std::uint64_t> ready, std::uint32_t repeat,
                bool start_together, const Parts& parts, Judge judge, Load load);

  void begin_cycle(std::uint64_t cycle);
  bool is_over() const { return judged_ == repeat_; }
  const std::optional<std::string>& fault() const { return fault_; }
  // The cycle in which a node has started, received a packet or said that it is done, the last time.
  std::uint64_t last_event() const { return last_event_; }
  std::string progress() const;
  double part_done() const { return static_cast<double>(judged_) / repeat_; }

  void show(Address node, std::uint64_t cycle, const NodeOutputs& out, NodeInputs& in) override;
  void take(Address node, const NodeOutputs& out, const NodeInputs& in) override;
  void observe(Address node, const NodeOutputs& out) override;

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  struct Node {
    std::uint32_t started = 0;  // collectives, each part for one
    std::uint32_t done = 0;
    bool starts = false;  // in this cycle
    bool is_in_barrier = false;
  };

  NodeMemory& memory(std::uint32_t collective);
  // All nodes are at rest. Returns whether they have to be loaded for it.
  bool begin_part();
  void complain(const std::string& text);

  const Task task_;
  const std::uint64_t seed_;
  const unsigned payload_bits_;
  const std::vector<std::uint64_t> ready_;
  const std::uint32_t repeat_;
  const bool start_together_;
  Parts parts_;
  const std::uint32_t collectives_;  // of the nodes
  const std::uint64_t quiet_;        // cycles until nothing is under way when all are done
  const Judge judge_;
  const Load load_;
  const Stall stall_;
  StartBarrier barrier_;
  std::vector<Node> nodes_;                            // by address
  std::vector<std::unique_ptr<NodeMemory>> memories_;  // of each with all its parts, while it is under way
  std::vector<std::size_t> done_;                      // nodes that are done, by collective
  std::uint32_t judged_ = 0;                           // collectives that all nodes are done with
  std::uint32_t begun_ = 0;                            // collectives that nodes start together
  bool is_loaded_ = true;                              // for the part that begins
  std::uint64_t loads_at_ = kNever;
  std::uint64_t starts_at_ = kNever;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_event_ = 0;
  std::optional<std::string> fault_;
};

}  // namespace testbench
