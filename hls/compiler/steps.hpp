// The way from a C++ source to a design that can be printed, step by step.
//
//     Compilation compilation(options);
//     for (const Step& step : steps()) {
//       step.run(compilation);
//       if (!compilation.diagnostics.empty()) return 1;  // the design is not complete
//     }
//     to_systemverilog(compilation.design, {"fifo.cpp"});
#pragma once

#include <string>
#include <vector>

#include "hls/compiler/design/module.hpp"
#include "hls/compiler/frontend/clang.hpp"
#include "hls/compiler/frontend/pipeline.hpp"
#include "hls/compiler/walk/callees.hpp"

namespace stepc {

struct CompilationOptions {
  Source source{"", "step", {}, "", ""};
  std::string module;  // name of the top
  unsigned pipeline = 1;
  Arrays arrays = Arrays::kNumbered;
  bool reset_data = false;  // reset registers of structures with kHlsData too
};

struct Compilation {
  explicit Compilation(CompilationOptions given) : options(std::move(given)) { design.arrays = options.arrays; }

  CompilationOptions options;
  std::string bitcode;  // as clang gave it
  Program program;      // as LLVM's passes left it
  Design design;
  Signatures signatures;  // of the modules' functions
  Diagnostics diagnostics;
};

struct Step {
  const char* name;
  void (*run)(Compilation&);
};

// What --print-after shows once a step has run: the design, or LLVM's IR as long as there is no design.
std::string print_after(const Step& step, const Compilation& compilation);

// All of them, in order.
const std::vector<Step>& steps();

}  // namespace stepc
