// The part that finds the ranks and the number of the active nodes, as the configuration has it.
#pragma once

#include <type_traits>

#include "hls/broadcast/narrow_exchange.hpp"
#include "hls/broadcast/prefix_exchange.hpp"

namespace broadcast {

template <class Config>
inline constexpr bool kNarrow = has_wires(Config::kPrefixChannel) && !kWholeCounts<Config>;

template <class Config>
using Prefix = std::conditional_t<kNarrow<Config>, NarrowExchange<Config>, PrefixExchange<Config>>;

}  // namespace broadcast
