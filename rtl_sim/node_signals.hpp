// What a waveform shows of a node, port by port: the links, the flow control, and the streams to and from the memory.
//
//     node_3
//       port_0
//         link_out, link_in   valid, payload, source, destination, tree, sequence, rule
//         fetch, eject        the injector's request to the memory, the ejector's packet for it
//         go_out, go_in       this node, and the neighbour, takes packets through the port
#pragma once

#include <fmt/format.h>

#include <string>

#include "hls/router/node.hpp"
#include "rtl_sim/waveform.hpp"

namespace rtl_sim {

template <class Config>
class NodeSignals {
 public:
  NodeSignals(SignalGroup& group, std::uint32_t node) : group_(group) {
    const std::string scope = fmt::format("node_{}", node);
    visit({}, {}, [&](unsigned port, const char* stream, const char* name, unsigned width, std::uint64_t) {
      group_.add(fmt::format("{} port_{} {}", scope, port, stream), name, width);
    });
  }

  void set(const router::In<Config>& in, const router::Out<Config>& out) {
    std::size_t signal = 0;
    visit(in, out,
          [&](unsigned, const char*, const char*, unsigned, std::uint64_t value) { group_.set(signal++, value); });
  }

 private:
  template <class Visitor>
  static void visit(const router::In<Config>& in, const router::Out<Config>& out, Visitor visitor) {
    for (unsigned port = 0; port < Config::kDimension; ++port) {
      const auto show = [&](const char* stream, const char* name, unsigned width, std::uint64_t value) {
        visitor(port, stream, name, width, value);
      };
      show("", "go_out", 1, out.go >> port & 1u);
      show("", "go_in", 1, in.go >> port & 1u);
      visit_flit(out.links[port], "link_out", show);
      visit_flit(in.links[port], "link_in", show);
      show("fetch", "valid", 1, out.fetches[port].valid);
      show("fetch", "payload", Config::kPayloadWidth, in.payloads[port]);
      visit_header(out.fetches[port].header, "fetch", show);
      show("eject", "ready", 1, in.eject_ready >> port & 1u);
      visit_flit(out.ejects[port], "eject", show);
    }
  }

  template <class Show>
  static void visit_flit(const router::Flit<Config>& flit, const char* stream, Show show) {
    show(stream, "valid", 1, flit.valid);
    show(stream, "payload", Config::kPayloadWidth, flit.packet.payload);
    visit_header(flit.packet.header, stream, show);
  }

  template <class Show>
  static void visit_header(const router::Header<Config>& header, const char* stream, Show show) {
    show(stream, "source", Config::kDimension, header.source);
    show(stream, "destination", Config::kDimension, header.destination);
    show(stream, "tree", Config::kTreeWidth, header.tree);
    show(stream, "sequence", Config::kSequenceWidth, header.sequence);
    show(stream, "rule", 3, header.rule);
  }

  SignalGroup& group_;
};

}  // namespace rtl_sim
