// SPDX-License-Identifier: Apache-2.0
// A checked end of a link as a part of its own: a node's link on one side, an AXI4-Stream each way on the other. A frame
// is a packet of the stream: TLAST is with its last word, and which words are header, packets and checksum follows from
// their places. docs/guides/axi.md has the ports.
//
//     node  <== link: packet, valid, go ==>  end  <== stream: TDATA, TLAST, TVALID, TREADY ==>  MAC, Aurora, FIFO ..
//
// Everything that leaves the part is a register.
#pragma once

#include "hls/link/checked_end.hpp"

namespace axi {

// `Base`: links::Linked of whole bytes of wires. The configuration has a checksum, and the cycles of the medium each way,
// from 1 on, so that the end measures round trips.
template <class Base>
struct Streamed : Base {
  static_assert(Base::kLinkWires % 8 == 0, "a stream is bytes wide");
  static constexpr bool kPauses = true;
};

template <class Config>
struct StreamWord {
  links::Word<Config> data;
  hls::Bit last;
  hls::Bit valid;
};

// Tells the words of a frame apart that come without their kinds. Checksums of several words are known by TLAST alone,
// which comes with the last of them: words behind the header wait until as many others have come.
template <class Config>
class StreamFrames {
 public:
  // One cycle.
  links::Phit<Config> tick(const StreamWord<Config>& in) {
    using links::PhitKind;
    std::array<Entry, kWaiting + 1> words = waiting_with(in);
    const Count there(count_ + in.valid);
    if (in.valid) head_ = Head(in.last ? 0 : head_ == kHeadWords ? kHeadWords : head_ + 1);
    const bool leaves = there > kWaiting || (there != 0 && words[0].kind == PhitKind::kTail);
    links::Phit<Config> phit;
    phit.word = words[0].word;
    if (leaves) phit.kind = words[0].kind;
    for (unsigned i = 0; i < kWaiting; ++i) waiting_[i] = leaves ? words[i + 1] : words[i];
    count_ = Count(there - leaves);
    return phit;
  }

 private:
  static constexpr unsigned kHeadWords = links::header_cycles<Config>();
  static constexpr unsigned kWaiting = links::checksum_cycles<Config>() - 1;

  using Kind = hls::Bits<2, links::PhitKind>;
  using Count = hls::Bits<hls::index_width(kWaiting + 2)>;
  using Head = hls::Bits<hls::index_width(kHeadWords + 1)>;
  struct Entry {
    links::Word<Config> word;
    Kind kind;
  };

  // The word that comes stands behind those that wait. If it is the frame's last, all are its checksum.
  std::array<Entry, kWaiting + 1> waiting_with(const StreamWord<Config>& in) const {
    using links::PhitKind;
    std::array<Entry, kWaiting + 1> words{};
    for (unsigned i = 0; i <= kWaiting; ++i) {
      if (i < kWaiting) words[i] = waiting_[i];
      if (!in.valid) continue;
      if (i == count_) words[i] = {in.data, Kind(head_ == kHeadWords ? PhitKind::kBody : PhitKind::kHead)};
      if (in.last) words[i].kind = Kind(PhitKind::kTail);
    }
    return words;
  }

  std::array<Entry, kWaiting> waiting_;
  Count count_;
  Head head_;  // words of the header that have come
};

template <class Config>
struct LinkStreamIn {
  router::Link<Config> link;   // what the node drives
  StreamWord<Config> receive;  // what the medium drives
  hls::Bit send_ready;         // it takes the word of `send`
  links::EndAccess access;     // to node::LinkRegister, but for kRestart; without `write` it is read
};

template <class Config>
struct LinkStreamOut {
  router::Link<Config> link;
  StreamWord<Config> send;
  hls::Bits<32> answer;  // of a read in the cycle before
  hls::Bit up;           // both ends hear one another
  hls::Bit dead;         // after so many timeouts without a right frame that packets are dropped
};

template <class Config>
struct LinkStreamState {
  links::CheckedEnd<Config> end;
  StreamFrames<Config> frames;
  hls::Bits<2, links::PhitKind> kind;                                            // of the word that is sent
  hls::Bits<hls::index_width(links::checksum_cycles<Config>() + 1)> tail_words;  // of its frame, up to that word
};

// The part as a function of its registers. The medium's words are taken in every cycle: the other end sends no more
// packets than there is room for.
template <class Config>
void link_stream_step(LinkStreamState<Config>& state, const LinkStreamIn<Config>& in, LinkStreamOut<Config>& out) {
  using links::PhitKind;
  const hls::Bits<32> answer(state.end.read(node::LinkRegister{in.access.target}));
  links::Phit<Config> received = state.frames.tick(in.receive);
  received.go = in.send_ready;
  links::Phit<Config> driven;
  driven.word = out.send.data;
  driven.kind = state.kind;
  // A restart would take back a word that is offered.
  links::EndAccess access = in.access;
  access.write = hls::Bit(access.write && node::LinkRegister{access.target} != node::LinkRegister::kRestart);
  const links::EndOutput<Config> end = state.end.tick(access, hls::Bit(0), in.link, in.link.go, received, driven);

  const bool stays = out.send.valid && !in.send_ready;
  const bool is_tail = PhitKind{driven.kind} == PhitKind::kTail;
  if (!stays) {
    using TailWords = decltype(state.tail_words);
    state.tail_words = TailWords(is_tail ? state.tail_words + 1 : 0);
    out.send.last = hls::Bit(state.tail_words == links::checksum_cycles<Config>());
  }
  state.kind = driven.kind;
  out.send.data = driven.word;
  out.send.valid = hls::Bit(PhitKind{driven.kind} != PhitKind::kIdle);

  out.link.packet = end.packet;
  out.link.valid = end.valid;
  out.link.go = hls::Bit(state.end.held() + network::stop_latency(2) <= links::kBufferPackets<Config>);
  out.answer = answer;
  out.up = hls::Bit(state.end.is_up());
  out.dead = hls::Bit(state.end.is_dead());
}

}  // namespace axi
