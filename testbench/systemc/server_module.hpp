// A node that serves broadcast requests as a SystemC module: at every rising edge it reads its inputs, steps, and writes its
// output registers, which the neighbours see from the next edge on. `Nodes` holds the nodes themselves
// (testbench/broadcast/mesh_of_servers.hpp), as C++ or as RTL.
#pragma once

#include <systemc>

#include "testbench/broadcast/server_surroundings.hpp"
#include "testbench/systemc/link_signal.hpp"
#include "testbench/systemc/wire_signal.hpp"

namespace testbench {

template <class Nodes>
class ServerModule : public sc_core::sc_module {
 public:
  using Config = typename Nodes::Config;
  using Link = network::Link<Config>;
  using Wire = broadcast::OnWires<Config>;
  static constexpr unsigned kPorts = broadcast::kDimension<Config>;

  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_vector<sc_core::sc_in<Link>> link_in{"link_in", kPorts};
  sc_core::sc_vector<sc_core::sc_out<Link>> link_out{"link_out", kPorts};
  sc_core::sc_vector<sc_core::sc_in<Wire>> wire_in{"wire_in", kPorts};
  sc_core::sc_vector<sc_core::sc_out<Wire>> wire_out{"wire_out", kPorts};

  // `moment`: the cycle that the coming edge begins; its cycle 0 is that of the start strobe.
  ServerModule(const sc_core::sc_module_name& name, Address address, const Moment& moment,
               ServerSurroundings<Config>& surroundings, Nodes& nodes)
      : sc_module(name), address_(address), moment_(moment), surroundings_(surroundings), nodes_(nodes) {
    SC_HAS_PROCESS(ServerModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }

  // A register access: a cycle of this node alone, with nothing on its links.
  void access(const broadcast::In<Config>& in) { nodes_.step(address_, in, links_, wires_); }
  const auto& links() const { return links_; }

 private:
  void on_clock() {
    broadcast::In<Config> in;
    for (unsigned port = 0; port < kPorts; ++port) {
      network::connect(link_in[port].read(), in.links[port]);
      in.wires[port] = wire_in[port].read();
    }
    surroundings_.provide(address_, moment_.cycle, nodes_.registers(address_), in);
    in.start = hls::Bit(moment_.started && moment_.cycle == 0);
    nodes_.step(address_, in, links_, wires_);
    surroundings_.observe(links_, wires_);
    for (unsigned port = 0; port < kPorts; ++port) {
      link_out[port].write(links_[port]);
      wire_out[port].write(wires_[port]);
    }
  }

  Address address_;
  const Moment& moment_;
  ServerSurroundings<Config>& surroundings_;
  Nodes& nodes_;
  decltype(broadcast::Out<Config>::links) links_ = router::open_links<Config>();
  decltype(broadcast::Out<Config>::wires) wires_;
};

}  // namespace testbench
