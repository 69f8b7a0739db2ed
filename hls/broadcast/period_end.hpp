// When the windows of a period's packets end (phase_clock.hpp), which all nodes know beforehand,
// from the number of packets in the largest class alone: for exchanges that overlap with them.
// Nothing in other nodes.
//
//     packing     ceil(log2 K) cycles and one more, or none where nothing is packed
//     broadcast   d windows of ceil(K / 2^l) cycles, l = 1 .. d. That is floor((K - 1) / 2^l) + 1, and the halves of a
//                 number, rounded down one after the other, are together the number less the ones in it: d + K - 1 -
//                 ones(K - 1) cycles
//
// The first algorithm's last phase ends when it does.
#pragma once

#include "hls/broadcast/config.hpp"

namespace broadcast {

template <class Config, bool Overlaps = kOverlaps<Config>>
class PeriodEnd {
 public:
  static constexpr std::uint32_t left() { return 0; }
  static void begin(NodeCount<Config>, unsigned, hls::Bit) {}
  static void tick() {}
};

template <class Config>
class PeriodEnd<Config, true> {
 public:
  // Cycles until the last window has ended, this one among them; 0 if it has, or if nobody knows.
  std::uint32_t left() const { return left_; }

  // As PhaseClock::begin. `steps`: of the packing.
  void begin(NodeCount<Config> most, unsigned steps, hls::Bit one_class) {
    const std::uint32_t rest = most - 1;
    const std::uint32_t cycles = (steps == 0 ? 0 : steps + 1) + kDimension<Config> + rest - bits::count(rest);
    left_ = Cycles(one_class ? 0 : cycles);
  }
  void tick() {
    if (left_ != 0) left_ = Cycles(left_ - 1);
  }

 private:
  using Cycles = hls::Bits<kDimension<Config> + 2>;

  Cycles left_;
};

}  // namespace broadcast
