// SPDX-License-Identifier: Apache-2.0
// Rank and number of the active nodes of every class by the paper's parallel prefix (Varvarigos and
// Bertsekas, section IV-B, phase 1), for comparison with the exchange: up a tree and down again, 2
// d steps.
//
// Seen by class c, where dimension c + i is bit i of an address, the node whose low s bits are 0 is
// the root of the 2^s nodes that differ from it in these. In step s of the way up, over dimension c
// + s, a root with bit s tells the one without how many of its nodes are active. In the step of the
// way down that goes over the same dimension, d - 1 - s, the root without it tells the one with it
// how many active nodes there are before it, and in all. As every class uses another dimension, a
// link carries one thing in a step; a link of node a carries upwards where a has its bit, and
// downwards where not.
//
// Example, d = 3, class 0: 1, 3, 5, 7 tell 0, 2, 4, 6; 2 and 6 tell 0 and 4; 4 tells 0. Then 0
// tells 4, 0 and 4 tell 2 and 6, and 0, 2, 4, 6 tell 1, 3, 5, 7.
//
// A node goes on when it has heard what it is to hear in a step, whenever that is; what comes over
// a link comes in the order of steps. On the way up it may come long before it is wanted, and is
// kept. Node 0 is the root of all nodes in every class: it begins the ways down together, d cycles
// behind the last node that began, and from then on nobody waits. For a node that tells nothing on
// the way up behind step g - 1 hears nothing in the steps from there to step d - g of the way down,
// 2 (d - g) + 1 of them, a cycle each; and what it told in step g - 1 takes d - g + 1 cycles to be
// known to node 0, as part of its sum, and the way down as many until it is heard again. So all end
// in the same cycle, d behind node 0's turn and 2 d behind the last node that began.
#pragma once

#include <array>

#include "hls/broadcast/config.hpp"
#include "hls/types/assert.hpp"

namespace broadcast {

// What a node tells a neighbour in a cycle.
template <class Config>
struct TreeCounts {
  NodeCount<Config> count;  // up: active nodes of the teller; down: those before the hearer
  NodeCount<Config> total;  // down: all active nodes
  hls::Bit valid;

  // But for `valid`, as a packet's payload.
  std::uint64_t word() const { return std::uint64_t{total} << (kDimension<Config> + 1) | count; }
  void set_word(std::uint64_t word) {
    count = NodeCount<Config>(word);
    total = NodeCount<Config>(word >> (kDimension<Config> + 1));
  }
};

template <class Config>
class PrefixTree {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;
  using PrefixCounts = std::array<TreeCounts<Config>, kPorts>;

  static constexpr unsigned cycles() { return kSteps; }
  bool busy() const { return busy_; }
  NodeCount<Config> total(unsigned of_class) const { return totals_[of_class]; }
  NodeCount<Config> rank(unsigned of_class) const { return ranks_[of_class]; }

  // As PrefixExchange's.
  HLS_MODULE hls::Bit tick(network::NodeAddress<Config> me, const PrefixCounts& heard, PrefixCounts& told) {
    keep(me, heard);
    const bool complete = busy_ && is_there(me, heard);
    const bool is_last = step_ == kSteps - 1;
    for (unsigned k = 0; k < kPorts; ++k) told[k].valid = hls::Bit(0);
    if (complete) {
      take(me, heard);
      move();
      step_ = Step(is_last ? 0 : step_ + 1);
      if (is_last) {
        busy_ = hls::Bit(0);
        for (unsigned k = 0; k < kPorts; ++k) came_[k] = Number(0);
      } else {
        tell(me, told);
      }
    }
    return hls::Bit(complete && is_last);
  }

  HLS_MODULE void begin(network::NodeAddress<Config> me, ClassSet<Config> active, PrefixCounts& told) {
    HLS_ASSERT(!busy_, "a prefix begins within another");
    for (unsigned k = 0; k < kPorts; ++k) sums_[k] = NodeCount<Config>(active >> k & 1u);
    tell(me, told);
    busy_ = hls::Bit(1);
  }

