// SPDX-License-Identifier: Apache-2.0
// The sending half of a checked link: keeps every packet until the other end has acknowledged it,
// and makes frames. After a timeout it begins again with the oldest such packet (go-back-N).
//
//   oldest               next                               end
//   | sent, perhaps lost | not sent, or lost by a timeout   |
#pragma once

#include <algorithm>

#include "hls/link/end.hpp"
#include "hls/link/frame_header.hpp"
#include "hls/link/serialiser.hpp"

namespace links {

template <class Config>
class FrameSender {
 public:
  // Packets that are not acknowledged.
  PacketsHeld<Config> held() const { return held_; }
  // Frames since the start.
  std::uint32_t frames() const { return frames_; }
  // The number of the oldest packet that has not been acknowledged.
  LinkNumber<Config> oldest() const { return oldest_; }

  // The number of the packet that is sent next, and whether one can be sent that has never been.
  LinkNumber<Config> next() const { return LinkNumber<Config>(oldest_ + next_); }
  bool begins_anew() const { return next_ >= once_ && next_ < held_ && next_ < room_; }

  // The other end expects the packet of that number and has room for so many. Returns whether it
  // acknowledges packets for the first time.
  bool acknowledge(LinkNumber<Config> expected, PacketsHeld<Config> room) {
    const LinkNumber<Config> fresh(expected - oldest_);
    if (fresh > held_) return false;
    room_ = room;
    oldest_ = expected;
    first_ = BufferPlace<Config>(first_ + fresh);
    held_ = PacketsHeld<Config>(held_ - fresh);
    once_ = PacketsHeld<Config>(once_ < fresh ? 0 : once_ - fresh);
    // Frames grow slowly and shrink fast, so that on lossy wires they have a size that arrives.
    if (fresh != 0 && most_ != Config::kFramePackets) most_ = FrameCount<Config>(most_ + 1);
    if (next_ < fresh) {
      go_back();
    } else {
      next_ = PacketsHeld<Config>(next_ - fresh);
    }
    return fresh != 0;
  }
  // The next frame begins with the oldest packet. The present one gets no more.
  void go_back() {
    next_ = PacketsHeld<Config>(0);
    cut_ = hls::Bit(1);
  }
  // Goes back after a timeout, with shorter frames.
  void try_again() {
    go_back();
    most_ = FrameCount<Config>(most_ < 4 ? 1 : most_ / 4);
  }
  // A frame waits for the end of its gap.
  bool rests() const { return wait_ != 0; }

  // One cycle.
  // \param is_up    packets may be sent
  // \param is_due   a frame must be sent, with or without packets
  // \param header   its header, but for the number
  // \param leaving  the router's output register
  // \param driven   the wires. With pauses it holds what it held in the cycle before
  // \param ready    the wires take that word; always, without pauses
  // \return         whether a frame begins, with this header
  bool tick(const EndSetting<Config>& setting, bool start, bool is_up, bool is_due, FrameHeader<Config> header,
            const router::Flit<Config>& leaving, Phit<Config>& driven, bool ready) {
    // A word that is not taken stays, and nothing moves behind it (AXI4-Stream, 2.2.1).
    const bool may_go = ready || PhitKind{driven.kind} == PhitKind::kIdle;
    const bool sends = wait_ == 0 && words_.busy() && may_go;
    if (may_go) {
      driven.word = words_.first();
      driven.kind = hls::Bits<2, PhitKind>(sends ? PhitKind{part_} : PhitKind::kIdle);
    }
    if (wait_ != 0) wait_ = hls::Bits<16>(wait_ - 1);
    if (sends) {
      sum_.take(words_.first());
      words_.shift();
    }

    bool begins = false;
    if (!words_.busy() && part_ != PhitKind::kIdle && part_ != PhitKind::kTail) {
      // Behind the header or a packet.
      const bool goes_on = is_up && !cut_ && frame_ < limit_of(setting) && next_ < held_ && next_ < room_;
      if (goes_on) {
        words_.load(words_of<Config>(packets_.read(first_ + next_)));
        next_ = PacketsHeld<Config>(next_ + 1);
        if (once_ < next_) once_ = next_;
        frame_ = FrameCount<Config>(frame_ + 1);
      } else {
        words_.load(sum_.words());
      }
      part_ = Kind(goes_on ? PhitKind::kBody : PhitKind::kTail);
    } else if (!words_.busy()) {
      part_ = Kind(PhitKind::kIdle);
      const bool is_worth = is_up && is_worth_a_frame(setting, header.asks);
      begins = is_due || is_worth;
      if (begins) {
        header.number = LinkNumber<Config>(oldest_ + next_);
        words_.load(words_of<Config>(header));
        part_ = Kind(PhitKind::kHead);
        wait_ = setting.gap;
        sum_.begin();
        frame_ = FrameCount<Config>(0);
        cut_ = hls::Bit(!is_worth);
        frames_ = hls::Bits<32>(frames_ + 1);
      }
    }
    if (leaving.valid) {
      HLS_ASSERT(held_ != kBufferPackets<Config>, "a packet comes into a full replay buffer");
      packets_.write(first_ + held_, leaving.packet);
      held_ = PacketsHeld<Config>(held_ + 1);
    }
    came_ = hls::Bits<32>(start ? 0 : came_ + (leaving.valid ? 1u : 0u));
    if (start) frames_ = hls::Bits<32>(0);
    return begins;
  }

