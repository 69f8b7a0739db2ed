// The kinds of nodes, as types: configuration, state, inputs, outputs and step of each, and the way
// from and to the words of testbench/nodes/nodes.hpp.
#pragma once

#include "hls/broadcast/node.hpp"
#include "hls/router/node.hpp"
#include "testbench/nodes/nodes.hpp"

namespace testbench {

// The router, its injectors and its registers.
template <class AnyConfig>
struct RouterKind {
  using Config = AnyConfig;
  using State = router::State<Config>;
  using In = router::In<Config>;
  using Out = router::Out<Config>;

  static void step(State& state, const In& in, Out& out) { router::Node<Config>::step(state, in, out); }
};

// Nodes that serve broadcast requests by themselves.
template <class AnyConfig>
struct ServerKind {
  using Config = AnyConfig;
  using State = broadcast::State<Config>;
  using In = broadcast::In<Config>;
  using Out = broadcast::Out<Config>;

  static void step(State& state, const In& in, Out& out) { broadcast::Node<Config>::step(state, in, out); }
};

// A link that carries nothing says nothing of its packet.
template <class From, class To>
void copy_link(const From& from, To& to) {
  to.valid = from.valid;
  to.go = from.go;
  if (from.valid) copy_fields(from.packet, to.packet);
}

// `in`: that of the node's last step, whose words stay where nothing has come.
template <class In>
void narrow(const NodeInputs& wide, In& in) {
  for (std::size_t port = 0; port < in.links.size(); ++port) {
    copy_link(wide.links[port], in.links[port]);
    if constexpr (requires { in.wires; }) {
      using Count = std::decay_t<decltype(in.wires[port].count)>;
      in.wires[port].valid = hls::Bit(wide.counts[port].valid);
      if (wide.counts[port].valid) in.wires[port].count = Count(wide.counts[port].count);
    }
  }
  for (std::size_t stream = 0; stream < in.payloads.size(); ++stream) {
    in.payloads[stream] = std::decay_t<decltype(in.payloads[stream])>(wide.payloads[stream]);
  }
  in.eject_ready = std::decay_t<decltype(in.eject_ready)>(wide.eject_ready);
  in.access = wide.access;
  in.start = hls::Bit(wide.start);
  if constexpr (requires { in.request; }) in.request = hls::Bit(wide.request);
}

template <class Out>
void widen(const Out& out, NodeOutputs& wide) {
  for (std::size_t port = 0; port < out.links.size(); ++port) {
    copy_link(out.links[port], wide.links[port]);
    if constexpr (requires { out.wires; }) wide.counts[port] = {out.wires[port].count, out.wires[port].valid != 0};
    wide.ejects[port].valid = out.ejects[port].valid;
    if (out.ejects[port].valid) copy_fields(out.ejects[port].packet, wide.ejects[port].packet);
  }
  for (std::size_t stream = 0; stream < out.fetches.size(); ++stream) {
    const auto& fetch = out.fetches[stream];
    wide.fetches[stream].valid = fetch.valid;
    if (!fetch.valid) continue;
    copy_fields(fetch.header, wide.fetches[stream].header);
    wide.fetches[stream].asks_for_result = fetch.asks_for_result();
  }
  wide.answer = out.answer;
  if constexpr (requires { out.full; }) wide.full = out.full;
}

}  // namespace testbench
