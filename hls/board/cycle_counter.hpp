// SPDX-License-Identifier: Apache-2.0
// The cycles of a run, as the testbenches count them (testbench/runs/verdict/run_report.hpp).
#pragma once

#include "hls/board/node_types.hpp"

namespace board {

template <class Config>
class CycleCounter {
 public:
  using Cycles = board::Cycles<Config>;

  // Since the start strobe, whose cycle is 0.
  Cycles elapsed() const { return elapsed_; }
  // From the first cycle in which a link carried a packet to the last, and from the strobe to the
  // last packet that a memory took.
  Cycles cycles() const { return cycles_; }
  Cycles total_cycles() const { return total_cycles_; }

  // One cycle. `carrying`: a link carries a packet. `delivering`: a memory takes one.
  HLS_MODULE void tick(hls::Bit strobe, hls::Bit carrying, hls::Bit delivering) {
    if (strobe) {
      since_first_ = cycles_ = total_cycles_ = Cycles(0);
    } else {
      if (carrying) cycles_ = Cycles(since_first_ + 1);
      if (carrying || since_first_ != 0) since_first_ = Cycles(since_first_ + 1);
      if (delivering) total_cycles_ = elapsed_;
    }
    elapsed_ = Cycles(strobe ? 1 : elapsed_ + 1);
  }

 private:
  Cycles elapsed_;
  Cycles since_first_;  // cycles from the first that carried a packet on
  Cycles cycles_;
  Cycles total_cycles_;
};

}  // namespace board
