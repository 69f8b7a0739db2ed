// Which packets in transit may leave through a port in a cycle: in routers with turns, those of one
// tree, or any.
//
// Where all nodes agree on the turns, and the packets that come over a link in one turn leave over
// each port in one later turn, heads of queues wait for nothing but their turn: Varvarigos and
// Bertsekas, section IV-B, whose algorithms of different classes never use a dimension at the same
// time.
#pragma once

#include <array>

#include "hls/router/config.hpp"

namespace router {

// Of one port; nothing in routers without turns.
template <class Config, bool HasTurns = Config::kTreeTurns>
struct TreeTurn {
  static constexpr bool admits(const Header<Config>&) { return true; }
  static constexpr bool begins_anew() { return false; }
};
template <class Config>
struct TreeTurn<Config, true> {
  TreeNumber<Config> tree;
  hls::Bit open;  // those of any tree
  hls::Bit anew;  // the arbiter's round begins anew

  bool admits(const Header<Config>& header) const { return open || header.tree == tree; }
  bool begins_anew() const { return anew; }
};

// Of all ports.
template <class Config, bool HasTurns = Config::kTreeTurns>
struct TreeTurns {
  static TreeTurn<Config> of(unsigned) { return {}; }
};
template <class Config>
struct TreeTurns<Config, true> {
  std::array<TreeNumber<Config>, Config::Network::kPorts> trees;
  PortSet<Config> open;
  hls::Bit anew;

  TreeTurn<Config> of(unsigned port) const { return {trees[port], hls::Bit(Ports(open).contains(port)), anew}; }
};

}  // namespace router
