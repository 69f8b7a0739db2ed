// SPDX-License-Identifier: Apache-2.0
// The node's own packets between injector and router, with payloads that come by AXI4-Stream, and
// the buffer at the receiving end of a channel.
#pragma once

#include "hls/router/injector.hpp"
#include "hls/types/bits.hpp"

namespace axi {

// The receiving end of a channel with valid and ready: a stream, or one of the channels of
// AXI4-Lite. A word can be used in the cycle in which it comes; if it is not, it waits here and
// ready falls. Ready is a register, to which no path leads from valid, and a word passes in every
// cycle.
//
//     if (valid(in.tvalid, out.tready)) use(buffer.head(in.tdata, out.tready));
//     buffer.tick(in.tdata, in.tvalid, taken, out.tready);
template <class T>
class SkidBuffer {
 public:
  // Whether there is a word: on the channel, or here while `ready`, the register, is down.
  static bool valid(hls::Bit arriving, hls::Bit ready) { return arriving || !ready; }
  T head(const T& word, hls::Bit ready) const { return ready ? word : waiting_; }

  // One cycle. `taken`: the head is used.
  void tick(const T& word, hls::Bit arriving, bool taken, hls::Bit& ready) {
    const bool empty = taken || !valid(arriving, ready);
    if (ready) waiting_ = word;
    ready = hls::Bit(empty);
  }

 private:
  T waiting_;
};

// A payload, as the memory drives it.
template <class Config>
struct PayloadStream {
  network::Payload<Config> payload;
  hls::Bit valid;
};

// The own packets of one port whose payloads the memory has been asked for, in order. A memory that
// answers in the next cycle (block RAM) costs one cycle, once; one that answers within kMostAsked -
// 1 cycles costs none a packet.
template <class Config>
class OwnPackets {
 public:
  static constexpr std::size_t kMostAsked = 4;

  // Whether packets wait for their payloads, or for the router.
  bool waiting() const { return asked_ != 0; }
  // Whether the memory may be asked for one more.
  bool room() const { return asked_ != kMostAsked; }

  // The packet that can leave in this cycle. `in`: the stream; `ready`: its register.
  router::Fetch<Config> header(const PayloadStream<Config>& in, hls::Bit ready) const {
    return {headers_.read(first_), hls::Bit(waiting() && SkidBuffer<Payload>::valid(in.valid, ready))};
  }
  network::Payload<Config> payload(const PayloadStream<Config>& in, hls::Bit ready) const {
    return payloads_.head(in.payload, ready);
  }

  // One cycle. `asked`: the memory has been asked for the payload of the packet with `header`.
  // `taken`: the packet that can leave has left.
  HLS_MODULE void tick(hls::Bit asked, const network::Header<Config>& header, hls::Bit taken,
                       const PayloadStream<Config>& in, hls::Bit& ready) {
    HLS_ASSERT(asked_ <= kMostAsked, "more packets wait than there is room for");
    HLS_ASSERT(!asked || asked_ != kMostAsked, "the memory is asked for more packets than there is room for");
    HLS_ASSERT(!taken || asked_ != 0, "a packet leaves whose payload was not asked for");
    if (asked) headers_.write(first_ + asked_, header);
    if (taken) first_ = Index(first_ + 1);
    asked_ = Count(asked_ + asked - taken);
    payloads_.tick(in.payload, in.valid, taken, ready);
  }

 private:
  using Payload = network::Payload<Config>;
  using Index = hls::Bits<hls::index_width(kMostAsked)>;
  using Count = hls::Bits<hls::index_width(kMostAsked + 1)>;

  hls::Ram<network::Header<Config>, kMostAsked> headers_;
  Index first_;
  Count asked_;
  SkidBuffer<Payload> payloads_;
};

}  // namespace axi
