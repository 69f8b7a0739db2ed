// SPDX-License-Identifier: Apache-2.0
// Rank and number of the active nodes of every class by the paper's parallel prefix (Varvarigos and
// Bertsekas, section IV-B, phase 1), for comparison with the exchange. It goes up a tree and down
// again, in 2 d steps.
//
// Class c sees dimension c + i as bit i of an address. A node whose low s bits are 0 is the root of
// the 2^s nodes that differ from it in these bits. In step s of the way up, over dimension c + s, a
// root with bit s tells the one without it the number of its active nodes. The way down uses that
// dimension in step d - 1 - s: the root without the bit tells the one with it the number of active
// nodes before it, and of all. Every class uses another dimension, so a link carries one message in
// a step. A link of node a carries messages upwards where a has the link's bit, and downwards where
// it has not.
//
// Example, d = 3, class 0: 1, 3, 5, 7 tell 0, 2, 4, 6; 2 and 6 tell 0 and 4; 4 tells 0. Then 0
// tells 4, 0 and 4 tell 2 and 6, and 0, 2, 4, 6 tell 1, 3, 5, 7.
//
// A node continues when it has heard all messages of its step. Messages come over a link in the order
// of steps. On the way up one may come long before it is needed, and is kept. Node 0 is the root of
// all nodes in every class: it begins all ways down together, d cycles behind the last node that
// began, and from then on nobody waits. The reason is that a node which tells nothing on the way up
// behind step g - 1 hears nothing from there to step d - g of the way down. These are 2 (d - g) + 1
// steps, a cycle each. Its message of step g - 1 takes d - g + 1 cycles to reach node 0 as part of
// a sum, and the way down takes as many until the node hears again. All nodes thus end in the same
// cycle, d behind node 0's turn and 2 d behind the last node that began.
#pragma once

#include <array>

#include "hls/broadcast/config.hpp"
#include "hls/types/assert.hpp"

namespace broadcast {

// A node's message to a neighbour in a cycle.
template <class Config>
struct TreeCounts {
  NodeCount<Config> count;  // up: active nodes of the teller; down: those before the hearer
  NodeCount<Config> total;  // down: all active nodes
  hls::Bit valid;

  // The message without `valid`, as a packet's payload.
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
  // This node is a root in the class whose step uses the port, class port - level. The bits below
  // are those of the dimensions port - level .. port - 1.
  bool is_root(network::NodeAddress<Config> me, unsigned port) const {
    return cube::rotate_right(kPorts, Address(me).number(), port) >> (kPorts - level()) == 0;
  }

  // Keeps the messages of the way up.
  void keep(network::NodeAddress<Config> me, const PrefixCounts& heard) {
    for (unsigned k = 0; k < kPorts; ++k) {
      if (!heard[k].valid || has_bit(me, k)) continue;
      HLS_ASSERT(came_[k] != kPorts, "a neighbour tells more than there is");
      up_[k][came_[k]] = heard[k].count;
      came_[k] = Number(came_[k] + 1);
    }
  }

  // All messages of this step are there.
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

  // Place k holds the class whose step uses dimension k. Class k begins there; classes go a place
  // up with every step of the way up, and down again with every step of the way down.
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

  // Sends the messages of the step that begins. The way down gives a root the same nodes as the way
  // up.
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

  Counts sums_;    // active nodes that have this one as root
  Counts totals_;  // equal to sums_ on the way up
  Counts ranks_;
  std::array<Counts, kPorts> up_;    // the messages of the way up from each port, by step
  std::array<Number, kPorts> came_;  // their number
  Step step_;
  hls::Bit busy_;
};

}  // namespace broadcast
