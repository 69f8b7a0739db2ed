// SPDX-License-Identifier: Apache-2.0
// RTL text of any configuration, made by stepc on first use. It comes from the model store.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "hls/configuration/node_configuration.hpp"

namespace testbench {

// The files that stepc makes from a configuration.
struct RtlText {
  std::string module;                // name in the text: the configuration's, with _core behind it for nodes with AXI
  std::filesystem::path sv;          // SystemVerilog
  std::filesystem::path harness;     // a C++ header for its Verilator model
  std::filesystem::path layout;      // JSON: where each register is in the C++
  std::shared_ptr<const void> held;  // keeps the files in the store
};
RtlText rtl_text(const hls::NodeConfiguration& configuration);

// Everything that the text is made of; its hash is the key.
std::string made_of_text(const hls::NodeConfiguration& configuration);

}  // namespace testbench
