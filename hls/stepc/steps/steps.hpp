// SPDX-License-Identifier: Apache-2.0
// The steps from a C++ source to a design that can be printed.
//
//     Compilation compilation(options);
//     const int status = run(steps(), compilation, {}, std::cerr);
//     if (status != 0) return status;
//     to_systemverilog(compilation.design, {"fifo.cpp"});
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "hls/stepc/design/module.hpp"
#include "hls/stepc/frontend/clang.hpp"
#include "hls/stepc/frontend/pipeline.hpp"
#include "hls/stepc/walk/signature.hpp"

namespace stepc {

struct CompilationOptions {
  Source source{"", "step", {}, ""};
  std::string module;  // name of the top
  unsigned pipeline = 1;
  Arrays arrays = Arrays::kNumbered;
  bool reset_data = false;  // reset registers of structures with kHlsData too
};

struct Compilation {
  explicit Compilation(CompilationOptions given) : options(std::move(given)) { design.arrays = options.arrays; }

  CompilationOptions options;
  std::string bitcode;       // the output of clang
  std::string dependencies;  // likewise, a rule for make
  Told told = Told::kNothing;
  Program program;  // the output of LLVM's passes
  Design design;
  Signatures signatures;  // of the modules' functions
  Diagnostics diagnostics;
};

struct Step {
  const char* name;
  void (*run)(Compilation&);
};

// Returns all steps, in order.
const std::vector<Step>& steps();

// Exit statuses of stepc other than 0.
inline constexpr int kFailure = 1;        // the source is not translatable
inline constexpr int kUsage = 2;          // the command line is wrong
inline constexpr int kInternalError = 3;  // a step has broken an invariant

// Runs the steps. After each step, errors of the source end the run. Then the design is printed if
// `print_after` has the step's name or "all" (LLVM's IR as long as there is no design), and every
// invariant is checked. Warnings come last. All output goes to `messages`; each error and warning
// is one line. Returns 0 or an exit status.
int run(const std::vector<Step>& steps, Compilation& compilation, const std::vector<std::string>& print_after,
        std::ostream& messages);

}  // namespace stepc
