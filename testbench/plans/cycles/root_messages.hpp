// SPDX-License-Identifier: Apache-2.0
// The messages of the root of a scatter, in the order of a scheduling discipline
// (Johnsson and Ho 1986, sections 3 and 5).
//
// Example, scatter on the 3-cube by the SBT, one packet in a message. Port 0 has four nodes behind
// it, port 1 two, port 2 one:
//
//   port-oriented          0 0 0 0 1 1 2
//   cyclic                 0 1 2 0 1 0 0
//   postorder              0 1 0 2 0 1 0   the transitions of the binary-reflected Gray code
//   reverse breadth first  0 0 1 0 0 1 2   by distance 3, 2, 2, 2, 1, 1, 1: level by level
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/plans/cycles/port_schedule.hpp"

namespace testbench {

class RootMessages {
 public:
  // `most`: packets of a message.
  RootMessages(const CycleRow& row, unsigned d, std::uint32_t most) : row_(row), d_(d), most_(most) {}

  // `shares`: packets of each tree, for each destination.
  std::vector<PortSchedule::Message> in_order(const std::vector<std::uint32_t>& shares) const;

 private:
  struct Keyed;

  std::vector<Keyed> to_each(const std::vector<std::uint32_t>& shares) const;
  void add_messages(unsigned port, const std::vector<PortSchedule::Packets>& packets,
                    std::vector<Keyed>& messages) const;

  const CycleRow& row_;
  unsigned d_;
  std::uint32_t most_;
};

}  // namespace testbench
