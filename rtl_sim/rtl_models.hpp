// SPDX-License-Identifier: Apache-2.0
// Models of RTL nodes of any configuration, of the core beside them, and of whole systems: stepc's text,
// compiled by Verilator and the compiler together with rtl_model.hpp, rtl_core.hpp or rtl_soc.hpp. They come from the model store
// and are made on first use.
#pragma once

#include <filesystem>
#include <optional>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/engines/nodes/core_model.hpp"
#include "testbench/engines/nodes/nodes.hpp"
#include "testbench/engines/nodes/soc_cube.hpp"

namespace rtl_sim {

// Puts a configuration's nodes into the store for later runs, or only the text for kinds that no
// engine runs.
void build_nodes(const hls::NodeConfiguration& configuration);

// The options of a model of RTL nodes.
struct RtlModelOptions {
  bool waves = false;                                      // it can write waveforms
  bool assertions = false;                                 // it checks the assertions of the RTL
  std::optional<std::filesystem::path> sv = std::nullopt;  // SystemVerilog in place of stepc's, with the same
                                                           // module, ports and registers
};
// The nodes of a configuration of kind kNode or kBroadcast. The function lives as long as the
// process. Throws ModelError.
testbench::MakeRtlNodes& rtl_nodes(const hls::NodeConfiguration& configuration, const RtlModelOptions& options = {});

// Throw ModelError.
std::unique_ptr<testbench::CoreModel> rtl_core();
std::unique_ptr<testbench::SocCube> rtl_systems(const hls::NodeConfiguration& configuration,
                                                const std::vector<bool>& rtl_nodes);

}  // namespace rtl_sim