 private:
  static constexpr unsigned kSteps = 2 * kPorts;
  using Step = hls::Bits<hls::index_width(kSteps)>;
  using Number = hls::Bits<hls::index_width(kPorts + 1)>;
  using Counts = std::array<NodeCount<Config>, kPorts>;

  bool is_up() const { return step_ < kPorts; }
  unsigned level() const { return is_up() ? step_ : kSteps - 1 - step_; }

  static bool has_bit(network::NodeAddress<Config> me, unsigned port) { return Address(me).number() >> port & 1u; }
  // Is this node a root in the class whose step uses the port, class port - level? The bits below
  // are those of the dimensions port - level .. port - 1.
  bool is_root(network::NodeAddress<Config> me, unsigned port) const {
    return cube::rotate_right(kPorts, Address(me).number(), port) >> (kPorts - level()) == 0;
  }

  // Keeps what comes up.
  void keep(network::NodeAddress<Config> me, const PrefixCounts& heard) {
    for (unsigned k = 0; k < kPorts; ++k) {
      if (!heard[k].valid || has_bit(me, k)) continue;
      HLS_ASSERT(came_[k] != kPorts, "a neighbour tells more than there is");
      up_[k][came_[k]] = heard[k].count;
      came_[k] = Number(came_[k] + 1);
    }
  }

  // All that is to be heard in this step.
  bool is_there(network::NodeAddress<Config> me, const PrefixCounts& heard) const {
    bool there = true;
    for (unsigned k = 0; k < kPorts; ++k) {
      const bool down = !is_up() && has_bit(me, k);
      HLS_ASSERT(!heard[k].valid || !has_bit(me, k) || (busy_ && down && is_root(me, k)),
                 "the way down is out of step");
      if (down && is_root(me, k)) there = there && heard[k].valid;
      if (is_up() && !has_bit(me, k) && is_root(me, k)) there = there && came_[k] > level();
    }
    return there;
  }

  void take(network::NodeAddress<Config> me, const PrefixCounts& heard) {
    for (unsigned k = 0; k < kPorts; ++k) {
      if (is_up()) {
        if (!has_bit(me, k) && is_root(me, k)) sums_[k] = NodeCount<Config>(sums_[k] + up_[k][level()]);
        totals_[k] = sums_[k];
        ranks_[k] = NodeCount<Config>(0);
      } else if (has_bit(me, k) && is_root(me, k)) {
        totals_[k] = heard[k].total;
        ranks_[k] = heard[k].count;
      }
    }
  }

  // Place k holds the class whose step uses dimension k: it is class k at first, goes a place up
  // with every step of the way up and down again with every step of the way down.
  void move() {
    if (step_ == kPorts - 1 || step_ == kSteps - 1) return;
    const Counts sums = sums_;
    const Counts totals = totals_;
    const Counts ranks = ranks_;
    for (unsigned k = 0; k < kPorts; ++k) {
      const unsigned from = turned<Config>(k, is_up() ? kPorts - 1 : 1 % kPorts);
      sums_[k] = sums[from];
      totals_[k] = totals[from];
      ranks_[k] = ranks[from];
    }
  }

  // What is told in the step that begins. On the way down the nodes of a root are again those that
  // it had before.
  void tell(network::NodeAddress<Config> me, PrefixCounts& told) {
    for (unsigned k = 0; k < kPorts; ++k) {
      const bool up = has_bit(me, k);
      const bool tells = is_root(me, k) && is_up() == up;
      if (tells && !up) sums_[k] = NodeCount<Config>(sums_[k] - up_[k][level()]);
      told[k].valid = hls::Bit(tells);
      told[k].count = up ? sums_[k] : NodeCount<Config>(ranks_[k] + sums_[k]);
      told[k].total = totals_[k];
    }
  }

  Counts sums_;    // active nodes of which this one is the root
  Counts totals_;  // on the way up those, too
  Counts ranks_;
  std::array<Counts, kPorts> up_;    // what has come up over each port, by step
  std::array<Number, kPorts> came_;  // and how much
  Step step_;
  hls::Bit busy_;
};

}  // namespace broadcast
