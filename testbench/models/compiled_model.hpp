// SPDX-License-Identifier: Apache-2.0
// C++ of the project that is not in the program, compiled when it is first asked for: nodes and
// meshes of configurations that few runs use.
#pragma once

#include <string>
#include <vector>

namespace testbench {

struct CompiledModel {
  std::string kind;
  std::string name;                         // for people
  std::string source;                       // one translation unit
  std::string function;                     // extern "C", of it
  std::vector<std::string> options = {};    // of the compiler
  std::vector<std::string> libraries = {};  // of the linker
};

// The address of the function, which lives as long as the process. The model may use what the
// program has of the testbench's libraries. Throws ModelError.
void* compiled_model(const CompiledModel& model);

// The models of that name in the list of the store, to be built again as the program's headers and
// tools make them now. (They do not say what their function is.) Throw ModelError.
std::vector<CompiledModel> listed_models(const std::string& name);
void build(const CompiledModel& model);

}  // namespace testbench
