// What a waveform shows of a node, port by port: the links, the flow control, and the streams to
// and from the memory.
//
//     node_3
//       port_0
//         link_out, link_in   the fields of a link (hls/network): payload, sequence ... valid, go
//         fetch               the injector's request to the memory: the fields of a header, valid, and the payload
//         eject_fetch         the same of the combining ejector's injector, in nodes that combine packets
//         told_out, told_in   of nodes that serve broadcast requests: what they tell one another on wires beside the links
//         eject               the ejector's packet for the memory: the fields of a flit, and ready
#pragma once

#include <string>

#include "rtl_sim/waveform.hpp"
#include "testbench/nodes/node_kind.hpp"

namespace rtl_sim {

template <class Kind>
class NodeSignals {
 public:
  using Config = typename Kind::Config;
  using In = typename Kind::In;
  using Out = typename Kind::Out;

  NodeSignals(SignalGroup& group, std::uint32_t node) : group_(group) {
    const std::string scope = "node_" + std::to_string(node);
    visit({}, {}, [&](unsigned port, const char* stream, const char* name, unsigned width, std::uint64_t) {
      group_.add(scope + " port_" + std::to_string(port) + " " + stream, name, width);
    });
  }

  void set(const In& in, const Out& out) {
    std::size_t signal = 0;
    visit(in, out,
          [&](unsigned, const char*, const char*, unsigned, std::uint64_t value) { group_.set(signal++, value); });
  }

 private:
  static constexpr unsigned kPorts = Config::Network::kPorts;

  template <class Visitor>
  static void visit(const In& in, const Out& out, Visitor visitor) {
    for (unsigned port = 0; port < kPorts; ++port) {
      const auto stream = [&](const char* stream_name) {
        return [port, stream_name, &visitor](const char* name, const auto& field) {
          visitor(port, stream_name, name, std::decay_t<decltype(field)>::kWidth, field.number());
        };
      };
      network::each_field(stream("link_out"), out.links[port]);
      network::each_field(stream("link_in"), in.links[port]);
      network::each_field(stream("fetch"), out.fetches[port].header);
      stream("fetch")("valid", out.fetches[port].valid);
      stream("fetch")("payload", in.payloads[port]);
      if constexpr (router::combines<Config>()) {
        const router::Fetch<Config>& own = out.fetches[kPorts + port];
        network::each_field(stream("eject_fetch"), own.header);
        stream("eject_fetch")("valid", own.valid);
        stream("eject_fetch")("payload", in.payloads[kPorts + port]);
      }
      if constexpr (requires { out.wires; }) {
        broadcast::OnWires<Config>::each_field(stream("told_out"), out.wires[port]);
        broadcast::OnWires<Config>::each_field(stream("told_in"), in.wires[port]);
      }
      network::each_field(stream("eject"), out.ejects[port]);
      stream("eject")("ready", hls::Bit(network::Ports(in.eject_ready).contains(port)));
    }
  }

  SignalGroup& group_;
};

}  // namespace rtl_sim
