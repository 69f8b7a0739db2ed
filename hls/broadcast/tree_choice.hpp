// The tree of one request after the other: in turn, or at random.
#pragma once

#include "hls/broadcast/service.hpp"

namespace broadcast {

template <class Config>
class TreeChoice {
 public:
  static constexpr unsigned kTrees = kDimension<Config>;

  // Of the next request.
  unsigned in_turn() const { return turn_; }
  unsigned at_random() const { return static_cast<unsigned>((state_ >> 16) * kTrees >> 16); }

  void start(network::NodeAddress<Config> me) {
    turn_ = ClassNumber<Config>(0);
    // Any number but 0, and another in each node, in the high bits as in the low ones.
    const std::uint32_t number = Address(me).number();
    state_ = hls::Bits<32>(0x9E3779B1u ^ number << (32 - kTrees) ^ number);
  }
  void step() {
    turn_ = ClassNumber<Config>(turned<Config>(turn_, 1 % kTrees));
    step_random();
  }

 private:
  // Marsaglia's generator of 32 bits and three shifts.
  void step_random() {
    std::uint32_t x = state_;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    state_ = hls::Bits<32>(x);
  }

  hls::Bits<32> state_;
  ClassNumber<Config> turn_;
};

}  // namespace broadcast
