// SPDX-License-Identifier: Apache-2.0
// The receiving half of a checked link: takes frames apart, compares checksums, and keeps the packets
// of right frames for the router. Packets of a frame are stored behind those that are already there
// before the checksum is known; a wrong frame leaves the counts as they were.
#pragma once

#include "hls/link/end.hpp"
#include "hls/link/frame_header.hpp"
#include "hls/link/serialiser.hpp"

namespace links {

// The frame that has ended in the cycle before.
template <class Config>
struct FrameEvent {
  FrameHeader<Config> header;
  FrameCount<Config> packets;
  hls::Bit right;    // a whole frame with the right checksum
  hls::Bit refused;  // a damaged one
};

template <class Config>
class FrameReceiver {
 public:
  // The next packet for the router.
  router::Packet<Config> head() const { return packets_.read(first_); }
  bool has_packet() const { return held_ != 0; }
  std::uint32_t room() const { return kBufferPackets<Config> - held_; }
  LinkNumber<Config> expected() const { return expected_; }

  FrameEvent<Config> event() const { return {header_, count_, right_, refused_}; }

  // One cycle. `leaves`: the router takes the head. Behind it the caller calls learn() or accept()
  // for the frame of event(), as it was before.
  void tick(const Phit<Config>& received, bool leaves) {
    right_ = refused_ = hls::Bit(0);
    switch (PhitKind{received.kind}) {
      case PhitKind::kIdle:
        if constexpr (Config::kPauses) break;  // the frame goes on behind it, or another begins
        // It ends a frame; a header alone was no frame.
        refused_ = hls::Bit(part_ == Part::kBody || part_ == Part::kTail);
        part_ = PartBits(Part::kNone);
        break;
      case PhitKind::kHead:
        refused_ = hls::Bit(part_ != Part::kNone && part_ != Part::kHead);
        take_head(received.word);
        break;
      case PhitKind::kBody:
        if (part_ == Part::kBody) {
          take_body(received.word);
        } else {
          refused_ = hls::Bit(part_ != Part::kNone);
          part_ = PartBits(Part::kNone);
        }
        break;
      case PhitKind::kTail: {
        const bool begins = part_ == Part::kBody && body_.at_first();
        const bool is_right = (begins || part_ == Part::kTail) && is_next_of_sum(received.word);
        right_ = hls::Bit(is_right && tail_ == kTailWords - 1);
        refused_ = hls::Bit(!is_right && part_ != Part::kNone);
        part_ = PartBits(is_right && !right_ ? Part::kTail : Part::kNone);
        tail_ = TailPlace(is_right && !right_ ? tail_ + 1 : 0);
        break;
      }
    }
    if (leaves) {
      first_ = BufferPlace<Config>(first_ + 1);
      held_ = PacketsHeld<Config>(held_ - 1);
    }
  }

  // The packets of a right frame, without those that have come before.
  void accept(const FrameEvent<Config>& event) {
    const LinkNumber<Config> known(expected_ - event.header.number);
    if (known >= event.packets) return;
    const std::uint32_t fresh = event.packets - known;
    held_ = PacketsHeld<Config>(held_ + fresh);
    expected_ = LinkNumber<Config>(expected_ + fresh);
  }
  // As after a reset.
  void restart() {
    part_ = PartBits(Part::kNone);
    right_ = refused_ = hls::Bit(0);
    held_ = PacketsHeld<Config>(0);
    expected_ = LinkNumber<Config>(0);
  }
  // The other end sends the packet of this number next.
  void learn(LinkNumber<Config> number) { expected_ = number; }

 private:
  enum class Part { kNone, kHead, kBody, kTail };
  using PartBits = hls::Bits<2, Part>;
  static constexpr unsigned kTailWords = checksum_cycles<Config>();
  using TailPlace = hls::Bits<hls::index_width(kTailWords)>;

  void take_head(const Word<Config>& word) {
    if (part_ != Part::kHead) {
      head_.begin();
      sum_.begin();
    }
    const bool is_last = head_.at_last();
    if (is_last) header_ = header_of<Config>(head_.with(word));
    head_.take(word);
    sum_.take(word);
    body_.begin();
    count_ = FrameCount<Config>(0);
    tail_ = TailPlace(0);
    part_ = PartBits(is_last ? Part::kBody : Part::kHead);
  }

  void take_body(const Word<Config>& word) {
    sum_.take(word);
    if (body_.at_last()) {
      // Behind the packets that are there. A packet that has come before has a large number here.
      const LinkNumber<Config> place(header_.number + count_ - expected_);
      if (place < room()) packets_.write(first_ + held_ + place, packet_of<Config>(body_.with(word)));
      if (count_ == Config::kFramePackets) {
        part_ = PartBits(Part::kNone);
      } else {
        count_ = FrameCount<Config>(count_ + 1);
      }
    }
    body_.take(word);
  }

  bool is_next_of_sum(const Word<Config>& word) const {
    const ChecksumWords<Config> words = sum_.words();
    bool same = false;
    for (unsigned i = 0; i < kTailWords; ++i) {
      bool is_equal = true;
      for (unsigned lane = 0; lane < kLanes<Config>; ++lane) is_equal = is_equal && words[i][lane] == word[lane];
      same = same || (tail_ == i && is_equal);
    }
    return same;
  }

  Deserialiser<Config, header_cycles<Config>()> head_;
  Deserialiser<Config, packet_cycles<Config>()> body_;
  FrameSum<Config> sum_;
  FrameHeader<Config> header_;
  FrameCount<Config> count_;  // packets of the frame that have come
  PartBits part_;             // of the frame that is under way
  TailPlace tail_;
  hls::Bit right_;
  hls::Bit refused_;
  hls::Ram<router::Packet<Config>, kBufferPackets<Config>> packets_;
  BufferPlace<Config> first_;
  PacketsHeld<Config> held_;
  LinkNumber<Config> expected_;
};

}  // namespace links
