// SPDX-License-Identifier: Apache-2.0
// Follows the combined packets of a run whose nodes are divided among ranks. Every rank keeps what has
// come to its own nodes. In each cycle it tells the ranks of its neighbours of the packets that go
// there, with the values that they hold: a value depends on earlier cycles alone, so one message is
// enough. Once a portion all ranks agree on the cycles that have packets, and on how items travel that
// nobody has seen before.
//
//     DividedCombining combining(memory.combined()->packets(), task, division);
//     combining.observe(events_of_some_cycles);            // of this rank's nodes; links are right on all ranks
//     if (auto fault = combining.first_fault()) ...        // of all ranks
//
// After a fault the ranks that have not found it continue with undefined values. They find later
// faults only, so the first fault of all is the one that one judge finds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "testbench/engines/mesh/division.hpp"
#include "testbench/engines/nodes/link_events.hpp"
#include "testbench/judge/checker/combined_packets.hpp"
#include "testbench/runs/verdict/exchanged_events.hpp"

namespace testbench {

class DividedCombining {
 public:
  // The references must outlive it. The judge is one of the rank's nodes, on the cube of so many
  // dimensions.
  DividedCombining(CombinedPackets& packets, const Task& task, Division& division);

  void observe(std::span<const LinkEvent> events);
  std::optional<FirstLinkFault> first_fault() { return first_of(division_.ranks, packets_.fault()); }

 private:
  std::vector<std::uint64_t> agree(std::span<const LinkEvent> events);
  std::span<const ArrivingPacket> exchange(std::span<const LinkEvent> of_cycle);

  CombinedPackets& packets_;
  const Task task_;
  Division& division_;
  std::vector<Parcel> parcels_;           // to and from each rank with a neighbour
  std::vector<std::uint32_t> parcel_of_;  // by rank
  std::vector<ArrivingPacket> arriving_;  // in the present cycle
};

}  // namespace testbench
