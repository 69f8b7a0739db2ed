// SPDX-License-Identifier: Apache-2.0
// The engines' concept of a node: a type with a configuration, a state, inputs, outputs and a step,
// like router::Node and broadcast::Node.
//
//     struct MyNode {
//       using Config = ...; using State = ...; using In = ...; using Out = ...;
//       static void step(State& state, const In& in, Out& out);   // one clock cycle
//     };
//
// In has links[port], payloads[stream], eject_ready, access and start, and a quiet(). Out has
// links[port], fetches[stream], ejects[port] and answer. A node with wires beside its links has
// wires[port] in both. A node with a link layer has phits[port] in both, and no
// links in In. A node to which requests come has In::request and Out::full.
//
// narrow() and widen() convert from and to the words of nodes.hpp.
#pragma once

#include <algorithm>
#include <concepts>

#include "testbench/engines/nodes/nodes.hpp"

namespace testbench {

template <class Node>
concept AnyNode = requires(typename Node::State& state, const typename Node::In& in, typename Node::Out& out) {
  typename Node::Config;
  { Node::In::quiet() } -> std::same_as<typename Node::In>;
  Node::step(state, in, out);
};

// Copies field by field, between words of two configurations.
template <class From, class To>
void copy_fields(const From& from, To& to) {
  network::each_field([](const char*, const auto& source,
                         auto& target) { target = std::decay_t<decltype(target)>::of_number(source.number()); },
                      from, to);
}

// A link without a packet leaves the packet's fields unchanged.
template <class From, class To>
void copy_link(const From& from, To& to) {
  to.valid = from.valid;
  to.go = from.go;
  if (from.valid) copy_fields(from.packet, to.packet);
}

// Phits of a link with fewer wires than WidePhit.
template <class Phit>
void copy_phit(const WidePhit& from, Phit& to) {
  for (std::size_t lane = 0; lane < to.word.size(); ++lane) {
    to.word[lane] = std::decay_t<decltype(to.word[lane])>(from.word[lane]);
  }
  to.kind = std::decay_t<decltype(to.kind)>::of_number(from.kind);
  to.go = hls::Bit(from.go);
}
template <class Phit>
void copy_phit(const Phit& from, WidePhit& to) {
  for (std::size_t lane = 0; lane < from.word.size(); ++lane)
    to.word[lane] = static_cast<std::uint32_t>(from.word[lane]);
  to.kind = static_cast<std::uint8_t>(from.kind.number());
  to.go = from.go != 0;
}

// `in`: the inputs of the node's last step; packet words stay where no packet has come. A node that is compiled for any
// number of trees has more streams than a run with few of them uses: the last ones stay quiet.
template <class In>
void narrow(const NodeInputs& wide, In& in) {
  for (std::size_t port = 0; port < wide.ports.size(); ++port) {
    if constexpr (requires { in.phits; }) {
      copy_phit(wide.ports[port].phit, in.phits[port]);
    } else {
      copy_link(wide.ports[port].link, in.links[port]);
    }
    if constexpr (requires { in.wires; }) {
      using Count = std::decay_t<decltype(in.wires[port].count)>;
      const WideCount& count = wide.ports[port].count;
      in.wires[port].valid = hls::Bit(count.valid);
      if (count.valid) in.wires[port].count = Count(count.count);
    }
  }
  for (std::size_t stream = 0; stream < std::min(in.payloads.size(), wide.payloads.size()); ++stream) {
    in.payloads[stream] = std::decay_t<decltype(in.payloads[stream])>(wide.payloads[stream]);
  }
  in.eject_ready = std::decay_t<decltype(in.eject_ready)>(wide.eject_ready);
  in.access = wide.access;
  in.start = hls::Bit(wide.start);
  if constexpr (requires { in.request; }) in.request = hls::Bit(wide.request);
}

// `out`: an Out, or a structure of references to its members where a mesh keeps them apart.
template <class Out>
void widen(const Out& out, NodeOutputs& wide) {
  for (std::size_t port = 0; port < out.ejects.size(); ++port) {
    copy_link(out.links[port], wide.ports[port].link);
    if constexpr (requires { out.phits; }) copy_phit(out.phits[port], wide.ports[port].phit);
    if constexpr (requires { out.wires; }) wide.ports[port].count = {out.wires[port].count, out.wires[port].valid != 0};
    wide.ejects[port].valid = out.ejects[port].valid;
    if (out.ejects[port].valid) copy_fields(out.ejects[port].packet, wide.ejects[port].packet);
  }
  for (std::size_t stream = 0; stream < std::min(out.fetches.size(), wide.fetches.size()); ++stream) {
    const auto& fetch = out.fetches[stream];
    wide.fetches[stream].valid = fetch.valid;
    if (!fetch.valid) continue;
    copy_fields(fetch.header, wide.fetches[stream].header);
    wide.fetches[stream].asks_for_result = fetch.asks_for_result();
  }
  wide.answer = out.answer;
  if constexpr (requires { out.done; }) wide.done = out.done;
  if constexpr (requires { out.full; }) wide.full = out.full;
}

}  // namespace testbench
