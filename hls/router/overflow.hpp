// SPDX-License-Identifier: Apache-2.0
// Packets that came over links into full queues, in nodes that count them (kCountsOverflow in config.hpp). The queues
// have room for what is on wires of kLinkLatency cycles; one register slice more each way, and 2 packets too many can
// follow a stop. A packet that goes to several full queues counts once. The count and its status bit (node::kLost) begin
// anew with a start.
#pragma once

#include <array>

#include "hls/router/config.hpp"
#include "hls/router/register_access.hpp"

namespace router {

// Queues that lost a packet in the cycle before, or nothing where it is not counted.
template <class Config, std::size_t Queues>
using QueueLosses = std::array<hls::Bits<Queues>, kCountsOverflow<Config> ? 1 : 0>;
template <class Config, std::size_t Queues>
std::uint32_t mask_of([[maybe_unused]] const QueueLosses<Config, Queues>& losses) {
  if constexpr (kCountsOverflow<Config>) return losses[0];
  return 0;
}

// In-ports of which a packet was lost, in one cycle.
template <class Config>
using LostPackets = std::array<PortSet<Config>, kCountsOverflow<Config> ? 1 : 0>;

template <class Config>
class OverflowRegisters {
 public:
  // One cycle. `start`: the count begins anew.
  void count([[maybe_unused]] hls::Bit start, [[maybe_unused]] const LostPackets<Config>& lost) {
    if constexpr (kCountsOverflow<Config>) {
      packets_[0] = hls::Bits<32>((start ? 0 : std::uint32_t{packets_[0]}) + Ports(lost[0]).size());
    }
  }

  static void write(const RegisterAccess&) {}
  std::uint32_t read([[maybe_unused]] const RegisterAccess& access, const Observed&) const {
    if constexpr (kCountsOverflow<Config>) {
      if (access.is_to(node::Control::kStatus)) return packets_[0] != 0 ? node::kLost : 0;
      if (access.is_to(node::Control::kLostPackets)) return packets_[0];
    }
    return 0;
  }

 private:
  std::array<hls::Bits<32>, kCountsOverflow<Config> ? 1 : 0> packets_;
};

}  // namespace router
