// SPDX-License-Identifier: Apache-2.0
// The policy for packets that are combined on their way: follows them from link to link, with the
// value that they must hold and whose contributions are in it. The packet that a node x sends
// through port o of d for an item is
//   1. from another source: a copy of that node's packet, unchanged;
//   2. from the owner of the item, for all nodes: the result, if that has been delivered there;
//   3. for all nodes otherwise, in an exchange on tree t: own, then what has come through the ports t, t+1, .., o-1 (mod d);
//   4. for one node, or of an owner before its result: own, then all that has come, in the order o+1, o+2, .., o-1;
//      in a scan what has come there for another result, too, that goes into this one (Task::preceding), or
//      what goes into it by Task::parts alone.
// The result that x delivers from stream e is: own (but not in an exclusive scan), then all that
// has come in the order e, e+1, .., e-1; in scans by exchange only what came from lower addresses.
//
// When a node sends on what has come, that is forgotten, but where results go into others. Arrivals of
// the same cycle do not count yet.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/ground/host/archive.hpp"
#include "testbench/ground/host/huge_pages.hpp"
#include "testbench/judge/checker/event_order.hpp"
#include "testbench/judge/checker/item_routes.hpp"
#include "testbench/judge/checker/memory_checker.hpp"
#include "testbench/judge/checker/node_share.hpp"
#include "testbench/judge/checker/payload_hash.hpp"
#include "testbench/judge/checker/reference_operator.hpp"
#include "testbench/judge/checker/saturating.hpp"
#include "testbench/judge/checker/split_mix.hpp"
#include "testbench/judge/checker/task.hpp"

namespace testbench {

// The contributors to a value, as a sum of random numbers, one for each node: how many there are in
// the low bits, which they are in the others. min, max, and, or hide a contribution that came
// twice, and any operation may hide one that is lost; this sum hides neither.
class NodeSum {
 public:
  constexpr NodeSum() = default;
  static constexpr NodeSum of(std::uint64_t node) { return NodeSum(split_mix(node) << kCountBits | 1); }

  constexpr std::uint64_t count() const { return sum_ & ((std::uint64_t{1} << kCountBits) - 1); }
  constexpr NodeSum& operator+=(NodeSum other) {
    sum_ += other.sum_;
    return *this;
  }
  friend constexpr bool operator==(NodeSum, NodeSum) = default;

 private:
  static constexpr unsigned kCountBits = 21;

  explicit constexpr NodeSum(std::uint64_t sum) : sum_(sum) {}

  std::uint64_t sum_ = 0;
};

// The nodes whose contributions the results of a task must hold, by receiver.
class DueContributors {
 public:
  explicit DueContributors(const Task& task) : contributors_(meaning_of(task.collective).contributors), below_(1) {
    for (std::uint64_t node = 0; node < end_count(task); ++node) {
      below_.push_back(below_.back());
      below_.back() += NodeSum::of(node);
    }
  }
  NodeSum operator()(std::uint64_t node) const {
    if (contributors_ == Contributors::kBelowOwn) return below_[node];
    return contributors_ == Contributors::kUpToOwn ? below_[node + 1] : below_.back();
  }

 private:
  Contributors contributors_;
  std::vector<NodeSum> below_;  // of all nodes below the index
};

struct CombinedValue {
  std::uint64_t word = 0;
  NodeSum nodes;
};

// A `left` without contributors is nothing yet.
inline CombinedValue combine(const ReferenceOperator& operation, CombinedValue left, const CombinedValue& right) {
  left.word = left.nodes == NodeSum() ? right.word : operation(left.word, right.word);
  left.nodes += right.nodes;
  return left;
}

// Packets that have come to nodes, by place (node and item), until they are sent on combined.
//
//     Arrivals arrivals(places, most);
//     arrivals.add(place, {value, cycle, port});
//     for (const Arrival* a : arrivals.by_port(place)) ...
//
// A place takes 4 bytes, an arrival 32. The constructor asks for all memory.
struct Arrival {
  CombinedValue value;
  std::uint64_t cycle : 48;
  std::uint64_t port : 16;
};

class Arrivals {
 public:
  // Null where nothing has come through the port.
  using ByPort = std::array<const Arrival*, kMaxPorts>;

  // `most`: arrivals at a time.
  Arrivals(std::uint64_t places, std::uint64_t most) : heads_(places, kNone, HugePages::memory()) {
    if (most >= kNone) throw std::bad_alloc();
    pool_.reserve(most);
  }
  static std::uint64_t memory_bytes(std::uint64_t places, std::uint64_t most) {
    return plus(HugePages::bytes_for(times(places, sizeof(std::uint32_t))),
                HugePages::bytes_for(times(most, sizeof(Linked))));
  }

  bool any(std::uint64_t place) const { return heads_[place] != kNone; }
  // The place must have one.
  const Arrival& first(std::uint64_t place) const { return pool_[heads_[place]].arrival; }
  bool has(std::uint64_t place, std::uint32_t port) const { return by_port(place)[port] != nullptr; }
  ByPort by_port(std::uint64_t place) const {
    ByPort found{};
    for (std::uint32_t i = heads_[place]; i != kNone; i = pool_[i].next) {
      found[pool_[i].arrival.port] = &pool_[i].arrival;
    }
    return found;
  }

