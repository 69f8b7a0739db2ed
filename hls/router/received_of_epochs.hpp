// SPDX-License-Identifier: Apache-2.0
// Counts what comes to a node that starts when it likes. Its neighbours may be a collective ahead, so
// that packets come before the start; or behind, so that packets of both are on the links.
//
// For each parity of a collective's number there is a count of the packets still to come. A start adds
// those that the node expects, a delivery takes one away, and nothing clears the count: what has come
// early is a number below zero until the start. It is right if no node begins a collective before all
// are done with the one before the last. Then packets of one parity are of one collective:
//
//   node 0 begins broadcast 1, 2 and 3 at once; node 1 is in 1. It cannot tell packets of 1 from
//   those of 3, so that node 0 must wait with 3 until node 1 is done with 1.
#pragma once

#include <array>

#include "hls/router/config.hpp"

namespace router {

// Ports whose packet is of an odd epoch; none in nodes without epochs.
template <class Config>
using OddEpoch = std::array<PortSet<Config>, kHasEpochs<Config> ? 1 : 0>;

template <class Config>
class ReceivedOfEpochs {
 public:
  using Count = PacketCount<Config>;

  // The parity of the number of this collective, 1 for the first.
  hls::Bit epoch() const { return epoch_; }
  bool all_have_come() const { return left_[epoch_] == 0; }
  // Packets of this collective that have come.
  Count number(Count expected) const { return Count(expected - left_[epoch_]); }

  // One cycle. `strobe`, `start`: the start strobe, and the cycle after it. `expected`: in the
  // collective that starts. `delivered`: ports of which the memory took a packet.
  void count(hls::Bit strobe, hls::Bit start, Count expected, PortSet<Config> delivered, const OddEpoch<Config>& odd) {
    const Ports of_odd = odd[0];
    const unsigned came[] = {(Ports(delivered) - of_odd).size(), of_odd.size()};
    for (unsigned epoch = 0; epoch < 2; ++epoch) {
      const bool begins = start && epoch_ == epoch;
      left_[epoch] = Count(left_[epoch] + (begins ? expected : Count(0)) - came[epoch]);
    }
    if (strobe) epoch_ = hls::Bit(!epoch_);
  }

  // The next collective is of epoch 1, as among nodes that have had other collectives with others. Nothing is under way.
  void begin_again() { epoch_ = hls::Bit(0); }

 private:
  std::array<Count, 2> left_;  // still to come, modulo 2^width
  hls::Bit epoch_;
};

}  // namespace router
