// SPDX-License-Identifier: Apache-2.0
// RTL of any configuration as text, by stepc. It comes from the model store and is made when it is
// first asked for.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "hls/configuration/node_configuration.hpp"

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

// The hash of it will be that of all that it is made of, which is this.
std::string made_of_text(const hls::NodeConfiguration& configuration);

}  // namespace testbench
