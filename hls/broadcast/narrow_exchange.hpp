// The exchange (prefix_exchange.hpp) over wires too few for a count: a step takes the L cycles of
// one (count_wires.hpp).
//
// No step is over before the node's own counts have gone: a node that comes late finds its
// neighbours' there already. Then all tell their counts of step s at most s L cycles behind the
// last that began, for what a node waits for, its own counts and its neighbours' of step s - 1, was
// told at most (s - 1) L behind it and has gone L later; and no sooner, as in the exchange at full
// width. All nodes end in the same cycle, d L behind the last that began.
#pragma once

#include "hls/broadcast/count_wires.hpp"
#include "hls/broadcast/prefix_exchange.hpp"

namespace broadcast {

template <class Config>
class NarrowExchange {
 public:
  using PrefixCounts = typename CountWires<Config>::Parts;

  unsigned cycles() const { return exchange_.cycles() * wires_.cycles(); }
  bool busy() const { return exchange_.busy(); }
  NodeCount<Config> total(unsigned of_class) const { return exchange_.total(of_class); }
  NodeCount<Config> rank(unsigned of_class) const { return exchange_.rank(of_class); }
  CountWires<Config>& wires() { return wires_; }

  // As PrefixExchange's.
  HLS_MODULE hls::Bit tick(network::NodeAddress<Config> me, const PrefixCounts& heard, PrefixCounts& told) {
    typename CountWires<Config>::Counts counts;
    typename CountWires<Config>::Counts tells;
    wires_.receive(heard, counts);
    const hls::Bit complete = exchange_.tick(me, counts, tells, hls::Bit(wires_.sent()));
    wires_.send(tells, told);
    return complete;
  }
  HLS_MODULE void begin(network::NodeAddress<Config> me, ClassSet<Config> active, PrefixCounts& told) {
    typename CountWires<Config>::Counts tells;
    exchange_.begin(me, active, tells);
    wires_.send_first(tells, told);
  }

 private:
  PrefixExchange<Config> exchange_;
  CountWires<Config> wires_;
};

}  // namespace broadcast
