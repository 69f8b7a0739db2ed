// SPDX-License-Identifier: Apache-2.0
// The time from a packet's frame to its acknowledgement, measured on wires that take cycles: a timeout follows it. Only
// a packet that is sent once is measured (Karn and Partridge 1987), and each timeout before the next measurement
// doubles, up to 16 times, so that one is made however long the wires are.
#pragma once

#include "hls/link/end.hpp"
#include "hls/link/frame_header.hpp"

namespace links {

// log2 of the most that a timeout grows.
inline constexpr unsigned kMostDoublings = 4;

// Wires that take no cycles: software's timeout, and nothing is measured.
template <class Config, bool Measures = (Config::kLinkLatency != 0)>
class RoundTrip {
 public:
  static constexpr void begin(bool, LinkNumber<Config>) {}
  static constexpr void acknowledge(LinkNumber<Config>) {}
  static constexpr void time_out() {}
  static constexpr void restart() {}
  static constexpr void tick() {}
  static std::uint32_t time_out_of(const EndSetting<Config>& setting) { return setting.time_out; }
};

template <class Config>
class RoundTrip<Config, true> {
 public:
  // A frame begins with the packet of this number. `is_first`: it has not been sent before.
  void begin(bool is_first, LinkNumber<Config> number) {
    if (!is_first || measures_) return;
    measures_ = hls::Bit(1);
    number_ = number;
    passed_ = Cycles(0);
  }
  // The other end expects the packet of this number: those before it have come.
  void acknowledge(LinkNumber<Config> expected) {
    const LinkNumber<Config> behind(expected - number_);
    if (!measures_ || behind == 0 || behind > kBufferPackets<Config>) return;
    // Longer at once, shorter by and by.
    const std::uint32_t less = trip_ - (trip_ >> 3);
    trip_ = passed_ > less ? passed_ : Cycles(less);
    measures_ = hls::Bit(0);
    doublings_ = Doublings(0);
  }
  void time_out() {
    measures_ = hls::Bit(0);
    if (doublings_ != kMostDoublings) doublings_ = Doublings(doublings_ + 1);
  }
  void restart() {
    measures_ = hls::Bit(0);
    trip_ = Cycles(0);
    doublings_ = Doublings(0);
  }
  // One cycle in which the wires take words.
  void tick() { passed_ = Cycles(passed_ + 1); }
  // Software's until one is measured. Two frames more than the trip: one may have begun before at either end.
  std::uint32_t time_out_of(const EndSetting<Config>& setting) const {
    constexpr std::uint32_t kFrame = frame_cycles<Config>() + Config::kFramePackets * packet_cycles<Config>();
    const std::uint32_t known = trip_ == 0 ? setting.time_out : trip_ + 2 * (setting.gap + kFrame) + 16;
    const std::uint32_t limit = known << doublings_;
    return limit >> Cycles::kWidth != 0 ? (1u << Cycles::kWidth) - 1 : limit;
  }

 private:
  using Cycles = hls::Bits<24>;
  using Doublings = hls::Bits<hls::index_width(kMostDoublings + 1)>;

  hls::Bit measures_;
  LinkNumber<Config> number_;
  Cycles passed_;
  Cycles trip_;  // 0: none has been measured
  Doublings doublings_;
};

}  // namespace links
