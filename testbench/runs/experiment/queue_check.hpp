// SPDX-License-Identifier: Apache-2.0
// Whether a run comes to its end with crosspoint queues of the user's depth, found out before it starts, and in how many parts
// (parts.hpp).
//
//     const QueueCheck check(experiment, links, hooks.interrupted);
//     Parts parts = check.parts(/*may_load=*/true);   // throws where no part can be short enough
//
// 1. In one part where no run could stand still: the queues cannot fill, or links do not wait for one another in a cycle, or
//    combined packets find room one after another (settled_queues.hpp).
// 2. Without busy memories and links that err every run is the same. It is made on the native engine, and is in one part
//    if it ends; else in one part with packets in transit first, if that ends; else in the longest parts that end.
// 3. Otherwise in parts of as many packets as rule 1 allows. Packets that are combined go in the order in which these are
//    more, which may be all.
// 4. Where it allows none, in one part or in parts of one packet, in either order, if a run of the native engine with the
//    same seed and starts ends. The same in deeper queues, for which parts are proved, if the whole takes fewer cycles there.
// 5. The fewest cycles count: of the orders, and of parts of fewer packets if stops cost more than a quarter of the bound.
// Queues without a depth of the user's never fill, as deep ones do not; their runs with stalls are chosen by rule 5 alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/parts.hpp"
#include "testbench/runs/verdict/run_hooks.hpp"
#include "testbench/runs/verdict/run_report.hpp"

namespace testbench {

class QueueCheck {
 public:
  // `experiment` must outlive it.
  QueueCheck(const Experiment& experiment, const CoupledLinks& links, std::function<bool()> interrupted);

  // Memories and links may do anything, not only what the experiment has them do.
  void assume_stalls() { varies_ = true; }
  // Nodes with epochs that all start in one cycle, so many collectives behind one another. `run` is made to try one.
  struct Starting {
    std::function<RunReport(const Parts&, const RunHooks&)> run;
    std::uint64_t skew = 0;
    std::uint32_t repeat = 1;
  };
  void assume_one_start(Starting starting);
  // Nodes begin a collective while others are in the one before.
  void assume_overlap();

  // Parts in which a run takes more cycles are no better than any others.
  void leave_after(std::uint64_t cycles) { most_cycles_ = cycles; }
  // The native engine takes the cycles of any other. Returns nothing where the run fails. A run that takes more cycles than the
  // limit is cut off; it returns more than the limit, and about its cycles if all its parts are like the first.
  std::optional<std::uint64_t> cycles_of(const Parts& parts, std::uint64_t limit = kNoLimit) const;
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  // `may_load`: the last part may be shorter than the others. Throws std::runtime_error where the run could stand still.
  Parts parts(bool may_load) const;
  // The fewest parts that cannot stand still with queues of the depth; nothing where those of one packet can.
  std::optional<Parts> safe_parts(std::size_t depth, bool may_load) const;
  // Whether a run in one part cannot deadlock.
  bool is_enough(std::size_t depth) const { return !can_deadlock(depth) || enough_depth() <= depth; }
  // The depth at which a run in one part cannot deadlock. Without stalls every run is the same, so the queues need only the
  // packets of the native engine's run. With stalls the same depth is enough for combined packets (coupled_links.hpp).
  std::size_t enough_depth() const;
  // The least depth at which in addition no queue stops a run without stalls.
  std::size_t depth_of_a_run() const;

 private:
  // The same of the experiment in other packets or in another order.
  QueueCheck of(const Experiment& other) const;
  // Whether a run takes too long to try another.
  bool is_long() const;
  bool may_lose_packets() const;
  // `depth`: 0 where no queue can fill.
  bool can_deadlock(std::size_t depth) const;
  TriedKey key_of(std::uint32_t units, bool transit_first) const;
  bool ends(const Parts& parts) const { return cycles_of(parts).has_value(); }
  // Another order or shorter parts, if these take fewer cycles.
  Parts faster(Parts best, bool may_load) const;
  // Numbers of units of a part, from 1 on. With parts of the same size, if they need no more of them.
  std::vector<std::uint32_t> sizes(bool may_load) const;
  // The last of the sizes for which `holds(parts)`, which holds for all before.
  template <class Holds>
  std::optional<Parts> longest(bool may_load, Holds holds) const;
  std::optional<Parts> in_parts_of(std::uint32_t units) const;
  bool is_safe(const Parts& parts, std::size_t depth) const;
  std::optional<Parts> parts_in_some_order(bool may_load, std::size_t depth) const;
  bool has_other_order(const Experiment& other) const;
  std::optional<Parts> or_tried_whole(std::optional<Parts> parts) const;
  // `least`: parts of one packet, for which less may do.
  [[noreturn]] void refuse(const std::optional<Parts>& least) const;

  const Experiment& experiment_;
  CoupledLinks links_;
  const std::function<bool()> interrupted_;
  std::optional<Starting> starting_;
  std::uint64_t most_cycles_ = kNoLimit;
  bool varies_;  // memories may be busy, links deliver at other times, or nodes start when they like
};

}  // namespace testbench
