// SPDX-License-Identifier: Apache-2.0
// Which packet leaves through a port: the round-robin arbiter, and the slots of trees that limit
// which packets in transit may ask.
#pragma once

#include <array>

#include "firmware/networks/bits.hpp"
#include "hls/router/config.hpp"

namespace router {

// Round-robin arbiter: a request vector in, a one-hot grant out, no serial scan. The grant is the
// lowest request above the last grant, or the lowest request of all; zero without requests.
//
//     Bits<4> last;                                          // the one-hot grant before, zero at first
//     last = Bits<4>(round_robin_grant(0b1011, last));       // 0b0001, the lowest of all
//     last = Bits<4>(round_robin_grant(0b1011, last));       // 0b0010, the next above it
//     last = Bits<4>(round_robin_grant(0b1011, last));       // 0b1000
//
// Fixed priority would not do: with it the multinode broadcast misses its bound from d = 6 on.
constexpr std::uint32_t round_robin_grant(std::uint32_t requests, std::uint32_t last_grant) {
  const std::uint32_t above = requests & ~bits::up_to_highest(last_grant);
  return bits::lowest(above != 0 ? above : requests);
}

static_assert(round_robin_grant(0b1011, 0) == 0b0001 && round_robin_grant(0b1011, 0b0010) == 0b1000);

// The packets in transit that may leave through one port in a cycle: in routers with tree slots,
// those of one tree, or any; empty in other routers.
//
// Varvarigos and Bertsekas, section IV-B: algorithms of different classes never use a dimension at
// the same time. All nodes agree on the slots, and the packets that come over a link in one slot
// leave over each port in one later slot. So the heads of queues wait for nothing but their slot.
template <class Config, bool HasTurns = Config::kTreeTurns>
struct TreeTurn {
  static constexpr bool admits(const Header<Config>&) { return true; }
  static constexpr bool begins_anew() { return false; }
};
template <class Config>
struct TreeTurn<Config, true> {
  TreeNumber<Config> tree;
  hls::Bit open;  // packets of any tree may leave
  hls::Bit anew;  // the arbiter's round begins anew

  bool admits(const Header<Config>& header) const { return open || header.tree == tree; }
  bool begins_anew() const { return anew; }
};

// The slots of all ports.
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
