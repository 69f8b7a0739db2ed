// A node for Vitis HLS: links, payloads and ejected packets are AXI4-Streams, registers are AXI4-Lite.
//
// A call does one register access, if there is one, with nothing on the links, and then `cycles` clock cycles of the
// cube. In each of these every link carries exactly one word in each direction, idle or not, so that the nodes keep
// step whatever the streams' delays: the cycles of the cube are those that `cubecast` counts. All nodes must be called
// with the same cycles in the same order, `start` included; calls without cycles are free. Streams only block, since
// AXI4-Streams have no other access: a node writes its words before it waits for its neighbours', so that none waits in
// a circle. A memory that does not take an ejected packet, or has not brought a payload, holds up the node, and with it
// the cube, and nothing is lost.
#pragma once

#include <hls_stream.h>

#include "hls/tops/node_top.hpp"
#include "hls/vendor/link_word.hpp"

namespace vendor {

// What a stream carries: a flit, or a packet for the memory (link_word.hpp).
struct StreamWord {
  std::uint64_t payload;
  std::uint64_t header;
};

// The AXI4-Lite registers, as of one call. `address`, `value`: firmware/node/registers.hpp.
struct Call {
  std::uint32_t address;
  std::uint32_t value;
  std::uint32_t cycles;
  bool write;
  bool read;
  bool start;  // the strobe is in the first of the cycles
};

template <class Config>
class StreamNode {
 public:
  static constexpr unsigned d = Config::kDimension;
  using Words = hls::stream<StreamWord>;
  using Payloads = hls::stream<std::uint64_t>;

  // Port k: link_in[k], link_out[k] from and to its neighbour; payloads[k]: the payloads of this node's own packets
  // through the port, in the order of its injection program; ejects[k]: what came through it for this node.
  void call(const Call& call, Words link_in[d], Words link_out[d], Payloads payloads[d], Words ejects[d]) {
    if (call.write || call.read) access(call);
    for (std::uint32_t cycle = 0; cycle < call.cycles; ++cycle) {
      // clang-format off
#pragma HLS PIPELINE II=1
      // clang-format on
      step(call.start && cycle == 0, link_in, link_out, payloads, ejects);
    }
  }
  std::uint32_t answer() const { return out_.answer; }
  bool done() const { return out_.done != 0; }

 private:
  void access(const Call& call) {
    router::In<Config> in;
    in.go = hls::Bits<d>(cube::mask(d));
    in.eject_ready = hls::Bits<d>(cube::mask(d));
    in.access.address = hls::Bits<32>(call.address);
    in.access.value = hls::Bits<32>(call.value);
    in.access.write = hls::Bit(call.write ? 1 : 0);
    in.access.read = hls::Bit(call.read ? 1 : 0);
    router::Node<Config>::step(state_, in, out_);
  }

  void step(bool start, Words link_in[d], Words link_out[d], Payloads payloads[d], Words ejects[d]) {
    for (unsigned k = 0; k < d; ++k) {
      const router::Flit<Config>& link = out_.links[k];
      link_out[k].write(
          {link.packet.payload, header_word(link.packet.header, link.valid != 0, (out_.go >> k & 1u) != 0)});
      const router::Flit<Config>& eject = out_.ejects[k];
      if (eject.valid) ejects[k].write({eject.packet.payload, header_word(eject.packet.header, true, true)});
    }
    router::In<Config> in;
    std::uint32_t go = 0;
    for (unsigned k = 0; k < d; ++k) {
      if (out_.fetches[k].valid && !has_payload_[k]) {
        payload_[k] = payloads[k].read();
        has_payload_[k] = true;
      }
      in.payloads[k] = hls::Bits<Config::kPayloadWidth>(payload_[k]);
      const StreamWord word = link_in[k].read();
      in.links[k] = flit_of<Config>(word.header, word.payload);
      go |= (go_of(word.header) ? 1u : 0u) << k;
    }
    in.go = hls::Bits<d>(go);
    in.eject_ready = hls::Bits<d>(cube::mask(d));
    in.start = hls::Bit(start ? 1 : 0);
    const std::array<router::Fetch<Config>, d> before = out_.fetches;
    router::Node<Config>::step(state_, in, out_);
    // No two packets of a port have the same header: a new one says that the old one has left.
    for (unsigned k = 0; k < d; ++k) {
      if (!out_.fetches[k].valid || !same(out_.fetches[k].header, before[k].header)) has_payload_[k] = false;
    }
  }

  static bool same(const router::Header<Config>& a, const router::Header<Config>& b) {
    return header_word(a, true, true) == header_word(b, true, true);
  }

  router::State<Config> state_;
  router::Out<Config> out_;
  std::uint64_t payload_[d] = {};
  bool has_payload_[d] = {};
};

}  // namespace vendor
