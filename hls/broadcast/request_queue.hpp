// The broadcast requests of a node: how many wait, and the sequence of the oldest. Their packets lie in the node's memory,
// which answers to the sequence: they are numbered from 0 up, those of an algorithm that splits requests d to each.
//
// A request that comes when the queue says full is not taken: its source must wait.
#pragma once

#include "hls/broadcast/config.hpp"
#include "hls/types/assert.hpp"

namespace broadcast {

template <class Config>
class RequestQueue {
 public:
  using Count = hls::Bits<hls::index_width(Config::kMostRequests + 1)>;

  Count waiting() const { return waiting_; }
  // The sequence of the first packet of the oldest.
  network::SequenceNumber<Config> first() const { return first_; }
  bool full() const { return waiting_ == Config::kMostRequests; }

  // One cycle: `comes`, a request, if it is not full; `leaves`, the oldest is served, of so many `packets`.
  void tick(hls::Bit comes, hls::Bit leaves, unsigned packets = 1) {
    HLS_ASSERT(!leaves || waiting_ != 0, "a request is served that has not come");
    const bool taken = comes && !full();
    waiting_ = Count(waiting_ + (taken ? 1u : 0u) - (leaves ? 1u : 0u));
    first_ = network::SequenceNumber<Config>(first_ + (leaves ? packets : 0u));
  }

 private:
  Count waiting_;
  network::SequenceNumber<Config> first_;
};

}  // namespace broadcast