  // Pointers to others stay what they are, for no more than `most` are there.
  void add(std::uint64_t place, const Arrival& arrival) {
    std::uint32_t index = free_;
    if (index == kNone) {
      index = static_cast<std::uint32_t>(pool_.size());
      pool_.emplace_back();
    } else {
      free_ = pool_[index].next;
    }
    pool_[index] = {arrival, heads_[place]};
    heads_[place] = index;
  }
  // Forgets what has come to the place.
  void clear(std::uint64_t place) {
    while (heads_[place] != kNone) {
      const std::uint32_t index = heads_[place];
      heads_[place] = pool_[index].next;
      pool_[index].next = free_;
      free_ = index;
    }
  }
  void prefetch(std::uint64_t place) const { __builtin_prefetch(&heads_[place], 1); }
  void serialize(Archive& archive) {
    archive.vector(heads_);
    archive.vector(pool_);
    archive.values(free_);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Linked {
    Arrival arrival;
    std::uint32_t next;
  };

  std::pmr::vector<std::uint32_t> heads_;
  std::pmr::vector<Linked> pool_{HugePages::memory()};
  std::uint32_t free_ = kNone;
};

// The word of an item that a node's memory must hold, and the last cycle in which a part of it
// came.
struct DueResult {
  CombinedValue value;
  std::uint64_t cycle = 0;
};

// A packet that a node of another judge sends, with the value that it has there.
struct ArrivingPacket {
  LinkEvent event;
  CombinedValue value;
};

class CombinedPackets {
 public:
  // The ends of a link, in the order in which they are judged.
  enum class End : std::uint8_t { kSender, kReceiver };

  // The task has no fault. The others must outlive this. `share`: the nodes that are judged here, or
  // null for all.
  CombinedPackets(const Task& task, const Contributions& own, const DeliveredResults& results,
                  const NodeShare* share = nullptr);

  // Judges the next events, up to the first fault. Their fields, links and ports are right
  // (link_judge.hpp).
  void observe(std::span<const LinkEvent> events) { observe(events, {}); }
  // The same of some nodes, cycle by cycle and in the order of events: what they send in the next
  // cycle, and what comes to them from others.
  void observe(std::span<const LinkEvent> sent_here, std::span<const ArrivingPacket> arriving);
  // The value of a packet of the next cycle, for the judge of its receiver; any value if it is wrong.
  // It depends on earlier cycles alone, so that judges need nothing of one another in a cycle.
  CombinedValue value_of(const LinkEvent& event) const;
  // Packets of the cycles that come next which decide how their items travel, here or elsewhere.
  ItemRoutes& routes() { return routes_; }

  // The kinds of faults within one event are the ends of its link.
  const std::optional<FirstLinkFault>& fault() const { return fault_; }

  // The result at a node with what has come so far, or before a cycle.
  DueResult result(std::uint32_t node, std::uint64_t item, std::uint32_t stream,
                   std::uint64_t before = ~std::uint64_t{0}) const;

  void serialize(Archive& archive);

  static std::uint64_t memory_bytes(const Task& task);

 private:
  enum Flags : std::uint8_t { kSent = 1, kHoldsCopy = 2 };

  std::uint64_t place(std::uint32_t node, std::uint64_t item) const { return place_of(share_, node) * items_ + item; }
  std::uint32_t receiver_of(const LinkEvent& event) const {
    return testbench::receiver_of(task_, event.node, event.port);
  }
  unsigned arrival_port(const LinkEvent& event) const { return arrival_port_of(task_, event.node, event.port); }
  CombinedValue own(std::uint32_t node, std::uint64_t item) const {
    const bool gives_identity = is_left_out(task_, node, item / task_.packets);
    return {contributions_.word(node, item), gives_identity ? NodeSum() : NodeSum::of(node)};
  }
  bool judge(const LinkEvent& event, const CombinedValue* arriving);
  // The value with which the node sends the packet; nothing, and a reason, if it must not.
  using Reason = std::string;
  std::optional<CombinedValue> sent(const LinkEvent& event, std::uint64_t item, Reason& reason) const;
  std::optional<CombinedValue> sent_copy(const LinkEvent& event, std::uint64_t item, Reason& reason) const;
  std::optional<CombinedValue> sent_part(const LinkEvent& event, std::uint64_t item, Reason& reason) const;
  std::optional<CombinedValue> sent_original(const LinkEvent& event, std::uint64_t item, Reason& reason) const;
  std::optional<CombinedValue> sent_in_exchange(const LinkEvent& event, std::uint64_t item, Reason& reason) const;
  std::optional<CombinedValue> all_that_came(const LinkEvent& event, std::uint64_t item, Reason& reason) const;
  bool receive_copy(const LinkEvent& event, std::uint64_t item, const CombinedValue& value);
  bool receive_part(const LinkEvent& event, std::uint64_t item, const CombinedValue& value);
  bool fail(End end, const LinkEvent& event, std::string_view what);

  const Task task_;
  const Contributions& contributions_;
  const DeliveredResults& results_;
  const NodeShare* const share_;
  const ReferenceOperator combined_;
  const unsigned ports_;
  const std::uint64_t items_;
  ItemRoutes routes_;
  Arrivals arrivals_;
  std::pmr::vector<std::uint8_t> flags_;  // by place
  Reason reason_;
  std::optional<FirstLinkFault> fault_;
};

}  // namespace testbench
