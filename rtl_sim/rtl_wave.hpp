// SPDX-License-Identifier: Apache-2.0
// The waveform of the RTL nodes of a mesh. Scope node_<address> has a node's ports (NodeSignals)
// and its RTL; scope cube has the number of the cycle and the difference that a lockstep run has
// found.
//
// A cycle shows the registers before the edge that ends it, with the inputs of this edge.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rtl_sim/rtl_nodes.hpp"
#include "rtl_sim/waveform.hpp"

namespace rtl_sim {

// The signals of a node in a waveform, port by port: the links, the flow control, and the streams
// to and from the memory.
//
//     node_3
//       port_0
//         link_out, link_in   the fields of a link (hls/network): payload, sequence ... valid, go
//         fetch               the injector's request to the memory: header, valid, and payload
//         eject_fetch         the request of the combining ejector's injector, in combining nodes
//         told_out, told_in   in nodes that serve broadcast requests: counts on wires beside links
//         eject               the ejector's packet for the memory: the fields of a flit, and ready
template <testbench::AnyNode Node>
class NodeSignals {
 public:
  using Config = typename Node::Config;
  using In = typename Node::In;
  using Out = typename Node::Out;

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

template <testbench::AnyNode Node, class Harness>
class RtlWave {
 public:
  using In = typename Node::In;

  // `nodes`: by address, null where a node is not RTL. They must outlive the waveform.
  RtlWave(const testbench::WaveRequest& request, const std::vector<RtlNode<Node, Harness>*>& nodes)
      : file_(request), cube_(file_.add_group()), nodes_(nodes.size()), ins_(nodes.size()) {
    // The order follows CubeSignal.
    cube_.add("cube", "cycle", 32);
    cube_.add("cube lockstep", "differs", 1);
    cube_.add("cube lockstep", "node", 32);
    cube_.add("cube lockstep", "rtl", 64);
    cube_.add("cube lockstep", "native", 64);
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
      if (nodes[node] == nullptr) continue;
      nodes_[node] = std::make_unique<ShownNode>(*nodes[node], NodeSignals<Node>(file_.add_group(), node));
      nodes[node]->model().trace(&file_.file(), Waveform::kLevels);
    }
    file_.open();
  }
  // Shows the effect of the last edge, with the inputs that it took.
  ~RtlWave() {
    if (file_.has_shown()) show(file_.next(), 0, ins_);
  }
  RtlWave(const RtlWave&) = delete;
  RtlWave& operator=(const RtlWave&) = delete;

  bool wants(const testbench::Moment& moment) const { return file_.wants(moment); }
  bool has_shown() const { return file_.has_shown(); }

  // Records the coming cycle of nodes first .. first + ins.size() - 1; the other nodes' clocks
  // stand still.
  void record(const testbench::Moment& moment, network::Address first, std::span<const In> ins) {
    std::copy(ins.begin(), ins.end(), ins_.begin() + first.number());
    show(moment, first.number(), ins);
  }

  void mark(const testbench::RegisterDifference& difference) {
    cube_.set(kDiffers, 1);
    cube_.set(kNode, difference.node.number());
    cube_.set(kRtl, difference.rtl);
    cube_.set(kNative, difference.native);
  }

 private:
  enum CubeSignal : std::size_t { kCycle, kDiffers, kNode, kRtl, kNative };

  struct ShownNode {
    RtlNode<Node, Harness>& rtl;
    NodeSignals<Node> signals;

    void show(const In& in) {
      typename Node::Out out;
      rtl.show(in);
      Harness::sample(rtl.model(), out);
      signals.set(in, out);
    }
  };

  void show(const testbench::Moment& moment, std::uint32_t first, std::span<const In> ins) {
    cube_.set(kCycle, moment.cycle);
    for (std::size_t i = 0; i < ins.size(); ++i) {
      if (nodes_[first + i] != nullptr) nodes_[first + i]->show(ins[i]);
    }
    file_.show_high(moment);
    for (std::size_t i = 0; i < ins.size(); ++i) {
      if (nodes_[first + i] != nullptr) nodes_[first + i]->rtl.fall();
    }
    file_.show_low();
  }

  Waveform file_;
  SignalGroup& cube_;
  std::vector<std::unique_ptr<ShownNode>> nodes_;  // by address; null where a node is not RTL
  std::vector<In> ins_;                            // the last inputs of each node
};

}  // namespace rtl_sim
