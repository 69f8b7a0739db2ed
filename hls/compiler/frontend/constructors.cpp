#include "hls/compiler/frontend/constructors.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <stdexcept>

#include "hls/compiler/frontend/assertions.hpp"
#include "hls/compiler/frontend/clang.hpp"

namespace stepc {
namespace {

// `cause`: what is known beside the error.
template <class T>
T value_or_throw(llvm::Expected<T> expected, const std::string& cause = "") {
  if (!expected) {
    const std::string error = llvm::toString(expected.takeError());
    throw std::runtime_error("stepc: error: cannot evaluate the constructors of State and Out: " +
                             (cause.empty() ? error : cause));
  }
  return std::move(*expected);
}

// Leaves what the constructors need: compiling the step function for the host would take longer than all the rest.
void keep_constructors(llvm::Module& module) {
  llvm::StripDebugInfo(module);
  for (const char* roots : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"}) {
    if (llvm::GlobalVariable* global = module.getNamedGlobal(roots)) global->eraseFromParent();
  }
  llvm::internalizeModule(module, [](const llvm::GlobalValue& value) { return value.getName() == kConstruct; });
  llvm::PassBuilder builder;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  llvm::GlobalDCEPass().run(module, modules);
}

}  // namespace

ResetBytes construct_registers(const std::string& bitcode, std::size_t state_bytes, std::size_t out_bytes) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = value_or_throw(llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "constructors"), *context));
  remove_assertions(*module);
  keep_constructors(*module);
  auto machine = value_or_throw(llvm::orc::JITTargetMachineBuilder::detectHost());
  machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::None);  // it runs once
  const auto jit = value_or_throw(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create());
  if (auto failed = jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context)))) {
    throw std::runtime_error("stepc: error: " + llvm::toString(std::move(failed)));
  }
  // Only the session knows what is missing; it would print it.
  std::string cause;
  jit->getExecutionSession().setErrorReporter([&](llvm::Error error) { cause = llvm::toString(std::move(error)); });
  auto found = jit->lookup(kConstruct);
  const auto construct = value_or_throw(std::move(found), cause).toPtr<void (*)(void*, void*)>();
  ResetBytes bytes{std::vector<unsigned char>(state_bytes), std::vector<unsigned char>(out_bytes)};
  construct(bytes.state.data(), bytes.out.data());
  return bytes;
}

}  // namespace stepc
