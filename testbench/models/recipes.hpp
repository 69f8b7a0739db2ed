// SPDX-License-Identifier: Apache-2.0
// The models that are made on first use and come from the model store: RTL text of any
// configuration, made by stepc, and compiled C++. rtl_sim/rtl_models.hpp has a third, the RTL's own
// model.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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

// C++ of the project that is not in the program and is compiled on first use: nodes and meshes of
// configurations that few runs need.
struct CompiledModel {
  std::string kind;
  std::string name;                         // for people
  std::string source;                       // one translation unit
  std::string function;                     // extern "C" function in it
  std::vector<std::string> options = {};    // for the compiler
  std::vector<std::string> libraries = {};  // for the linker
};

// Returns the address of the function, which lives as long as the process. The model may use the
// testbench libraries in the program. Throws ModelError.
void* compiled_model(const CompiledModel& model);

// The models of that name in the list of the store, to be built again with the program's present
// headers and tools. (The list does not tell their functions.) Throw ModelError.
std::vector<CompiledModel> listed_models(const std::string& name);
void build(const CompiledModel& model);

}  // namespace testbench
