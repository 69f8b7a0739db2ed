// SPDX-License-Identifier: Apache-2.0
// The windows of a period's packing and broadcast phases, in which each dimension belongs to one
// class. All nodes compute the same windows from the number of active nodes alone.
//
//     packing     window t = 0 .. m - 1, a cycle each:
//                 port o serves class o - t (mod d)
//     (a cycle that stores the last arrivals)
//     broadcast   window l = 1 .. d, of ceil(K / 2^(d - l + 1)) cycles each:
//                 port o serves class o + l (mod d)
//
// K is the number of packets of the largest class, and m = ceil(log2 K). Varvarigos and Bertsekas
// pack in d steps, but m are enough: the first d - m windows of the broadcast send each packet to
// all nodes that agree with its holder in the other m dimensions, whichever of them holds it. Lemma
// 1 bounds a window by a node's packets in it, which is the same formula. All windows end within
// K (2^d - 1) / 2^d + d cycles. Anything may leave behind the last one, for instance packets that a
// slow memory has stopped.
//
// The first algorithm has one class, and two other phases in place of the broadcast's windows:
//
//     spreading   d - m cycles, ports m and higher are open
//     exchange    until the period is over, all ports are open
#pragma once

#include "hls/broadcast/config.hpp"

namespace broadcast {

// The end of the windows of a period's packets (PhaseClock), where exchanges overlap with them. All
// nodes compute it beforehand from the number of packets in the largest class alone. Nodes without
// overlap have no such part.
//
//     packing     ceil(log2 K) cycles and one more, or none where nothing is packed
//     broadcast   d windows of ceil(K / 2^l) = floor((K - 1) / 2^l) + 1 cycles, l = 1 .. d. The
//                 rounded-down halves of a number add up to the number less its ones, so the
//                 windows take d + K - 1 - ones(K - 1) cycles.
//
// The end of the first algorithm's last phase is not known beforehand.
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
  // Cycles until the last window has ended, including this one; 0 if it has ended or is not known.
  std::uint32_t left() const { return left_; }

  // `steps`: cycles of the packing.
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
  // Ports that serve any class in this window.
  Ports open_ports() const {
    const Ports all = Ports::first(kPorts);
    return is_open() ? all : window() == Window::kSpreading ? all - Ports::first(logarithm(most_)) : Ports();
  }
  // The class that any other port serves in this window; unused when spreading.
  unsigned served(unsigned port) const { return turned<Config>(port, base_); }
  // The tree of packets that the port lets pass; when spreading the waiting ones are of tree m - 1.
  unsigned admitted(unsigned port) const {
    return window() == Window::kSpreading ? logarithm(most_) % kPorts : served(port);
  }
  // No packet is on its way to a queue.
  bool is_quiet() const { return window() == Window::kNone || window() == Window::kStoring || is_last(); }
  // Cycles until the last window has ended, including this one, where exchanges overlap
  // (PeriodEnd).
  std::uint32_t left() const { return end_.left(); }
  bool is_last() const { return end_.left() == 1; }

  // ceil(log2 count), for count >= 1.
  static unsigned logarithm(std::uint32_t count) { return bits::count(bits::up_to_highest(count - 1)); }

  // The next cycle is the first of a period's packets, with `most` >= 1 of them in the largest
  // class. `packs`: there is a packing phase. `one_class`: the first algorithm.
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
  NodeCount<Config> left_;  // cycles left in the window, including this one
  Base base_;               // the class that port 0 serves
  Base halving_;            // d - l
  WindowNumber window_;
  hls::Bit one_class_;
  PeriodEnd<Config> end_;
};

}  // namespace broadcast
