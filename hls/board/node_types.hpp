// SPDX-License-Identifier: Apache-2.0
// The types of the words that the board's parts exchange, by the configuration of a node.
#pragma once

#include <type_traits>

#include "hls/board/shape.hpp"
#include "hls/router/node.hpp"

namespace board {

template <class Config>
inline constexpr Shape kShape{Config::Network::kPorts, Config::kSequenceWidth, Config::kPayloadWidth};
template <class Config>
inline constexpr std::uint32_t kNodes = kShape<Config>.nodes();
template <class Config>
inline constexpr unsigned kPorts = kShape<Config>.ports();

template <class Config>
using NodeNumber = hls::Bits<kShape<Config>.dimension>;
template <class Config>
using Place = hls::Bits<kShape<Config>.place_bits()>;
template <class Config>
constexpr Place<Config> place_of(std::uint32_t node, std::uint32_t sequence) {
  return Place<Config>(kShape<Config>.place_of(node, sequence));
}
// A count of the board's clock cycles in a run.
template <class Config>
using Cycles = hls::Bits<kShape<Config>.cycle_bits()>;

// testbench/runs/board/board_configuration.hpp checks the same for a configuration that is a value, and
// says the way out.
template <class Config>
constexpr bool is_for_a_board() {
  static_assert(std::is_same_v<typename Config::Network, network::FixedCube<Config::Network::kPorts>>,
                "a board's nodes are those of a cube");
  static_assert(is_possible(kShape<Config>), "the messages have no room for such nodes (shape.hpp)");
  static_assert(router::is_gated<Config>(), "a board's nodes need the port gate, for one-port and half-duplex rows");
  static_assert(!router::combines<Config>(), "a board's nodes combine no packets");
  static_assert(!Config::kMemoryWaits, "a board's memory takes a packet in every cycle");
  return true;
}

}  // namespace board