  // Packets that the other end has room for.
  PacketsHeld<Config> others_room() const { return room_; }
  // Whether the router may send a packet that comes in the next cycle.
  bool has_room() const { return held_ != kBufferPackets<Config>; }
  // A dead link forgets its packets.
  void drop_all() {
    held_ = once_ = PacketsHeld<Config>(0);
    go_back();
  }
  // As after a reset, but for the counts since the start.
  void restart() {
    drop_all();
    words_.clear();
    part_ = Kind(PhitKind::kIdle);
    wait_ = hls::Bits<16>(0);
    frame_ = FrameCount<Config>(0);
    cut_ = hls::Bit(0);
    most_ = FrameCount<Config>(Config::kFramePackets);
    oldest_ = LinkNumber<Config>(0);
    room_ = PacketsHeld<Config>(0);
  }

 private:
  using Kind = hls::Bits<2, PhitKind>;

  FrameCount<Config> limit_of(const EndSetting<Config>& setting) const {
    const FrameCount<Config> most = most_ < setting.most() ? most_ : setting.most();
    return setting.frame == 0 || most < setting.frame ? most : setting.frame;
  }
  // Packets may go that have been sent before; others wait until the frame has as many as software
  // wants, or for a timeout, after which the frame asks for an answer.
  bool is_worth_a_frame(const EndSetting<Config>& setting, bool asks) const {
    if (next_ >= held_ || next_ >= room_) return false;
    const bool all_came = setting.total != 0 && came_ == setting.total;
    return next_ < once_ || all_came || asks || held_ - next_ >= setting.frame;
  }

  static constexpr unsigned kMostWords =
      std::max({packet_cycles<Config>(), header_cycles<Config>(), checksum_cycles<Config>()});

  Serialiser<Config, kMostWords> words_;
  FrameSum<Config> sum_;
  Kind part_;                 // of the frame that is being sent
  hls::Bits<16> wait_;        // cycles until its first word
  FrameCount<Config> frame_;  // packets in it
  hls::Bit cut_;              // it gets no more
  // The most packets of a frame.
  FrameCount<Config> most_ = FrameCount<Config>(Config::kFramePackets);
  hls::Ram<router::Packet<Config>, kBufferPackets<Config>> packets_;
  BufferPlace<Config> first_;  // of the oldest packet
  LinkNumber<Config> oldest_;  // its number
  PacketsHeld<Config> held_;   // packets that are not acknowledged
  PacketsHeld<Config> next_;   // of these, how many lie before the next to be sent
  PacketsHeld<Config> once_;   // of these, how many have been sent at least once
  PacketsHeld<Config> room_;   // packets from the oldest on that the other end takes
  hls::Bits<32> came_;         // packets since the start
  hls::Bits<32> frames_;       // frames since the start
};

}  // namespace links
