// SPDX-License-Identifier: Apache-2.0
#include "hls/vendor/bambu/node_top.hpp"

#include "hls/vendor/link_word.hpp"

namespace {

using Config = vendor::BambuNode;

std::uint64_t fetch_word(const router::Fetch<Config>& fetch) {
  return vendor::header_word(fetch.header, fetch.valid != 0, true);
}
std::uint64_t eject_word(const network::Flit<Config>& eject) {
  return vendor::header_word(eject.packet.header, eject.valid != 0, true);
}

}  // namespace

// mode=valid: an output is right in the cycle in which its valid signal is 1; the reader must keep it. In
// mode none it is right for one cycle too, but no signal says in which.
// clang-format off
#pragma HLS interface port=link_out_0 mode=valid
#pragma HLS interface port=link_payload_out_0 mode=valid
#pragma HLS interface port=link_out_1 mode=valid
#pragma HLS interface port=link_payload_out_1 mode=valid
#pragma HLS interface port=fetch_out_0 mode=valid
#pragma HLS interface port=fetch_out_1 mode=valid
#pragma HLS interface port=eject_out_0 mode=valid
#pragma HLS interface port=eject_payload_out_0 mode=valid
#pragma HLS interface port=eject_out_1 mode=valid
#pragma HLS interface port=eject_payload_out_1 mode=valid
#pragma HLS interface port=answer_out mode=valid
#pragma HLS interface port=done_out mode=valid
// clang-format on
extern "C" void cubecast_node(std::uint32_t command, std::uint32_t address, std::uint32_t value, std::uint64_t link_0,
                              std::uint32_t link_payload_0, std::uint64_t link_1, std::uint32_t link_payload_1,
                              std::uint32_t payload_0, std::uint32_t payload_1, std::uint8_t eject_ready,
                              std::uint64_t* link_out_0, std::uint32_t* link_payload_out_0, std::uint64_t* link_out_1,
                              std::uint32_t* link_payload_out_1, std::uint64_t* fetch_out_0, std::uint64_t* fetch_out_1,
                              std::uint64_t* eject_out_0, std::uint32_t* eject_payload_out_0,
                              std::uint64_t* eject_out_1, std::uint32_t* eject_payload_out_1, std::uint32_t* answer_out,
                              std::uint8_t* done_out) {
  static router::State<Config> state;
  static router::Out<Config> out;

  router::In<Config> in;
  in.links[0] = vendor::link_of<Config>(link_0, link_payload_0);
  in.links[1] = vendor::link_of<Config>(link_1, link_payload_1);
  in.payloads[0] = network::Payload<Config>(payload_0);
  in.payloads[1] = network::Payload<Config>(payload_1);
  in.eject_ready = network::PortSet<Config>::of_number(eject_ready);
  in.access.address = hls::Bits<32>(address);
  in.access.value = hls::Bits<32>(value);
  in.access.write = hls::Bit((command & vendor::kWrite) != 0 ? 1 : 0);
  in.access.read = hls::Bit((command & vendor::kRead) != 0 ? 1 : 0);
  in.start = hls::Bit((command & vendor::kStart) != 0 ? 1 : 0);
  if ((command & vendor::kClear) != 0) {
    state = router::State<Config>();
    out = router::Out<Config>();
  } else {
    router::Node<Config>::step(state, in, out);
  }

  *link_out_0 = vendor::link_word(out.links[0]);
  *link_payload_out_0 = out.links[0].packet.payload;
  *link_out_1 = vendor::link_word(out.links[1]);
  *link_payload_out_1 = out.links[1].packet.payload;
  *fetch_out_0 = fetch_word(out.fetches[0]);
  *fetch_out_1 = fetch_word(out.fetches[1]);
  *eject_out_0 = eject_word(out.ejects[0]);
  *eject_payload_out_0 = out.ejects[0].packet.payload;
  *eject_out_1 = eject_word(out.ejects[1]);
  *eject_payload_out_1 = out.ejects[1].packet.payload;
  *answer_out = out.answer;
  *done_out = static_cast<std::uint8_t>(out.done);
}
