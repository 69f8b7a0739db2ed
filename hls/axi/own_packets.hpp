// The node's own packets of one port, between injector and router: those whose payloads the memory
// has been asked for, in order, and the stream that brings them. A memory that answers in the next
// cycle (block RAM) costs one cycle, once; one that answers within kMostAsked - 1 cycles, none a
// packet.
#pragma once

#include "hls/axi/skid_buffer.hpp"
#include "hls/router/injector.hpp"

namespace axi {

// A payload, as the memory drives it.
template <class Config>
struct PayloadStream {
  network::Payload<Config> payload;
  hls::Bit valid;
};

template <class Config>
class OwnPackets {
 public:
  static constexpr std::size_t kMostAsked = 4;

  // Packets wait for their payloads, or for the router.
  bool waiting() const { return asked_ != 0; }
  // The memory may be asked for one more.
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
