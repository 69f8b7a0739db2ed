// SPDX-License-Identifier: Apache-2.0
// The windows of a period's packing and broadcast phases, in which each dimension belongs to one
// class: all nodes compute them from the number of active nodes alone, and agree.
//
//     packing     window t = 0 .. m - 1, a cycle each:                        port o serves class o - t (mod d)
//     (a cycle in which what has arrived last is stored)
//     broadcast   window l = 1 .. d, of ceil(K / 2^(d - l + 1)) cycles each:  port o serves class o + l (mod d)
//
// K: packets of the largest class; m = ceil(log2 K). Varvarigos and Bertsekas pack in d steps; m
// are enough, because the first d - m windows of the broadcast send each packet to all nodes that
// agree with its holder in the other m dimensions, whichever of them that is. Lemma 1 bounds a
// window by the packets that a node has to send in it, which is the same formula; they all end
// within K (2^d - 1) / 2^d + d cycles. Behind the last one anything may leave: what was stopped by
// a slow memory.
//
// The first algorithm has one class, and in place of the broadcast's windows
//
//     spreading   d - m cycles:                                               ports m and higher are open
//     exchange    until all is over:                                          all ports are
#pragma once

#include "hls/broadcast/config.hpp"

namespace broadcast {

// When the windows of a period's packets end (PhaseClock), which all nodes know beforehand,
// from the number of packets in the largest class alone: for exchanges that overlap with them.
// Nothing in other nodes.
//
//     packing     ceil(log2 K) cycles and one more, or none where nothing is packed
//     broadcast   d windows of ceil(K / 2^l) cycles, l = 1 .. d. That is floor((K - 1) / 2^l) + 1, and the halves of a
//                 number, rounded down one after the other, are together the number less the ones in it: d + K - 1 -
//                 ones(K - 1) cycles
//
// The first algorithm's last phase ends when it does.
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

enum class Window : std::uint32_t {
  kNone = 0,  // no period's packets are on their way
  kPacking = 1,
  kStoring = 2,
  kSpreading = 3,
  kBroadcast = 4,
  kOpen = 5,
};

template <class Config>
class PhaseClock {
 public:
  static constexpr unsigned kPorts = kDimension<Config>;

  // The window of this cycle.
  Window window() const { return window_; }
  bool is_packing() const { return window() == Window::kPacking; }
  bool is_open() const { return window() == Window::kOpen; }
  bool is_broadcast() const { return window() == Window::kBroadcast || window() == Window::kSpreading || is_open(); }
  // Ports that serve any class in it.
  Ports open_ports() const {
    const Ports all = Ports::first(kPorts);
    return is_open() ? all : window() == Window::kSpreading ? all - Ports::first(logarithm(most_)) : Ports();
  }
  // The class that another port serves in it, none when spreading.
  unsigned served(unsigned port) const { return turned<Config>(port, base_); }
  // As the tree of packets that it lets pass; when spreading those that wait are of tree m - 1.
  unsigned admitted(unsigned port) const {
    return window() == Window::kSpreading ? logarithm(most_) % kPorts : served(port);
  }
  // No packet is on its way to a queue.
  bool is_quiet() const { return window() == Window::kNone || window() == Window::kStoring || is_last(); }
  // Cycles until the last window has ended, this one among them; where exchanges overlap
  // (PeriodEnd).
  std::uint32_t left() const { return end_.left(); }
  bool is_last() const { return end_.left() == 1; }

  // ceil(log2 count), of a count from 1 up.
  static unsigned logarithm(std::uint32_t count) { return bits::count(bits::up_to_highest(count - 1)); }

  // The next cycle is the first of a period's packets, `most` in the largest class, at least 1.
  // `packs`: there is a packing phase. `one_class`: the first algorithm.
  void begin(NodeCount<Config> most, hls::Bit packs, hls::Bit one_class) {
    most_ = most;
    one_class_ = one_class;
    const unsigned steps = packs ? logarithm(most) : 0;
    left_ = NodeCount<Config>(steps);
    base_ = Base(0);
    window_ = WindowNumber(Window::kPacking);
    if (steps == 0) begin_broadcast();
    end_.begin(most, steps, one_class);
  }
  void end() { window_ = WindowNumber(Window::kNone); }

  // Goes on to the next cycle.
  void tick() {
    const bool ends = is_last();
    end_.tick();
    step();
    if (ends) end();
  }

 private:
  using WindowNumber = hls::Bits<3, Window>;
  using Base = hls::Bits<hls::index_width(kPorts)>;

  void step() {
    switch (window()) {
      case Window::kPacking:
        base_ = Base(base_ == 0 ? kPorts - 1 : base_ - 1);
        if (left_ == 1) window_ = WindowNumber(Window::kStoring);
        left_ = NodeCount<Config>(left_ - 1);
        break;
      case Window::kStoring:
        begin_broadcast();
        break;
      case Window::kSpreading:
        if (left_ == 1) window_ = WindowNumber(Window::kOpen);
        left_ = NodeCount<Config>(left_ - 1);
        break;
      case Window::kBroadcast:
        if (left_ != 1) {
          left_ = NodeCount<Config>(left_ - 1);
        } else if (base_ == 0) {
          window_ = WindowNumber(Window::kOpen);
        } else {
          base_ = Base(turned<Config>(base_, 1));
          halving_ = Base(halving_ - 1);
          left_ = length();
        }
        break;
      default:
        break;
    }
  }
  void begin_broadcast() {
    base_ = Base(turned<Config>(0, 1 % kPorts));
    halving_ = Base(kPorts - 1);
    if (one_class_) {
      const unsigned dimension = logarithm(most_);
      window_ = WindowNumber(dimension == kPorts ? Window::kOpen : Window::kSpreading);
      left_ = NodeCount<Config>(kPorts - dimension);
    } else {
      window_ = WindowNumber(Window::kBroadcast);
      left_ = length();
    }
  }
  // ceil(most / 2^(halving + 1)).
  NodeCount<Config> length() const {
    const std::uint32_t rest = (std::uint32_t{2} << halving_) - 1;
    return NodeCount<Config>((most_ + rest) >> halving_ >> 1);
  }

  NodeCount<Config> most_;
  NodeCount<Config> left_;  // cycles of the window, this one among them
  Base base_;               // the class that port 0 serves
  Base halving_;            // d - l
  WindowNumber window_;
  hls::Bit one_class_;
  PeriodEnd<Config> end_;
};

}  // namespace broadcast
