// The tree of one request after the other: in turn, or at random, in each node other numbers.
//
// The generator's register holds its number less the node's part of it (by exclusive or), so that
// it starts from reset alone: no strobe loads a seed. The node's address is written before requests
// come; where it is not, the numbers are others, and as random.
#pragma once

#include "hls/broadcast/config.hpp"

namespace broadcast {

template <class Config>
class TreeChoice {
 public:
  static constexpr unsigned kTrees = kDimension<Config>;

  // Of the next request. `me`: the node's address.
  unsigned in_turn() const { return turn_; }
  unsigned at_random(network::NodeAddress<Config> me) const {
    return static_cast<unsigned>((number(me) >> 16) * kTrees >> 16);
  }

  void step(network::NodeAddress<Config> me) {
    turn_ = ClassNumber<Config>(turned<Config>(turn_, 1 % kTrees));
    step_random(me);
  }

 private:
  // Any number but 0, in no node.
  static constexpr std::uint32_t kSeed = 0x9E3779B1u;

  // What makes it another in each node, in the high bits as in the low ones.
  static std::uint32_t of_node(network::NodeAddress<Config> me) {
    const std::uint32_t address = Address(me).number();
    return address << (32 - kTrees) ^ address;
  }
  std::uint32_t number(network::NodeAddress<Config> me) const { return state_ ^ of_node(me); }

  // Marsaglia's generator of 32 bits and three shifts.
  void step_random(network::NodeAddress<Config> me) {
    std::uint32_t x = number(me);
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    state_ = hls::Bits<32>(x ^ of_node(me));
  }

  hls::Bits<32> state_{kSeed};
  ClassNumber<Config> turn_;
};

}  // namespace broadcast
