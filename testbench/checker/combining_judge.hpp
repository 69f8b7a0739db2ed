// Follows the packets of a task that combines from link to link, with what they must hold. Of the
// packet that a node x sends through port o of d for an item:
//   1. of another source: a copy of that node's packet, unchanged;
//   2. x is the owner of the item, and it is for all nodes: the result, if that has been delivered there;
//   3. for all nodes otherwise, in an exchange on tree t: own, then what has come through the ports t, t+1, .., o-1 (mod d);
//   4. for one node, or of an owner before its result: own, then all that has come, in the order o+1, o+2, .., o-1.
// The result that x delivers from stream e: own (but of an exclusive scan), then all that has come
// in the order e, e+1, .., e-1; of scans only what came from lower addresses.
//
// Of a node that sends on what has come nothing is kept; nor is anything taken into account that
// comes in the same cycle.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/checker/arrivals.hpp"
#include "testbench/checker/combining_ways.hpp"
#include "testbench/checker/contributions.hpp"
#include "testbench/checker/delivered_results.hpp"
#include "testbench/checker/link_event.hpp"

namespace testbench {

// What a node's memory must hold of an item, and the last cycle in which something came that it is
// made of.
struct DueResult {
  CombinedValue value;
  std::uint64_t cycle = 0;
};

class CombiningJudge {
 public:
  // Of a task without a fault. The others must outlive it.
  CombiningJudge(const Task& task, const Contributions& own, const DeliveredResults& results);

  // The next events, whose fields, links and ports are right (link_judge.hpp); up to the first
  // fault.
  void observe(std::span<const LinkEvent> events);
  const std::optional<std::string>& fault() const { return fault_; }

  // With what has come so far.
  DueResult result(std::uint32_t node, std::uint64_t item, std::uint32_t stream) const;

  static std::uint64_t memory_bytes(const Task& task);

 private:
  enum Flags : std::uint8_t { kSent = 1, kHoldsCopy = 2 };

  std::uint64_t place(std::uint64_t node, std::uint64_t item) const { return node * items_ + item; }
  CombinedValue own(std::uint32_t node, std::uint64_t item) const {
    return {contributions_.word(node, item), NodeSum::of(node)};
  }
  bool judge(const LinkEvent& event);
  bool judge_copy(const LinkEvent& event, std::uint64_t item);
  bool judge_part(const LinkEvent& event, std::uint64_t item);
  bool judge_original(const LinkEvent& event, std::uint64_t item);
  bool judge_exchange(const LinkEvent& event, std::uint64_t item);
  std::optional<CombinedValue> all_that_came(const LinkEvent& event, std::uint64_t item);
  bool receive_copy(const LinkEvent& event, std::uint64_t item, const CombinedValue& value);
  bool receive_part(const LinkEvent& event, std::uint64_t item, const CombinedValue& value);
  bool fail(const LinkEvent& event, std::string_view what);

  const Task task_;
  const Contributions& contributions_;
  const DeliveredResults& results_;
  const ReferenceOperator combined_;
  const unsigned ports_;
  const std::uint64_t items_;
  CombiningWays ways_;
  Arrivals arrivals_;
  std::pmr::vector<std::uint8_t> flags_;  // by place
  std::optional<std::string> fault_;
};

}  // namespace testbench
