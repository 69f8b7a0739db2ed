// RTL of any configuration: its text, by stepc, and its nodes, by Verilator and the compiler. Both
// come from the model store and are made when they are first asked for.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/nodes/nodes.hpp"

namespace testbench {

// The files that stepc has made of a configuration.
struct RtlText {
  std::string module;             // its name in the text: that of the configuration, _core behind it for nodes with AXI
  std::filesystem::path sv;       // SystemVerilog
  std::filesystem::path harness;  // a C++ header for its Verilator model
  std::filesystem::path layout;   // JSON: where each register is in the C++
  std::shared_ptr<const void> held;  // nobody removes the files meanwhile
};
RtlText rtl_text(const hls::NodeConfiguration& configuration);

// Puts into the store what a later run of the configuration needs: nodes, or the text alone of
// kinds that no engine runs.
void build_rtl(const hls::NodeConfiguration& configuration);

// How a model of RTL nodes is made.
struct RtlModelOptions {
  bool waves = false;                                      // it can write waveforms
  bool assertions = false;                                 // it checks those of the RTL
  std::optional<std::filesystem::path> sv = std::nullopt;  // SystemVerilog in place of what stepc makes, of the same
                                                           // module, ports and registers
};
// The nodes of a configuration of kind kNode or kBroadcast. The function lives as long as the
// process. Throws ModelError.
MakeRtlNodes& rtl_nodes(const hls::NodeConfiguration& configuration, const RtlModelOptions& options = {});

}  // namespace testbench
