// SPDX-License-Identifier: Apache-2.0
// The engine whose nodes are RTL, alone or with C++ beside them in lockstep. It registers itself:
// nothing in testbench depends on it, and any program that links this folder has it.
#include "firmware/networks/cube_addresses.hpp"
#include "firmware/networks/network.hpp"
#include "rtl_sim/rtl_models.hpp"
#include "testbench/engines/mesh/engine.hpp"
#include "testbench/engines/mesh/rtl_configuration.hpp"
#include "testbench/engines/mesh/wide_mesh.hpp"

namespace rtl_sim {
namespace {

using testbench::MeshSetting;

std::unique_ptr<testbench::Nodes> make_nodes(const MeshSetting& setting) {
  testbench::RtlRequest request;
  request.nodes = setting.network.nodes();
  request.is_rtl = setting.rtl_nodes;
  request.lockstep = setting.lockstep;
  request.wave = setting.wave;
  RtlModelOptions options;
  options.waves = setting.wave.has_value();
  if (!setting.sv.empty()) options.sv = setting.sv;
  return std::unique_ptr<testbench::Nodes>(rtl_nodes(testbench::rtl_configuration(setting), options)(request));
}

std::unique_ptr<testbench::Mesh> make_mesh(const MeshSetting& setting,
                                           std::unique_ptr<testbench::Environment> environment) {
  MeshSetting all = setting;
  all.rtl_nodes.assign(setting.network.nodes(), true);
  return std::make_unique<testbench::WideMesh>(all, make_nodes(all), std::move(environment));
}

}  // namespace
}  // namespace rtl_sim

// Linkers take the symbol from the library by this name (CMakeLists.txt).
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" const bool cubecast_rtl_engine =
    testbench::register_engine({.name = "rtl",
                                .limits = {16, network::kMaxNodes, network::kMaxPorts},
                                .make = rtl_sim::make_mesh,
                                .make_nodes = rtl_sim::make_nodes,
                                .build = rtl_sim::build_nodes,
                                .make_core = rtl_sim::rtl_core,
                                .make_systems = rtl_sim::rtl_systems});
