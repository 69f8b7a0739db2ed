// The trees of the requests that wait, each chosen once, when its request comes, so that all ports
// of a node send it down the same. Nothing in nodes with partial broadcasts alone, which choose
// none.
#pragma once

#include "hls/broadcast/tree_choice.hpp"
#include "hls/types/ram.hpp"

namespace broadcast {

// Of one request: what it is by either way to choose.
template <class Config>
struct RequestTree {
  ClassNumber<Config> in_turn;
  ClassNumber<Config> at_random;
};

template <class Config, bool Chooses = Config::kImmediate || Config::kIndirect>
class RequestTrees {
 public:
  static RequestTree<Config> read(std::uint32_t) { return {}; }
  static void choose(network::NodeAddress<Config>, std::uint32_t) {}
};

template <class Config>
class RequestTrees<Config, true> {
 public:
  // That of a request that waits, by its number.
  RequestTree<Config> read(std::uint32_t request) const { return trees_.read(request); }

  // Request `request` comes to the node `me`, the one behind the latest.
  void choose(network::NodeAddress<Config> me, std::uint32_t request) {
    RequestTree<Config> tree;
    tree.in_turn = ClassNumber<Config>(choice_.in_turn());
    tree.at_random = ClassNumber<Config>(choice_.at_random(me));
    trees_.write(request, tree);
    choice_.step(me);
  }

 private:
  hls::Ram<RequestTree<Config>, Config::kMostRequests> trees_;
  TreeChoice<Config> choice_;
};

}  // namespace broadcast
