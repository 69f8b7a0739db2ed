// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/steps/steps.hpp"

#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "hls/stepc/design/dump.hpp"
#include "hls/stepc/design/transforms.hpp"
#include "hls/stepc/design/verify.hpp"
#include "hls/stepc/frontend/constructors.hpp"
#include "hls/stepc/walk/assertions.hpp"
#include "hls/stepc/walk/translator.hpp"

namespace stepc {
namespace {

void run_frontend(Compilation& compilation) {
  CompiledSource compiled = compile_to_bitcode(compilation.options.source);
  compilation.bitcode = std::move(compiled.bitcode);
  compilation.dependencies = std::move(compiled.dependencies);
  compilation.program = prepare(compilation.bitcode, compilation.options.pipeline);
}

void walk(Compilation& compilation, Addresses addresses) {
  Translator(compilation.program, compilation.design, compilation.signatures, compilation.diagnostics, addresses)
      .run(compilation.options.module);
}

// Most programs leave no doubt which array they index. For the others LLVM is told the bounds of
// the arrays, and the walk starts again.
void walk(Compilation& compilation) {
  try {
    walk(compilation, Addresses::kCertain);
  } catch (const AmbiguousAddress&) {
    compilation.design = Design();
    compilation.design.arrays = compilation.options.arrays;
    compilation.signatures.clear();
    compilation.diagnostics = Diagnostics();
    compilation.told = Told::kBounds;
    compilation.program.module.reset();  // before its context
    compilation.program =
        prepare(compilation.bitcode, compilation.options.pipeline, Purpose::kHardware, compilation.told);
    walk(compilation, Addresses::kAny);
  }
}

void set_resets(Compilation& compilation) {
  const Design& design = compilation.design;
  const ResetBytes bytes = construct_registers(compilation.bitcode, design.top().state->bytes, design.out->bytes);
  set_reset_values(compilation.design, bytes, compilation.options.reset_data, compilation.diagnostics);
}

void show_registers_of_parts(Compilation& compilation) {
  export_registers(compilation.design, compilation.diagnostics);
}

// Runs after every step that makes hardware, so that hardware does not depend on assertions.
void translate_assertions(Compilation& compilation) {
  if (!compilation.program.has_assertions) return;
  std::set<std::string> kept;  // assertions of one function depend on the functions before it
  for (const auto& module : compilation.design.modules) {
    for (const Entry& entry : module->entries) {
      if (module->has_entry_enables()) kept.insert(entry.function);
    }
  }
  const Program program =
      prepare(compilation.bitcode, compilation.options.pipeline, Purpose::kAssertions, compilation.told, kept);
  AssertionTranslator(program, compilation.design, compilation.signatures, compilation.diagnostics).run();
  if (!compilation.diagnostics.empty()) return;
  add_assertion_ports(compilation.design);
}

bool is_wanted(const std::vector<std::string>& names, const Step& step) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return name == "all" || name == step.name; });
}

std::string printed(const Compilation& compilation) {
  if (!compilation.design.modules.empty()) return dump(compilation.design);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (compilation.program.module) compilation.program.module->print(stream, nullptr);
  return text;
}

// Makes a step of a function of the whole design, or of a function of one module.
template <void (*Run)(Design&)>
void on_design(Compilation& compilation) {
  Run(compilation.design);
}
template <void (*Run)(Module&)>
void on_modules(Compilation& compilation) {
  for (const auto& module : compilation.design.modules) Run(*module);
}

}  // namespace

const std::vector<Step>& steps() {
  static const std::vector<Step> all = {
      {"frontend", run_frontend},
      {"walk", walk},
      {"array-ports", on_design<split_array_ports>},
      {"reset-values", set_resets},
      {"module-enables", on_design<set_module_enables>},
      {"exports", show_registers_of_parts},
      {"constant-inputs", on_design<settle_constant_inputs>},
      {"masked-choices", on_modules<mask_choices>},
      {"register-enables", on_modules<split_register_enables>},
      {"unused-inputs", on_design<drop_unused_inputs>},
      {"port-words", on_design<join_port_words>},
      {"assertions", translate_assertions},
      {"clocks", on_design<drop_unused_clocks>},
      {"names", on_design<settle_names>},
  };
  return all;
}

int run(const std::vector<Step>& steps, Compilation& compilation, const std::vector<std::string>& print_after,
        std::ostream& messages) {
  for (const Step& step : steps) {
    step.run(compilation);
    if (!compilation.diagnostics.empty()) {
      messages << compilation.diagnostics.text();
      return kFailure;
    }
    if (is_wanted(print_after, step)) messages << "// after " << step.name << "\n" << printed(compilation);
    const std::vector<std::string> faults = verify(compilation.design);
    for (const std::string& fault : faults) {
      messages << "stepc: internal error: after step '" << step.name << "': " << fault
               << " (this is a fault of stepc)\n";
    }
    if (!faults.empty()) return kInternalError;
  }
  messages << compilation.diagnostics.warnings();
  return 0;
}

}  // namespace stepc
