// SPDX-License-Identifier: Apache-2.0
// A link without a checksum loses nothing: the buffer of the end that receives never overflows, whatever packets come,
// however the router takes them, whatever software sets, and with wires of any delay up to kLinkLatency, each way its own.
// Tops for stepc, whose assertions hold without bound in time (hls/soc/proof/prove.sh).
#include "hls/link/plain_end.hpp"

namespace {

// `Buffer`: the least power of two that the reserve fits in; a link has twice as much.
template <unsigned Latency, unsigned Wires, unsigned FramePackets, unsigned Buffer>
struct Plain : links::Linked<router::CubeConfig<1>, Wires> {
  static constexpr unsigned kSequenceWidth = 1;
  static constexpr unsigned kPayloadWidth = 1;
  static constexpr unsigned kLinkLatency = Latency;
  static constexpr unsigned kFramePackets = FramePackets;
  static constexpr unsigned kLinkBuffer = Buffer;
};

template <class Config>
struct LinkState {
  links::EndSetting<Config> setting;
  links::PlainSender<Config> sender;
  links::PlainReceiver<Config> receiver;
  // Stage j is what an end drove j cycles ago.
  std::array<links::Phit<Config>, Config::kLinkLatency + 1> forth;
  std::array<hls::Bit, Config::kLinkLatency + 1> back;
  hls::Bits<2> forth_delay;
  hls::Bits<2> back_delay;
  hls::Bit began;
  hls::Bit free;
};
template <class Config>
struct LinkIn {
  links::EndAccess access;
  hls::Bit start;
  router::Flit<Config> leaving;
  hls::Bit goes;
  hls::Bits<2> forth_delay;
  hls::Bits<2> back_delay;
};
template <class Config>
struct LinkOut {
  router::Packet<Config> packet;
  hls::Bit valid;
};
template <class Config>
void tick(LinkState<Config>& state, const LinkIn<Config>& in, LinkOut<Config>& out) {
  constexpr unsigned kLatency = Config::kLinkLatency;
  HLS_ASSERT(state.receiver.lost() == 0, "a packet comes into a full buffer");
  router::Flit<Config> leaving = in.leaving;
  leaving.valid = hls::Bit(in.leaving.valid && state.free);
  const links::Phit<Config> received = state.forth[state.forth_delay];
  const hls::Bit others_go = state.back[state.back_delay];
  for (unsigned i = kLatency; i > 0; --i) {
    state.forth[i] = state.forth[i - 1];
    state.back[i] = state.back[i - 1];
  }
  state.free = state.sender.tick(state.setting, in.start, leaving, others_go, state.forth[0]);
  out.valid = state.receiver.tick(received, in.goes, out.packet, state.back[0]);
  state.setting.write(in.access);
  if (!state.began) {
    state.forth_delay = hls::Bits<2>(in.forth_delay < kLatency ? std::uint32_t{in.forth_delay} : kLatency);
    state.back_delay = hls::Bits<2>(in.back_delay < kLatency ? std::uint32_t{in.back_delay} : kLatency);
  }
  state.began = hls::Bit(1);
}

}  // namespace

using Latency1 = Plain<1, 16, 1, 8>;
void plain_1(LinkState<Latency1>& state, const LinkIn<Latency1>& in, LinkOut<Latency1>& out) {
  tick(state, in, out);
}
using Latency2 = Plain<2, 16, 2, 16>;
void plain_2(LinkState<Latency2>& state, const LinkIn<Latency2>& in, LinkOut<Latency2>& out) {
  tick(state, in, out);
}
