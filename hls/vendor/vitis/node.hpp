// SPDX-License-Identifier: Apache-2.0
// A node for Vitis HLS: links, payloads and ejected packets are AXI4-Streams, registers are
// AXI4-Lite.
//
// A call does one register access, if there is one, with nothing on the links, and then `cycles`
// clock cycles of the cube. In each of these every link carries exactly one word in each direction,
// idle or not, so that the nodes keep step whatever the streams' delays: the cycles of the cube are
// those that `cubecast` counts. All nodes must be called with the same cycles in the same order,
// `start` included; calls without cycles are free. A memory that does not take an ejected packet,
// or has not brought a payload, holds up the node, and with it the cube, and nothing is lost.
//
// Streams block, since an AXI4-Stream has no other write (UG1399, "Non-Blocking API"), and the tool
// may put all accesses of an iteration into one state, which then waits for all of them together;
// the order of the statements is no order of the accesses. Nodes that wrote and read the same
// cycle's words in one iteration would then wait for one another in a cycle, each for its
// neighbours' words (the case of UCLA-VAST/tapa issue 111). Hence an iteration reads the words of
// its own cycle and writes those of the next, and the first words go out before the loop: on every
// cycle of nodes there is then a word that can be read, and with room for two words in a stream one
// that can be written. The pipeline is a flushing one (style=flp): a stalling one would hold back
// words that are on their way out while the next read waits.
#pragma once

#include <hls_stream.h>

#include "hls/tops/node_top.hpp"
#include "hls/vendor/link_word.hpp"

namespace vendor {

// A word of a stream: a flit, or a packet for the memory (link_word.hpp).
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
  static constexpr unsigned kPorts = Config::Network::kPorts;
  using Words = hls::stream<StreamWord>;
  using Payloads = hls::stream<std::uint64_t>;

  // Port k: link_in[k], link_out[k] from and to its neighbour; payloads[k]: the payloads of this
  // node's own packets through the port, in the order of its injection program; ejects[k]: the packets
  // for this node that came through it.
  void call(const Call& call, Words link_in[kPorts], Words link_out[kPorts], Payloads payloads[kPorts],
            Words ejects[kPorts]) {
    // clang-format off
#pragma HLS ARRAY_PARTITION variable=payload_ type=complete
#pragma HLS ARRAY_PARTITION variable=has_payload_ type=complete
    // clang-format on
    if (call.write || call.read) access(call);
    if (call.cycles != 0) send(link_out);
    for (std::uint32_t cycle = 0; cycle < call.cycles; ++cycle) {
      // clang-format off
#pragma HLS PIPELINE II=1 style=flp
      // clang-format on
      iterate(call.start && cycle == 0, cycle + 1 == call.cycles, link_in, link_out, payloads, ejects);
    }
  }

  // The steps of a call. First the words of the coming cycle, to all neighbours:
  void send(Words link_out[kPorts]) const {
    for (unsigned k = 0; k < kPorts; ++k) {
      link_out[k].write({out_.links[k].packet.payload, link_word(out_.links[k])});
    }
  }
  // One cycle, and the words of the next unless it is the `last` of the call.
  void iterate(bool start, bool last, Words link_in[kPorts], Words link_out[kPorts], Payloads payloads[kPorts],
               Words ejects[kPorts]) {
    step(start, link_in, payloads, ejects);
    if (!last) send(link_out);
  }

  std::uint32_t answer() const { return out_.answer; }
  bool done() const { return out_.done != 0; }

 private:
  void access(const Call& call) {
    const router::In<Config> in =
        router::In<Config>::quiet({hls::Bits<32>(call.address), hls::Bits<32>(call.value), hls::Bit(call.write ? 1 : 0),
                                   hls::Bit(call.read ? 1 : 0)});
    router::Node<Config>::step(state_, in, out_);
  }

  void step(bool start, Words link_in[kPorts], Payloads payloads[kPorts], Words ejects[kPorts]) {
    router::In<Config> in;
    for (unsigned k = 0; k < kPorts; ++k) {
      const network::Flit<Config>& eject = out_.ejects[k];
      if (eject.valid) ejects[k].write({eject.packet.payload, header_word(eject.packet.header, true, true)});
      if (out_.fetches[k].valid && !has_payload_[k]) {
        payload_[k] = payloads[k].read();
        has_payload_[k] = true;
      }
      in.payloads[k] = network::Payload<Config>(payload_[k]);
      const StreamWord word = link_in[k].read();
      in.links[k] = link_of<Config>(word.header, word.payload);
    }
    in.eject_ready = network::PortSet<Config>(network::Ports::first(kPorts));
    in.start = hls::Bit(start ? 1 : 0);
    const std::array<router::Fetch<Config>, kPorts> before = out_.fetches;
    router::Node<Config>::step(state_, in, out_);
    // The packet on offer has left if it is on the link, because no packet in transit has this node as
    // its source.
    for (unsigned k = 0; k < kPorts; ++k) {
      const bool left = out_.links[k].valid && network::equal(out_.links[k].packet.header, before[k].header);
      if (left) has_payload_[k] = false;
    }
  }

  router::State<Config> state_;
  router::Out<Config> out_;
  std::uint64_t payload_[kPorts] = {};
  bool has_payload_[kPorts] = {};
};

}  // namespace vendor
