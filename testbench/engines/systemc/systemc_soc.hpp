// SPDX-License-Identifier: Apache-2.0
// The systems of a cube in SystemC: a module for every node, a signal for what it drives through each port,
// one clock.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/engines/nodes/soc_mesh.hpp"
#include "testbench/engines/systemc/systemc_kernel.hpp"

namespace testbench {

template <class Config>
bool same(const router::Link<Config>& a, const router::Link<Config>& b) {
  return network::equal(a, b);
}
template <class Config>
bool same(const links::Phit<Config>& a, const links::Phit<Config>& b) {
  return a.word == b.word && a.kind.number() == b.kind.number() && a.go == b.go;
}

// A port carries a packet or a word, and the wire of the barrier beside it.
template <class Config>
struct SocBundle {
  typename soc::Channels<Config>::Array::value_type link;
  bool barrier = false;

  friend bool operator==(const SocBundle& a, const SocBundle& b) {
    return same(a.link, b.link) && a.barrier == b.barrier;
  }
  friend std::ostream& operator<<(std::ostream& out, const SocBundle& bundle) {
    return out << "go " << bundle.link.go << " barrier " << bundle.barrier;
  }
  friend void sc_trace(sc_core::sc_trace_file* file, const SocBundle& bundle, const std::string& name) {
    sc_core::sc_trace(file, bundle.barrier, name + ".barrier");
  }
};

// At every rising edge the system reads its inputs, steps, and writes its output registers.
template <class Config>
class SocModule : public sc_core::sc_module {
  static constexpr unsigned kPorts = soc::kPorts<Config>;

 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<bool> run{"run"};
  sc_core::sc_in<bool> rx{"rx"};
  sc_core::sc_in<bool> rx_ends{"rx_ends"};
  sc_core::sc_vector<sc_core::sc_in<SocBundle<Config>>> port_in{"port_in", kPorts};
  sc_core::sc_vector<sc_core::sc_out<SocBundle<Config>>> port_out{"port_out", kPorts};
  soc::Load load;  // before the clock starts to matter: no signal

  SocModule(const sc_core::sc_module_name& name, std::uint32_t number, SocWires<Config>& wires)
      : sc_module(name), number_(number), wires_(&wires) {
    SC_HAS_PROCESS(SocModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }
  const NativeSoc<Config>& soc() const { return soc_; }

 private:
  void on_clock() {
    soc::In<Config> in;
    std::uint32_t barrier = 0;
    for (unsigned port = 0; port < kPorts; ++port) {
      in.links[port] = port_in[port].read().link;
      constexpr typename Config::Network kNetwork{};
      const network::Address me(number_);
      wires_->pass(kNetwork.neighbour(me, port).number(), kNetwork.arrival_port(me, port), in.links[port]);
      barrier |= (port_in[port].read().barrier ? 1u : 0u) << port;
    }
    in.barrier = hls::Bits<kPorts>(barrier);
    in.number = hls::Bits<kPorts>(number_);
    in.run = hls::Bit(run.read());
    in.rx = hls::Bit(rx.read());
    in.rx_ends = hls::Bit(rx_ends.read());
    in.load = load;
    soc_.step(in);
    for (unsigned port = 0; port < kPorts; ++port) port_out[port].write(bundle(port));
  }
  SocBundle<Config> bundle(unsigned port) const {
    return {soc::Channels<Config>::of(soc_.out().node)[port], (soc_.out().barrier >> port & 1) != 0};
  }

  std::uint32_t number_;
  SocWires<Config>* wires_;
  NativeSoc<Config> soc_;
};

template <class Config>
class SystemcSocs final : public SocCube {
  static constexpr unsigned kPorts = soc::kPorts<Config>;
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;

 public:
  SystemcSocs()
      : clock_("clock", kPeriod, 0.5, kPeriod / 2),
        runs_("run", kNodes),
        rx_("rx", kNodes),
        rx_ends_("rx_ends", kNodes),
        bundles_("link", kNodes * kPorts),
        nodes_(kNodes) {
    constexpr typename Config::Network kNetwork{};
    for (auto& bundle : bundles_) bundle.write({soc::Channels<Config>::open()[0], false});
    for (std::uint32_t n = 0; n < kNodes; ++n) {
      const std::string name = "node_" + std::to_string(n);
      modules_.push_back(std::make_unique<SocModule<Config>>(name.c_str(), n, wires_));
      SocModule<Config>& module = *modules_.back();
      module.clock(clock_);
      module.run(runs_[n]);
      module.rx(rx_[n]);
      module.rx_ends(rx_ends_[n]);
      for (unsigned port = 0; port < kPorts; ++port) {
        const std::uint32_t neighbour = kNetwork.neighbour(network::Address(n), port).number();
        module.port_out[port](bundles_[n * kPorts + port]);
        module.port_in[port](bundles_[neighbour * kPorts + kNetwork.arrival_port(network::Address(n), port)]);
      }
    }
  }

  void disturb(const WireFaults& faults) override { wires_.disturb(faults); }
  void cycle(const Inputs& inputs) override {
    moves_ = false;
    wires_.next(inputs.cycle);
    for (std::uint32_t n = 0; n < kNodes; ++n) {
      moves_ = moves_ || moves_packets(modules_[n]->soc().out());
      runs_[n].write(inputs.runs[n] != 0);
      rx_[n].write(inputs.rx[n] != 0);
      rx_ends_[n].write(inputs.rx_ends[n] != 0);
      modules_[n]->load = load_of(inputs);
    }
    sc_core::sc_start(kPeriod);
    for (std::uint32_t n = 0; n < kNodes; ++n) observe(modules_[n]->soc(), inputs.runs[n] != 0, nodes_[n]);
  }
  const Node& node(std::uint32_t number) const override { return nodes_[number]; }
  bool moves() const override { return moves_; }
  std::optional<std::string> difference() override { return std::nullopt; }
  std::optional<std::string> difference_of_memories() override { return std::nullopt; }

 private:
  static inline const sc_core::sc_time kPeriod{10, sc_core::SC_NS};

  Kernel kernel_;  // first, because all SystemC objects need it
  sc_core::sc_clock clock_;
  sc_core::sc_vector<sc_core::sc_signal<bool>> runs_, rx_, rx_ends_;
  sc_core::sc_vector<sc_core::sc_signal<SocBundle<Config>>> bundles_;
  std::vector<std::unique_ptr<SocModule<Config>>> modules_;
  std::vector<Node> nodes_;
  SocWires<Config> wires_;
  bool moves_ = false;
};

}  // namespace testbench

#define CUBECAST_SYSTEMC_SOC                                                                    \
  extern "C" __attribute__((visibility("default"))) testbench::SocCube* cubecast_make_soc_cube( \
      const std::vector<bool>&) {                                                               \
    return new testbench::SystemcSocs<Config>;                                                  \
  }
