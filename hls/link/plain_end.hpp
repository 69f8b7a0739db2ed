// SPDX-License-Identifier: Apache-2.0
// An end of a link that checks nothing. A frame of k packets holds the wires for gap + k t_c
// cycles. Behind the last packet of a frame the router may have another: the frame then continues, up
// to the most packets that it may have. With a size that software has set, the frame stays open
// until so many packets have come.
//
//   cycle     t         t + 1 ...      + gap     + t_c               + 1
//   packet    output    start-up       wires     buffer of the       output register of the
//             register                           other end           next node
//
// A hop of a frame of one packet takes gap + t_c + 3 cycles.
#pragma once

#include "hls/link/end.hpp"
#include "hls/link/serialiser.hpp"

namespace links {

// Sends what the router puts into its output register.
template <class Config>
class PlainSender {
 public:
  // One cycle. `leaving`: the output register. `others_go`: the other end takes frames. Returns
  // whether the register may hold another packet in the next cycle.
  hls::Bit tick(const EndSetting<Config>& setting, hls::Bit start, const router::Flit<Config>& leaving,
                hls::Bit others_go, Phit<Config>& driven) {
    const bool sends = wait_ == 0 && !stopped_ && words_.busy();
    const bool at_last = sends && words_.at_last();
    const bool is_full = frame_ != 0 && frame_ == limit_;
    const bool closes = at_last && (is_full || (setting.frame == 0 && !leaving.valid));
    driven.word = words_.first();
    driven.kind = hls::Bits<2, PhitKind>(closes ? PhitKind::kTail : sends ? PhitKind::kBody : PhitKind::kIdle);

    if (stopped_) {
      stopped_ = hls::Bit(!others_go);
    } else if (wait_ != 0) {
      wait_ = hls::Bits<16>(wait_ - 1);
    }
    if (sends) words_.shift();
    if (closes) frame_ = FrameCount<Config>(0);
    if (leaving.valid) {
      HLS_ASSERT(!words_.busy(), "a packet comes while another is being sent");
      words_.load(words_of<Config>(leaving.packet));
      if (frame_ == 0) {
        frames_ = hls::Bits<32>(frames_ + 1);
        stopped_ = hls::Bit(!others_go);
        wait_ = setting.gap;
        const bool is_rest = setting.total != 0 && setting.total - sent_ < setting.frame;
        limit_ = setting.frame == 0 ? setting.most()
                 : is_rest          ? FrameCount<Config>(setting.total - sent_)
                                    : setting.frame;
      }
      frame_ = FrameCount<Config>(frame_ + 1);
      sent_ = hls::Bits<32>(sent_ + 1);
    }
    if (start) sent_ = frames_ = hls::Bits<32>(0);
    return hls::Bit(wait_ == 0 && !stopped_ && (!words_.busy() || words_.at_last()));
  }
  // Frames since the start.
  std::uint32_t frames() const { return frames_; }

 private:
  Serialiser<Config, packet_cycles<Config>()> words_;
  hls::Bits<16> wait_;        // cycles until the frame's first word
  hls::Bit stopped_;          // the frame waits for the other end
  FrameCount<Config> frame_;  // packets of the open frame that have come; 0: no frame is open
  FrameCount<Config> limit_;  // packets that it may have
  hls::Bits<32> sent_;        // packets since the start
  hls::Bits<32> frames_;
};

// Collects frames, and hands their packets to the router.
template <class Config>
class PlainReceiver {
 public:
  // One cycle. `received`: the wires. `goes`: the router takes packets. `packet`: for the router.
  // `go`: the other end may begin frames. Returns whether the packet is valid.
  hls::Bit tick(const Phit<Config>& received, hls::Bit goes, router::Packet<Config>& packet, hls::Bit& go) {
    const bool leaves = goes && whole_ != 0;
    packet = packets_.read(first_);
    const PhitKind kind = received.kind;
    const bool ends = kind == PhitKind::kTail;
    const bool comes = (kind == PhitKind::kBody || ends) && words_.at_last();
    bool is_lost = false;
    if (comes) {
      if constexpr (router::kCountsLost<Config>) {
        // Wires that take more cycles than the configuration says can fill the buffer.
        is_lost = whole_ + rest_ == kBufferPackets<Config>;
        if (is_lost) lost_[0] = hls::Bits<32>(lost_[0] + 1);
      } else {
        HLS_ASSERT(whole_ + rest_ < kBufferPackets<Config>, "a packet comes into a full buffer of a link");
      }
      if (!is_lost) packets_.write(first_ + whole_ + rest_, packet_of<Config>(words_.with(received.word)));
    }
    if (kind != PhitKind::kIdle) words_.take(received.word);
    const std::uint32_t rest = rest_ + (comes && !is_lost ? 1u : 0u);
    const bool frees = Config::kCutThrough || ends;
    whole_ = PacketsHeld<Config>(whole_ - (leaves ? 1u : 0u) + (frees ? rest : 0u));
    rest_ = PacketsHeld<Config>(frees ? 0u : rest);
    if (leaves) first_ = BufferPlace<Config>(first_ + 1);
    // Room for the frame that is under way, and for what begins until the other end has seen this.
    go = hls::Bit(whole_ + rest_ + reserved_packets(wires_of<Config>()) <= kBufferPackets<Config>);
    return hls::Bit(leaves);
  }

  bool empty() const { return whole_ == 0 && rest_ == 0; }
  // Packets that came into a full buffer, since the start.
  std::uint32_t lost() const {
    if constexpr (router::kCountsLost<Config>) return lost_[0];
    return 0;
  }
  void start() {
    if constexpr (router::kCountsLost<Config>) lost_[0] = hls::Bits<32>(0);
  }

 private:
  static_assert(reserved_packets(wires_of<Config>()) <= kBufferPackets<Config>, "kLinkBuffer: less than the reserve");

  Deserialiser<Config, packet_cycles<Config>()> words_;
  hls::Ram<router::Packet<Config>, kBufferPackets<Config>> packets_;
  BufferPlace<Config> first_;
  PacketsHeld<Config> whole_;  // packets that the router may have
  PacketsHeld<Config> rest_;   // packets behind them, of a frame that has not ended
  std::array<hls::Bits<32>, router::kCountsLost<Config> ? 1 : 0> lost_;
};

template <class Config>
class PlainEnd {
 public:
  PlainEnd() = default;

  // One cycle. `leaving`: the router's output register. `goes`: the router takes packets that come
  // over this link. `received`, `driven`: the wires, those from the other end and those to it.
  HLS_MODULE EndOutput<Config> tick(const EndAccess& access, hls::Bit start, const router::Flit<Config>& leaving,
                                    hls::Bit goes, const Phit<Config>& received, Phit<Config>& driven) {
    EndOutput<Config> output;
    if (start) receiver_.start();
    output.free = sender_.tick(setting_, start, leaving, received.go, driven);
    output.valid = receiver_.tick(received, goes, output.packet, driven.go);
    setting_.write(access);
    return output;
  }

  std::uint32_t read(node::LinkRegister target) const {
    if (target == node::LinkRegister::kStatus) return node::kLinkUp | (receiver_.lost() != 0 ? node::kLinkLost : 0);
    if constexpr (router::kCountsLost<Config>) {
      if (target == node::LinkRegister::kLost) return receiver_.lost();
    }
    return target == node::LinkRegister::kFrames ? sender_.frames() : 0;
  }

 private:
  EndSetting<Config> setting_;
  PlainSender<Config> sender_;
  PlainReceiver<Config> receiver_;
};

}  // namespace links
