// SPDX-License-Identifier: Apache-2.0
// Whether packets that are combined belong together, in nodes that route by tables: the head of each
// queue that goes into an own packet must have its destination and its sequence; where results go on
// (node::kResultsGoOn), its sequence alone at a port. A program that fits
// no other node's combines wrong packets, and nothing else shows it. The bit stays until the next
// start (node::kMismatch).
//
// The programs of cubes follow from their addresses, so that their nodes have no such logic.
#pragma once

#include <array>

#include "hls/router/config.hpp"
#include "hls/router/register_access.hpp"

namespace router {

// Whether a packet was to be combined with one that it does not belong to, in one cycle.
template <class Config>
using OperandFault = std::array<hls::Bit, Config::kChecksOperands ? 1 : 0>;

template <class Config>
bool belong_together(const Header<Config>& operand, const Header<Config>& own, bool results_go_on = false) {
  if constexpr (kHasEpochs<Config>) {
    if (operand.epoch != own.epoch) return false;
  }
  return (operand.destination == own.destination || results_go_on) && operand.sequence == own.sequence;
}

template <class Config>
class OperandRegisters {
 public:
  // One cycle. `start`: the bit falls.
  void count([[maybe_unused]] hls::Bit start, [[maybe_unused]] const OperandFault<Config>& fault) {
    if constexpr (Config::kChecksOperands) seen_[0] = hls::Bit(!start && (seen_[0] || fault[0]));
  }

  static void write(const RegisterAccess&) {}
  std::uint32_t read([[maybe_unused]] const RegisterAccess& access, const Observed&) const {
    if constexpr (Config::kChecksOperands) {
      if (access.is_to(node::Control::kStatus) && seen_[0]) return node::kMismatch;
    }
    return 0;
  }

 private:
  OperandFault<Config> seen_;
};

}  // namespace router
