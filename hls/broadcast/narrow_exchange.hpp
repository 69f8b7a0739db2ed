// SPDX-License-Identifier: Apache-2.0
// The exchange (prefix_exchange.hpp) over fewer wires than a count has bits: a step takes the L
// cycles of one count (CountWires).
//
// A step ends only when the node's own counts have gone, so a node that comes late finds its
// neighbours' counts there already. All nodes then tell their counts of step s at most s L cycles
// behind the last node that began. They wait for their own and their neighbours' counts of step
// s - 1, which were told at most (s - 1) L cycles behind it and take L cycles to go. No node ends
// sooner, as in the exchange at full width. All nodes end in the same cycle, d L behind the last
// that began.
#pragma once

#include <array>

#include "hls/broadcast/prefix_exchange.hpp"
#include "hls/types/assert.hpp"

namespace broadcast {

// Converts between an exchange's counts and a side channel of few wires. A count of d + 1 bits goes
// over `kCountWires` wires, beside one that says valid, in ceil((d + 1) / kCountWires) cycles, the
// lowest bits first. Both ends have shift registers. The receiver takes the last bits from the
// wires as they come, so that a count is complete in the cycle of its last part.
//
// Example, d = 4, two wires: the count 01101 goes as 01, 11, 00.

template <class Config, unsigned Wires = Config::kCountWires>
struct CountWidth {
  static constexpr unsigned kParts = (kDimension<Config> + Wires) / Wires;
  static constexpr unsigned kBefore = (kParts - 1) * Wires;            // the most bits before the last part
  static constexpr unsigned kBehind = kDimension<Config> + 1 - Wires;  // bits behind the first part

  static constexpr unsigned wires() { return Wires; }
  static constexpr unsigned parts() { return kParts; }
};
// Native nodes choose the width at run time; by default a count goes in one cycle.
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

  unsigned cycles() const { return width_.parts(); }
  // The last counts are sent to the last bit, so that others may follow.
  bool sent() const { return left_ == 0; }
  Width& width() { return width_; }

  // One cycle of the near end. `heard`: the wires of all ports. `counts`: valid where a count is
  // complete with this cycle.
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

  // One cycle of the far end, behind receive: sends `counts`, all of them valid or none. Valid
  // counts need `sent`. `told`: the registers of the wires.
  HLS_MODULE void send(const Counts& counts, Parts& told) { drive(counts, told); }
  // A second send in the same cycle, with the counts of an exchange that begins.
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

  std::array<Before, kPorts> held_;  // the received bits of a count
  std::array<Part, kPorts> came_;    // the number of its received parts
  std::array<Behind, kPorts> rest_;  // the bits of a count that are still to go
  Part left_;                        // the number of parts that are still to go
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
