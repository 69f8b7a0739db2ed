// SPDX-License-Identifier: Apache-2.0
// The exchange (prefix_exchange.hpp) over wires too few for a count: a step takes the L cycles of
// one (CountWires).
//
// No step is over before the node's own counts have gone: a node that comes late finds its
// neighbours' there already. Then all tell their counts of step s at most s L cycles behind the
// last that began, for what a node waits for, its own counts and its neighbours' of step s - 1, was
// told at most (s - 1) L behind it and has gone L later; and no sooner, as in the exchange at full
// width. All nodes end in the same cycle, d L behind the last that began.
#pragma once

#include <array>

#include "hls/broadcast/prefix_exchange.hpp"
#include "hls/types/assert.hpp"

namespace broadcast {

// Between an exchange and a side channel of few wires: a count of d + 1 bits goes over
// `kCountWires` of them, and one that says valid, in ceil((d + 1) / kCountWires) cycles, the lowest
// bits first. Shift registers at both ends; the last bits are taken from the wires as they come, so
// that a count is there in the cycle of its last part.
//
// Example, d = 4, two wires: the count 01101 goes as 01, 11, 00.

// How many wires there are, and in how many parts a count goes over them.
template <class Config, unsigned Wires = Config::kCountWires>
struct CountWidth {
  static constexpr unsigned kParts = (kDimension<Config> + Wires) / Wires;
  static constexpr unsigned kBefore = (kParts - 1) * Wires;            // bits before the last part, at most
  static constexpr unsigned kBehind = kDimension<Config> + 1 - Wires;  // behind the first

  static constexpr unsigned wires() { return Wires; }
  static constexpr unsigned parts() { return kParts; }
};
// Natively, chosen when the program runs; all that a count needs if nothing is.
template <class Config>
struct CountWidth<Config, kChosenCountWires> {
  static constexpr unsigned kBefore = kDimension<Config>;
  static constexpr unsigned kBehind = kDimension<Config>;

  void choose(unsigned wires) {
    wires_ = wires;
    parts_ = (kDimension<Config> + wires) / wires;
  }
  unsigned wires() const { return wires_; }
  unsigned parts() const { return parts_; }

 private:
  unsigned wires_ = kDimension<Config> + 1;
  unsigned parts_ = 1;
};

template <class Config>
class CountWires {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;
  using Counts = std::array<PrefixCount<Config>, kPorts>;
  using Parts = std::array<OnWires<Config>, kPorts>;

  using Width = CountWidth<Config>;

  // Cycles of a count.
  unsigned cycles() const { return width_.parts(); }
  // The counts that were sent last are on their way to the last bit: others may follow.
  bool sent() const { return left_ == 0; }
  Width& width() { return width_; }

  // One cycle of the near end. `heard`: the wires of all ports. `counts`: those that are complete
  // with this cycle.
  HLS_MODULE void receive(const Parts& heard, Counts& counts) {
    const unsigned before = (cycles() - 1) * width_.wires();  // bits before the last part
    for (unsigned k = 0; k < kPorts; ++k) {
      const std::uint32_t all = held_[k] | std::uint32_t{heard[k].count} << before;
      const bool is_last = came_[k] == cycles() - 1;
      counts[k].count = NodeCount<Config>(all);
      counts[k].valid = hls::Bit(heard[k].valid && is_last);
      if (!heard[k].valid) continue;
      held_[k] = Before(all >> width_.wires());
      came_[k] = Part(is_last ? 0 : came_[k] + 1);
    }
  }

  // One cycle of the far end, behind receive: sends `counts`, all of them valid or none, which only
  // may be when what was sent before is `sent`. `told`: the registers of the wires.
  HLS_MODULE void send(const Counts& counts, Parts& told) { drive(counts, told); }
  // The same in the same cycle once more, with the counts of another exchange.
  HLS_MODULE void send_first(const Counts& counts, Parts& told) { drive(counts, told); }

 private:
  using Before = hls::Bits<Width::kBefore>;
  using Behind = hls::Bits<Width::kBehind>;
  using Part = hls::Bits<hls::index_width(kPorts + 1)>;

  void drive(const Counts& counts, Parts& told) {
    const bool begins = counts[0].valid;
    HLS_ASSERT(!begins || sent(), "a count is told before the one before it has gone");
    const bool goes_on = left_ != 0;
    for (unsigned k = 0; k < kPorts; ++k) {
      told[k].valid = hls::Bit(begins || goes_on);
      const std::uint32_t rest = begins ? std::uint32_t{counts[k].count} : std::uint32_t{rest_[k]};
      if (!begins && !goes_on) continue;
      told[k].count = decltype(told[k].count)(rest & ((1u << width_.wires()) - 1));
      rest_[k] = Behind(rest >> width_.wires());
    }
    left_ = Part(begins ? cycles() - 1 : goes_on ? left_ - 1 : 0);
  }

  std::array<Before, kPorts> held_;  // what has come of a count
  std::array<Part, kPorts> came_;    // and in how many parts
  std::array<Behind, kPorts> rest_;  // what is still to go of one
  Part left_;                        // and in how many
  Width width_;
};

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
