// How many packets a node can send or receive in a collective: from each of the nodes, or to each,
// as many as there are sequences.
#pragma once

#include "hls/router/config.hpp"

namespace router {

inline constexpr unsigned kRegisterWidth = 32;

template <class Config>
constexpr unsigned packet_count_width() {
  constexpr unsigned kWidth = Config::kSequenceWidth + Config::Network::kAddressWidth;
  return kWidth < kRegisterWidth ? kWidth : kRegisterWidth;
}
template <class Config>
using PacketCount = hls::Bits<packet_count_width<Config>()>;

}  // namespace router
