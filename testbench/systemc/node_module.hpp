// A node as a SystemC module: at every rising edge it reads its inputs, steps, and writes its output registers, which
// the neighbours see from the next edge on. `Nodes` holds the nodes themselves (testbench/native/cube_of_nodes.hpp), as
// C++ or as RTL.
#pragma once

#include <deque>
#include <optional>
#include <systemc>

#include "hls/router/node.hpp"
#include "testbench/node_memory.hpp"
#include "testbench/stall.hpp"
#include "testbench/systemc/flit_signal.hpp"

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
  static constexpr unsigned d = Config::kDimension;

  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_vector<sc_core::sc_in<router::Flit<Config>>> link_in{"link_in", d};
  sc_core::sc_vector<sc_core::sc_out<router::Flit<Config>>> link_out{"link_out", d};
  sc_core::sc_vector<sc_core::sc_in<bool>> go_in{"go_in", d};
  sc_core::sc_vector<sc_core::sc_out<bool>> go_out{"go_out", d};

  NodeModule(const sc_core::sc_module_name& name, std::uint32_t address, const CycleControl& control,
             const Stall& stall, Nodes& nodes, NodeMemory& memory)
      : sc_module(name), address_(address), control_(control), stall_(stall), nodes_(nodes), memory_(memory) {
    SC_HAS_PROCESS(NodeModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }

  std::uint32_t answer() const { return out_.answer; }

  // The next register access; one is done at every edge.
  void post(const router::RegisterAccess& access) { accesses_.push_back(access); }
  bool has_accesses() const { return !accesses_.empty(); }

  // What the coming edge takes.
  router::In<Config> inputs() const {
    router::In<Config> in;
    std::uint32_t go = 0;
    for (unsigned port = 0; port < d; ++port) {
      in.links[port] = link_in[port].read();
      go |= (go_in[port].read() ? 1u : 0u) << port;
      if (out_.fetches[port].valid) {
        const router::Header<Config>& header = out_.fetches[port].header;
        in.payloads[port] =
            hls::Bits<Config::kPayloadWidth>(memory_.fetch(address_, header.destination, header.sequence));
      }
    }
    in.go = hls::Bits<d>(go);
    in.eject_ready = hls::Bits<d>(stall_.ready(control_.moment.cycle, address_, d));
    in.start = hls::Bit(control_.start);
    if (!accesses_.empty()) in.access = accesses_.front();
    return in;
  }

 private:
  void on_clock() {
    const router::In<Config> in = inputs();
    if (!accesses_.empty()) accesses_.pop_front();
    for (unsigned port = 0; port < d; ++port) {
      if (out_.ejects[port].valid && (in.eject_ready >> port & 1u) != 0) {
        const router::Packet<Config>& packet = out_.ejects[port].packet;
        memory_.deliver(address_, packet.header.source, packet.header.sequence, packet.payload);
      }
    }
    nodes_.step(address_, in, out_);
    for (unsigned port = 0; port < d; ++port) {
      link_out[port].write(out_.links[port]);
      go_out[port].write((out_.go >> port & 1u) != 0);
    }
  }

  std::uint32_t address_;
  const CycleControl& control_;
  const Stall& stall_;
  Nodes& nodes_;
  NodeMemory& memory_;
  router::Out<Config> out_;
  std::deque<router::RegisterAccess> accesses_;
};

}  // namespace testbench
