// SPDX-License-Identifier: Apache-2.0
// The configured part that finds the ranks and the number of the active nodes.
#pragma once

#include <type_traits>

#include "hls/broadcast/narrow_exchange.hpp"
#include "hls/broadcast/prefix_exchange.hpp"
#include "hls/broadcast/prefix_tree.hpp"

namespace broadcast {

template <class Config>
inline constexpr bool kNarrow = has_wires(Config::kPrefixChannel) && !kWholeCounts<Config>;

template <class Config>
using Prefix = std::conditional_t<Config::kPrefixChannel == PrefixChannel::kTree, PrefixTree<Config>,
                                  std::conditional_t<kNarrow<Config>, NarrowExchange<Config>, PrefixExchange<Config>>>;

// Bits that a node tells another at a time.
template <class Config>
inline constexpr unsigned kToldWidth = (Config::kPrefixChannel == PrefixChannel::kTree ? 2 : 1) * kCountWidth<Config>;

}  // namespace broadcast
