// The registers that say who and how the node is: its address, what it is to receive, and what has
// happened since the start.
#pragma once

#include "hls/router/packet_count.hpp"
#include "hls/router/register_access.hpp"
#include "hls/router/router.hpp"

namespace router {

// What happened in the node in one cycle, for the counters.
template <class Config>
struct Activity {
  PortSet<Config> delivered;  // in-ports of which the node's memory took a packet
  hls::Bit stalled;           // a port had a packet and its neighbour said stop
  hls::Bit injecting;         // an injector has packets left
  ResultEvents<Config> results;
};

template <class Config>
class StatusRegisters {
 public:
  NodeAddress<Config> address() const { return address_; }

  // One cycle. `strobe`, `start`: the start strobe, and the cycle behind it. `done`: the register
  // that says so, a cycle behind the counter.
  void count(hls::Bit strobe, hls::Bit start, const Activity<Config>& activity, hls::Bit& done) {
    done = hls::Bit(started_ && !strobe && !start && !activity.injecting && received_ == expected_);
    received_ = start ? Count(0) : Count(received_ + Ports(activity.delivered).size());
    stall_cycles_ = start ? hls::Bits<32>(0) : hls::Bits<32>(stall_cycles_ + stalled_);
    stalled_ = hls::Bit(activity.stalled && !start);
    started_ = hls::Bit(started_ || start);
  }

  void write(const RegisterAccess& access) {
    access.write_to(node::Control::kAddress, address_);
    access.write_to(node::Control::kExpected, expected_);
  }
  std::uint32_t read(const RegisterAccess& access, const Observed& observed) const {
    std::uint32_t value = 0;
    if (access.is_to(node::Control::kAddress)) value = Address(address_).number();
    if (access.is_to(node::Control::kStatus)) {
      value = (observed.done ? node::kDone : 0) | (stall_cycles_ != 0 ? node::kStalled : 0);
    }
    if (access.is_to(node::Control::kReceived)) value = received_;
    if (access.is_to(node::Control::kStallCycles)) value = stall_cycles_;
    if (access.is_to(node::Control::kCapabilities)) value = kCapabilities;
    if (access.is_to(node::Control::kDeepestQueue)) value = observed.deepest_queue;
    return value;
  }

 private:
  static constexpr std::uint32_t kStages = has_runtime_stages<Config>() ? node::kAnyStages : fixed_stages<Config>();
  static constexpr std::uint32_t kCapabilities = Config::Network::kPorts | (is_gated<Config>() ? node::kHasGate : 0) |
                                                 (has_arrival_registers<Config>() ? node::kHasTwoCycleHops : 0) |
                                                 (combines<Config>() ? node::kCombines : 0) |
                                                 kStages << node::kStagesShift | Config::kRules << node::kRulesShift;

  using Count = PacketCount<Config>;

  Count expected_;
  Count received_;
  hls::Bits<32> stall_cycles_;
  hls::Bit stalled_;  // in the cycle before: the adder does not wait for the requests
  NodeAddress<Config> address_;
  hls::Bit started_;
};

}  // namespace router
