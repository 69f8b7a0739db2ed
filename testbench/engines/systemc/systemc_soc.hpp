// SPDX-License-Identifier: Apache-2.0
// The systems of a cube in SystemC: a signal carries what a system drives through a port.
#pragma once

#include <ostream>
#include <string>

#include "testbench/engines/nodes/soc_mesh.hpp"
#include "testbench/engines/systemc/module_network.hpp"

namespace testbench {

template <class Config>
bool same(const router::Link<Config>& a, const router::Link<Config>& b) {
  return network::equal(a, b);
}
template <class Config>
bool same(const links::Phit<Config>& a, const links::Phit<Config>& b) {
  return a.word == b.word && a.kind.number() == b.kind.number() && a.go == b.go;
}

template <class Config>
bool operator==(const SocBundle<Config>& a, const SocBundle<Config>& b) {
  return same(a.link, b.link) && a.barrier == b.barrier;
}
template <class Config>
std::ostream& operator<<(std::ostream& out, const SocBundle<Config>& bundle) {
  return out << "go " << bundle.link.go << " barrier " << bundle.barrier;
}
template <class Config>
void sc_trace(sc_core::sc_trace_file* file, const SocBundle<Config>& bundle, const std::string& name) {
  sc_core::sc_trace(file, bundle.barrier, name + ".barrier");
}

// At every rising edge a system reads its inputs, steps, and writes its output registers.
template <class Config>
class SystemcSocMesh final : public SocMesh<NativeSoc<Config>> {
  using Base = SocMesh<NativeSoc<Config>>;

 public:
  SystemcSocMesh() : modules_(Base::kWiring, [this](network::Address node) { step(node); }) {
    for (const network::Address node : network::addresses(Base::kWiring.nodes())) drive(node);
  }

 private:
  SocBundle<Config> driven(network::Address node, unsigned port) const override { return modules_.read(node, port); }
  void step_all() override { modules_.cycle(); }
  void step(network::Address node) {
    Base::take_inputs(node);
    Base::step(node);
    drive(node);
  }
  void drive(network::Address node) {
    for (unsigned port = 0; port < Base::kWiring.ports(); ++port) modules_.write(node, port, Base::out(node, port));
  }

  ModuleNetwork<SocBundle<Config>> modules_;
};

}  // namespace testbench

#define CUBECAST_SYSTEMC_SOC                                                                    \
  extern "C" __attribute__((visibility("default"))) testbench::SocCube* cubecast_make_soc_cube( \
      const std::vector<bool>&) {                                                               \
    return new testbench::SystemcSocMesh<Config>;                                               \
  }
