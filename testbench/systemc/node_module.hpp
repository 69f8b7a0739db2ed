// A node as a SystemC module: at every rising edge it reads its inputs, steps, and writes its output registers, which
// the neighbours see from the next edge on.
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
  std::uint64_t cycle = 0;  // since the start strobe
};

template <class Config>
class NodeModule : public sc_core::sc_module {
 public:
  static constexpr unsigned d = Config::kDimension;

  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_vector<sc_core::sc_in<router::Flit<Config>>> link_in{"link_in", d};
  sc_core::sc_vector<sc_core::sc_out<router::Flit<Config>>> link_out{"link_out", d};
  sc_core::sc_vector<sc_core::sc_in<bool>> go_in{"go_in", d};
  sc_core::sc_vector<sc_core::sc_out<bool>> go_out{"go_out", d};

  NodeModule(const sc_core::sc_module_name& name, std::uint32_t address, const CycleControl& control,
             const Stall& stall, NodeMemory& memory)
      : sc_module(name), address_(address), control_(control), stall_(stall), memory_(memory) {
    SC_HAS_PROCESS(NodeModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }

  router::State<Config>& state() { return state_; }
  std::uint32_t answer() const { return out_.answer; }

  // The next register access; one is done at every edge.
  void post(const router::RegisterAccess& access) { accesses_.push_back(access); }
  bool has_accesses() const { return !accesses_.empty(); }

 private:
  void on_clock() {
    router::In<Config> in;
    std::uint32_t go = 0;
    const std::uint32_t ready = stall_.ready(control_.cycle, address_, d);
    for (unsigned port = 0; port < d; ++port) {
      in.links[port] = link_in[port].read();
      go |= (go_in[port].read() ? 1u : 0u) << port;
      if (out_.fetches[port].valid) {
        const router::Header<Config>& header = out_.fetches[port].header;
        in.payloads[port] =
            hls::Bits<Config::kPayloadWidth>(memory_.fetch(address_, header.destination, header.sequence));
      }
      if (out_.ejects[port].valid && (ready >> port & 1u) != 0) {
        const router::Packet<Config>& packet = out_.ejects[port].packet;
        memory_.deliver(address_, packet.header.source, packet.header.sequence, packet.payload);
      }
    }
    in.go = hls::Bits<d>(go);
    in.eject_ready = hls::Bits<d>(ready);
    in.start = hls::Bit(control_.start);
    if (!accesses_.empty()) {
      in.access = accesses_.front();
      accesses_.pop_front();
    }
    router::Node<Config>::step(state_, in, out_);
    for (unsigned port = 0; port < d; ++port) {
      link_out[port].write(out_.links[port]);
      go_out[port].write((out_.go >> port & 1u) != 0);
    }
  }

  std::uint32_t address_;
  const CycleControl& control_;
  const Stall& stall_;
  NodeMemory& memory_;
  router::State<Config> state_;
  router::Out<Config> out_;
  std::deque<router::RegisterAccess> accesses_;
};

}  // namespace testbench
