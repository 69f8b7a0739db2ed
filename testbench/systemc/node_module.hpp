// A node as a SystemC module: at every rising edge it reads its inputs, steps, and writes its output registers, which
// the neighbours see from the next edge on. Its registers are accessed between edges. `Nodes` holds the nodes themselves
// (testbench/mesh/mesh_of_nodes.hpp), as C++ or as RTL.
#pragma once

#include <systemc>

#include "hls/router/node.hpp"
#include "testbench/mesh/fetched_payload.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/mesh/node_memory.hpp"
#include "testbench/mesh/stall.hpp"
#include "testbench/systemc/link_signal.hpp"

namespace testbench {

// What the testbench says to all nodes in a cycle.
struct CycleControl {
  bool start = false;
  Moment moment;
};

template <class Nodes>
class NodeModule : public sc_core::sc_module {
 public:
  using Config = typename Nodes::Config;
  using Link = network::Link<Config>;
  static constexpr unsigned kPorts = Config::Network::kPorts;

  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_vector<sc_core::sc_in<Link>> link_in{"link_in", kPorts};
  sc_core::sc_vector<sc_core::sc_out<Link>> link_out{"link_out", kPorts};

  NodeModule(const sc_core::sc_module_name& name, Address address, const CycleControl& control, const Stall& stall,
             Nodes& nodes, NodeMemory& memory)
      : sc_module(name), address_(address), control_(control), stall_(stall), nodes_(nodes), memory_(memory) {
    SC_HAS_PROCESS(NodeModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }

  // A register access: a cycle of this node alone, with nothing on its links. Returns what it then shows.
  const router::Out<Config>& access(const router::In<Config>& in) {
    nodes_.step(address_, in, out_);
    return out_;
  }
  std::uint32_t answer() const { return out_.answer; }
  // Shows what another node does, which its own has become.
  const router::Out<Config>& copy(const NodeModule& other) { return out_ = other.out_; }

  // What the coming edge takes.
  router::In<Config> inputs() const {
    router::In<Config> in;
    for (unsigned port = 0; port < kPorts; ++port) {
      network::connect(link_in[port].read(), in.links[port]);
    }
    for (unsigned stream = 0; stream < router::kStreams<Config>; ++stream) {
      const router::Fetch<Config>& fetch = out_.fetches[stream];
      if (fetch.valid) in.payloads[stream] = fetched_payload<Config>(memory_, address_, fetch);
    }
    in.eject_ready = network::PortSet<Config>(stall_.ready(control_.moment.cycle, address_, kPorts));
    in.start = hls::Bit(control_.start);
    return in;
  }

 private:
  void on_clock() {
    const router::In<Config> in = inputs();
    const network::Ports ready = in.eject_ready;
    for (unsigned port = 0; port < kPorts; ++port) {
      if (!out_.ejects[port].valid || !ready.contains(port)) continue;
      const network::Packet<Config>& packet = out_.ejects[port].packet;
      memory_.deliver(address_, packet.header.source, packet.header.sequence, packet.payload, port);
    }
    nodes_.step(address_, in, out_);
    for (unsigned port = 0; port < kPorts; ++port) link_out[port].write(out_.links[port]);
  }

  Address address_;
  const CycleControl& control_;
  const Stall& stall_;
  Nodes& nodes_;
  NodeMemory& memory_;
  router::Out<Config> out_;
};

}  // namespace testbench
