// SPDX-License-Identifier: Apache-2.0
// Rank and number of the active nodes of every class, by exchange in d steps. In each step every
// node tells each neighbour its count so far, of class c over dimension c + step (mod d). Every
// link thus is used in every step, and the counts of all classes are complete after d steps. The
// rank of a node in class c is the number of active nodes before it in the order <_c (Varvarigos
// and Bertsekas, section IV-B, whose prefix trees take 2 d steps).
//
// A node continues when it has heard from all neighbours. It tells steps apart by their order alone,
// because no node can be more than one step ahead of another. All nodes end in the same cycle, d
// cycles behind the last that began: an exchange synchronizes the nodes.
#pragma once

#include <array>

#include "hls/broadcast/config.hpp"
#include "hls/types/assert.hpp"

namespace broadcast {

// A node's message to a neighbour in a cycle of an exchange: a count of nodes, or the part of it
// that `Width` wires carry.
template <class Config, unsigned Width = kCountWidth<Config>>
struct PrefixCount {
  hls::Bits<Width> count;
  hls::Bit valid;

  // The message without `valid`, as a packet's payload.
  std::uint64_t word() const { return count; }
  void set_word(std::uint64_t word) { count = hls::Bits<Width>(word); }

  template <class Visit, class... Tolds>
  static constexpr void each_field(Visit visit, Tolds&... tolds) {
    visit("count", tolds.count...);
    visit("valid", tolds.valid...);
  }
};

// The wires carry a count in one cycle: neither side needs CountWires.
template <class Config>
inline constexpr bool kWholeCounts = Config::kCountWires == kCountWidth<Config>;

// The message on the wires beside a link.
template <class Config>
using OnWires =
    PrefixCount<Config, Config::kCountWires == kChosenCountWires ? kCountWidth<Config> : Config::kCountWires>;

template <class Config>
class PrefixExchange {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;
  using PrefixCounts = std::array<PrefixCount<Config>, kPorts>;

  // Cycles of an exchange that all nodes begin together.
  static constexpr unsigned cycles() { return kPorts; }
  bool busy() const { return busy_; }
  // Meaningful when not busy: the active nodes of a class, and those of them before this one.
  NodeCount<Config> total(unsigned of_class) const { return totals_[of_class]; }
  NodeCount<Config> rank(unsigned of_class) const { return ranks_[of_class]; }

  // One cycle. `me`: the node's address. `heard`: messages from the neighbours behind each port.
  // `told`: the registers of this node's messages. Returns whether the counts are complete with
  // this cycle.
  HLS_MODULE hls::Bit tick(network::NodeAddress<Config> me, const PrefixCounts& heard, PrefixCounts& told) {
    return step(me, heard, told, hls::Bit(1));
  }
  // One cycle, where a count takes several. `sent`: the node's own counts of this step have gone.
  HLS_MODULE hls::Bit tick(network::NodeAddress<Config> me, const PrefixCounts& heard, PrefixCounts& told,
                           hls::Bit sent) {
    return step(me, heard, told, sent);
  }

  // Begins an exchange, behind tick. The node is active in the classes of `active`.
  HLS_MODULE void begin(network::NodeAddress<Config>, ClassSet<Config> active, PrefixCounts& told) {
    HLS_ASSERT(!busy_, "an exchange begins within another");
    for (unsigned k = 0; k < kPorts; ++k) {
      totals_[k] = NodeCount<Config>(active >> k & 1u);
      ranks_[k] = NodeCount<Config>(0);
      told[k].valid = hls::Bit(1);
      told[k].count = totals_[k];
    }
    busy_ = hls::Bit(1);
  }

 private:
  using Step = hls::Bits<hls::index_width(kPorts)>;
  using Counts = std::array<NodeCount<Config>, kPorts>;

  hls::Bit step(network::NodeAddress<Config> me, const PrefixCounts& heard, PrefixCounts& told, hls::Bit sent) {
    const bool complete = keep(heard) && sent;
    const bool is_last = step_ == kPorts - 1;
    if (complete) {
      // Place k holds the class whose step uses dimension k: it is class k at first, and goes one
      // place up with every step.
      const Counts totals = totals_;
      const Counts ranks = ranks_;
      for (unsigned k = 0; k < kPorts; ++k) {
        const unsigned next = turned<Config>(k, 1 % kPorts);
        const bool above = Address(me).number() >> k & 1u;
        totals_[next] = NodeCount<Config>(totals[k] + early_[0][k]);
        ranks_[next] = above ? NodeCount<Config>(ranks[k] + early_[0][k]) : ranks[k];
        early_[0][k] = early_[1][k];
      }
      present_[0] = present_[1];
      present_[1] = ClassSet<Config>(0);
      step_ = Step(is_last ? 0 : step_ + 1);
    }
    const bool tells = complete && !is_last;
    for (unsigned k = 0; k < kPorts; ++k) {
      told[k].valid = hls::Bit(tells);
      if (tells) told[k].count = totals_[k];
    }
    if (complete && is_last) busy_ = hls::Bit(0);
    return hls::Bit(complete && is_last);
  }

  // Keeps the counts that come in this cycle: a port's count is of this step or, if that has come
  // already, of the next. Returns whether all counts of this step are there.
  bool keep(const PrefixCounts& heard) {
    std::uint32_t first = present_[0];
    std::uint32_t second = present_[1];
    for (unsigned k = 0; k < kPorts; ++k) {
      if (!heard[k].valid) continue;
      HLS_ASSERT((second >> k & 1u) == 0, "a neighbour is two steps ahead");
      const bool is_second = first >> k & 1u;
      early_[is_second ? 1 : 0][k] = heard[k].count;
      (is_second ? second : first) |= 1u << k;
    }
    present_[0] = ClassSet<Config>(first);
    present_[1] = ClassSet<Config>(second);
    return busy_ && first == (1u << kPorts) - 1;
  }

  Counts totals_;
  Counts ranks_;
  std::array<Counts, 2> early_;              // the neighbours' counts for this step and the next
  std::array<ClassSet<Config>, 2> present_;  // the ports whose count is there
  Step step_;
  hls::Bit busy_;
};

}  // namespace broadcast
