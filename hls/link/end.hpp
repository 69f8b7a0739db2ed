// SPDX-License-Identifier: Apache-2.0
// Both kinds of ends of a link have these: registers (node::LinkRegister), and the
// boundaries of frames.
//
//     plain_end.hpp     nothing is checked: the narrow link of a machine whose wires do not err
//     checked_end.hpp   checksums, acknowledgements and a replay buffer
#pragma once

#include "hls/link/phit.hpp"
#include "hls/router/register_access.hpp"
#include "hls/types/assert.hpp"

namespace links {

// An access to the registers of one end.
struct EndAccess {
  hls::Bits<4, node::LinkRegister> target;
  hls::Bits<32> value;
  hls::Bit write;
};

// Software sets these values; they are 0 until it does.
template <class Config>
struct EndSetting {
  hls::Bits<16> gap;           // cycles before each frame in which the wires rest
  FrameCount<Config> frame;    // packets in a frame; 0: as many as wait, up to the most
  FrameCount<Config> longest;  // most packets in a frame; 0: as many as the hardware has room for
  hls::Bits<32> total;         // packets from the start on, so that the last frame may have fewer; 0: not known
  // Checked links only:
  hls::Bits<24> time_out;  // cycles without an answer, after which packets are sent again
  hls::Bits<8> tries;      // timeouts in a row, after which the link is dead

  void write(const EndAccess& access) {
    const auto take = [&access](node::LinkRegister target, auto& value) {
      using Register = std::decay_t<decltype(value)>;
      if (access.write && access.target == target) value = Register::of_number(access.value);
    };
    take(node::LinkRegister::kGap, gap);
    if (access.write && access.target == node::LinkRegister::kFrame) frame = count_of(access.value);
    if (access.write && access.target == node::LinkRegister::kLongest) longest = count_of(access.value);
    take(node::LinkRegister::kTotal, total);
    if constexpr (is_checked<Config>()) {
      take(node::LinkRegister::kTimeOut, time_out);
      take(node::LinkRegister::kTries, tries);
    }
  }
  // The most packets that a frame may have.
  FrameCount<Config> most() const { return longest == 0 ? count_of(Config::kFramePackets) : longest; }

 private:
  static FrameCount<Config> count_of(std::uint32_t packets) {
    return FrameCount<Config>(packets < Config::kFramePackets ? packets : Config::kFramePackets);
  }
};

// An end gives this to the router in a cycle.
template <class Config>
struct EndOutput {
  router::Packet<Config> packet;  // that has come over the link
  hls::Bit valid;
  hls::Bit free;  // in the next cycle the end can take a packet of the router
};

}  // namespace links
