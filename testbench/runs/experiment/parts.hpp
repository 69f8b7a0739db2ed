// SPDX-License-Identifier: Apache-2.0
// A collective of M packets as a chain of collectives of P packets, for queues that are too short for all of them. A part
// begins when all nodes are done with the last. So no queue holds packets of two parts, and the chain comes to its end at
// any depth at which one part does, whatever the memories and the links do.
//
//     Parts parts(whole, 4, *whole.with_packets(4), whole.with_packets(1));   // 17 packets: four times 4, then 1
//     for (load(parts.now()); !parts.is_last(); parts.next()) ...
//
// The nodes need nothing for it: a part is a collective whose buffers begin further on. The start strobe repeats the
// program that is loaded, and the last part may have a shorter one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/ground/host/archive.hpp"
#include "testbench/judge/checker/task.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/verdict/run_report.hpp"

namespace testbench {

// Parts are counted in packets; an allreduce in blocks has them in blocks of one packet for every node.
std::uint32_t packets_of_unit(const collectives::Operation& operation);
std::uint32_t units_of(const collectives::Operation& operation);

class Parts {
 public:
  // In one part.
  explicit Parts(const Experiment& whole) : Parts(whole, units_of(whole.operation()), whole, std::nullopt) {}
  // `units`: of a part. `rest`: the last part, if it is shorter.
  Parts(const Experiment& whole, std::uint32_t units, Experiment part, std::optional<Experiment> rest);

  std::uint32_t count() const { return count_; }
  std::uint32_t packets() const { return part_.operation().packets; }
  std::uint32_t units() const { return units_; }
  const Experiment& part() const { return part_; }
  // Visits the first part, and the last if it is shorter.
  template <class Visit>
  void each(Visit visit) const {
    visit(part_);
    if (rest_) visit(*rest_);
  }

  // The part under way.
  const Experiment& now() const { return is_last() && rest_ ? *rest_ : part_; }
  // Nodes are loaded for it where a rest begins or ends.
  const Experiment& before() const { return is_rest() || !rest_ ? part_ : *rest_; }
  bool is_last() const { return number_ + 1 == count_; }
  bool has_rest() const { return rest_.has_value(); }
  bool is_rest() const { return is_last() && rest_.has_value(); }
  // The number in the whole of its first packet.
  std::uint32_t first() const { return number_ * units_; }
  // Deliveries until its end, out of those of the whole.
  std::uint64_t due(std::uint64_t whole) const;
  // Cycles of all, if the parts so far took these.
  std::uint64_t projected(std::uint64_t cycles) const {
    const std::uint64_t done = first() + units_;
    return cycles / done * all_units_ + cycles % done * all_units_ / done;
  }
  void next() { ++number_; }
  void begin_again() { number_ = 0; }
  // Nothing where all go in one part and in the usual order.
  std::optional<PartsTotals> totals() const;
  void serialize(Archive& archive) { archive.values(number_, deepest_queue_, stall_cycles_); }

  // The counts of the nodes in a part, which the next strobe clears.
  void see(std::uint64_t deepest_queue, std::uint64_t stall_cycles) {
    deepest_queue_ = std::max(deepest_queue_, deepest_queue);
    stall_cycles_ += stall_cycles;
  }
  bool is_tried = false;  // it ends with these stalls; of others nothing is proved

  std::uint64_t deepest_queue() const { return deepest_queue_; }
  std::uint64_t stall_cycles() const { return stall_cycles_; }

 private:
  std::uint32_t all_units_;
  std::uint32_t units_;
  std::uint32_t count_;
  Experiment part_;
  std::optional<Experiment> rest_;
  std::uint32_t number_ = 0;
  std::uint64_t deepest_queue_ = 0;
  std::uint64_t stall_cycles_ = 0;
};

// Loads nodes at rest for the part under way, which has another number of packets than the one before. Returns the cycles of
// the node that takes the most, a write in each.
std::uint64_t load_again(const Parts& parts, Mesh& mesh);

// Hops of a barrier of all nodes: on a cube an exchange through every port, elsewhere up and down a tree from node 0.
unsigned barrier_hops(const network::SomeNetwork& network);

}  // namespace testbench
