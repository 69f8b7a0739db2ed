// SPDX-License-Identifier: Apache-2.0
// C++ of the project that is not in the program and is compiled on first use: nodes and meshes of
// configurations that few runs need.
#pragma once

#include <string>
#include <vector>

namespace testbench {

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
