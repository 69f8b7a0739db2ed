// SPDX-License-Identifier: Apache-2.0
// The models that are made on first use and come from the model store: RTL text of any
// configuration, made by stepc, and compiled C++. rtl_sim/rtl_models.hpp has a third, the RTL's own
// model.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hls/configuration/node_configuration.hpp"
#include "testbench/engines/models/toolchain.hpp"

namespace testbench {

// C++ for stepc.
struct HardwareSource {
  std::string name;    // for people, and of the file
  std::string module;  // name in the RTL
  std::string text;
};
// A configuration's module has its name, with _core behind it for nodes with AXI.
// `program`: of a system, in its memory at power-up.
HardwareSource hardware_source(const hls::NodeConfiguration& configuration,
                               std::span<const std::uint32_t> program = {});

// The files that stepc makes.
struct RtlText {
  std::filesystem::path sv;          // SystemVerilog
  std::filesystem::path harness;     // a C++ header for its Verilator model
  std::filesystem::path layout;      // JSON: where each register is in the C++
  std::shared_ptr<const void> held;  // keeps the files in the store
};
RtlText rtl_text(const HardwareSource& source);

// Everything that the text is made of; its hash is the key.
std::string made_of_text(const HardwareSource& source);

// Precompiled headers in a folder of the store. Reading headers takes longer than compiling most
// models.
class PrecompiledHeader {
 public:
  // The command that makes them from a header, given by its path below the project's root.
  static Command command(const std::string& header, const std::vector<std::string>& options,
                         const std::filesystem::path& folder);
  // To be called after the command.
  static void seal(const std::filesystem::path& folder);
  // False if a header has changed since, of the system for example. The compiler would refuse it.
  static bool fits(const std::filesystem::path& folder);
  // The options that take them. The other options must be those of the command.
  static std::vector<std::string> options(const std::filesystem::path& folder);
};

// C++ of the project that is not in the program and is compiled on first use: nodes and meshes of
// configurations that few runs need.
struct CompiledModel {
  std::string kind;
  std::string name;                         // for people
  std::string header;                       // path below the project's root; compiled once for all models
  std::string source;                       // what follows the header
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
