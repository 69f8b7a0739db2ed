#include "hls/compiler/steps.hpp"

#include <llvm/Support/raw_ostream.h>

#include "hls/compiler/design/arrays.hpp"
#include "hls/compiler/design/dump.hpp"
#include "hls/compiler/design/enables.hpp"
#include "hls/compiler/design/exports.hpp"
#include "hls/compiler/design/masked_choice.hpp"
#include "hls/compiler/design/names.hpp"
#include "hls/compiler/design/ports.hpp"
#include "hls/compiler/design/reset.hpp"
#include "hls/compiler/frontend/constructors.hpp"
#include "hls/compiler/walk/assertion_translator.hpp"
#include "hls/compiler/walk/translator.hpp"

namespace stepc {
namespace {

void run_frontend(Compilation& compilation) {
  compilation.bitcode = compile_to_bitcode(compilation.options.source);
  compilation.program = prepare(compilation.bitcode, compilation.options.pipeline);
}

void walk(Compilation& compilation) {
  Translator(compilation.program, compilation.design, compilation.signatures, compilation.diagnostics)
      .run(compilation.options.module);
}

void set_resets(Compilation& compilation) {
  const Design& design = compilation.design;
  const ResetBytes bytes = construct_registers(compilation.bitcode, design.top().state->bytes, design.out->bytes);
  set_reset_values(compilation.design, bytes, compilation.options.reset_data, compilation.diagnostics);
}

void show_registers_of_parts(Compilation& compilation) {
  export_registers(compilation.design, compilation.diagnostics);
}

// Behind everything that makes hardware, which does not depend on assertions.
void translate_assertions(Compilation& compilation) {
  if (!compilation.program.has_assertions) return;
  const Program program = prepare(compilation.bitcode, compilation.options.pipeline, Purpose::kAssertions);
  AssertionTranslator(program, compilation.design, compilation.signatures, compilation.diagnostics).run();
  if (!compilation.diagnostics.empty()) return;
  add_assertion_ports(compilation.design);
}

// A step that looks at the whole design, or at one module after the other.
template <void (*Run)(Design&)>
void on_design(Compilation& compilation) {
  Run(compilation.design);
}
template <void (*Run)(Module&)>
void on_modules(Compilation& compilation) {
  for (const auto& module : compilation.design.modules) Run(*module);
}

}  // namespace

std::string print_after(const Step& step, const Compilation& compilation) {
  std::string text = std::string("// after ") + step.name + "\n";
  if (!compilation.design.modules.empty()) return text + dump(compilation.design);
  llvm::raw_string_ostream stream(text);
  compilation.program.module->print(stream, nullptr);
  return text;
}

const std::vector<Step>& steps() {
  static const std::vector<Step> all = {
      {"frontend", run_frontend},
      {"walk", walk},
      {"array-ports", on_design<split_array_ports>},
      {"reset-values", set_resets},
      {"module-enables", on_design<set_module_enables>},
      {"exports", show_registers_of_parts},
      {"masked-choices", on_modules<mask_choices>},
      {"register-enables", on_modules<split_register_enables>},
      {"unused-inputs", on_design<drop_unused_inputs>},
      {"port-words", on_design<join_port_words>},
      {"assertions", translate_assertions},
      {"names", on_design<settle_names>},
  };
  return all;
}

}  // namespace stepc
