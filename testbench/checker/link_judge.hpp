// One of the judges of a run's link events, each of whom judges a share of the packets and a share
// of the links, side by side with the others: all see all events, and none writes what another
// looks at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/checker/link_ledger.hpp"

namespace testbench {

// What a judge has found. The first in the order of events, and of what is looked at in one, is the
// run's.
struct LinkFault {
  // Of one event, in this order.
  enum class Kind { kFields, kLink, kPacket };

  std::size_t event;  // of those that were given last
  Kind kind;
  std::string text;

  bool comes_before(const LinkFault& other) const {
    return event < other.event || (event == other.event && kind < other.kind);
  }
};

class alignas(64) LinkJudge {
 public:
  // Judge `number` of so many. The ledger must outlive it.
  LinkJudge(LinkLedger& ledger, unsigned number, unsigned judges);

  // Judges its share of the next events, up to its first fault.
  void observe(std::span<const LinkEvent> events);

  const std::optional<LinkFault>& fault() const { return fault_; }
  // Of its packets.
  std::uint64_t deliveries() const { return deliveries_; }
  // The cycle of the last event that it has seen.
  std::uint64_t cycle() const { return cycle_; }

 private:
  static constexpr std::size_t kLookahead = 24;

  // What is looked at of each event is known before the first: compiled for both, so that none asks
  // again.
  enum class Manner {
    kAny,
    kPlain,  // all is this judge's, packets have one destination, ports know no limit
  };

  // Packets and nodes are dealt out in blocks, so that no two judges write to one cache line for
  // long.
  static constexpr std::uint64_t kBlock = 64;
  template <Manner M>
  bool is_mine(std::uint64_t number) const {
    return M == Manner::kPlain || judges_ == 1 || number / kBlock % judges_ == number_;
  }
  template <Manner M>
  void observe_all(std::span<const LinkEvent> events);
  template <Manner M>
  bool judge(const LinkEvent& event);
  bool begin_cycle(const LinkEvent& event);
  void forget_stamps();
  template <Manner M>
  bool judge_fields(const LinkEvent& event);
  bool judge_combined_fields(const LinkEvent& event);
  template <Manner M>
  bool judge_link_and_ports(const LinkEvent& event);
  bool judge_link(const LinkEvent& event);
  bool judge_ports(const LinkEvent& event);
  bool judge_unicast(const LinkEvent& event);
  bool judge_multicast(const LinkEvent& event);
  bool fail(LinkFault::Kind kind, const LinkEvent& event, std::string_view what);
  template <Manner M>
  void prefetch(const LinkEvent& event) const;

  LinkLedger& ledger_;
  unsigned number_;
  unsigned judges_;
  std::vector<std::uint64_t> arrivals_;  // multicast: indices into the ledger's holds that arrived in this cycle
  std::uint64_t cycle_ = 0;
  Place::Stamp stamp_ = 0;          // of cycle_
  std::uint64_t stamps_since_ = 0;  // unicast: no packet of mine has a stamp of an earlier cycle
  std::uint64_t deliveries_ = 0;
  std::size_t event_ = 0;  // of those given
  std::optional<LinkFault> fault_;
};

}  // namespace testbench
