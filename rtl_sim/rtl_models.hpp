// SPDX-License-Identifier: Apache-2.0
// Models of RTL nodes of any configuration: the text that stepc makes, compiled by Verilator and the
// compiler with what rtl_model.hpp adds. They come from the model store and are made when they are
// first asked for.
#pragma once

#include <filesystem>
#include <optional>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/nodes/nodes.hpp"

namespace rtl_sim {

// Puts into the store what a later run of the configuration needs: nodes, or the text alone of
// kinds that no engine runs.
void build_nodes(const hls::NodeConfiguration& configuration);

// How a model of RTL nodes is made.
struct RtlModelOptions {
  bool waves = false;                                      // it can write waveforms
  bool assertions = false;                                 // it checks those of the RTL
  std::optional<std::filesystem::path> sv = std::nullopt;  // SystemVerilog in place of what stepc makes, of the same
                                                           // module, ports and registers
};
// The nodes of a configuration of kind kNode or kBroadcast. The function lives as long as the
// process. Throws ModelError.
testbench::MakeRtlNodes& rtl_nodes(const hls::NodeConfiguration& configuration, const RtlModelOptions& options = {});

}  // namespace rtl_sim
