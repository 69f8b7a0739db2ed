#include "hls/compiler/frontend/constructors.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include <stdexcept>

#include "hls/compiler/frontend/assertions.hpp"
#include "hls/compiler/frontend/clang.hpp"

namespace stepc {
namespace {

template <class T>
T value_or_throw(llvm::Expected<T> expected) {
  if (!expected) {
    throw std::runtime_error("stepc: error: cannot evaluate the registers' constructors: " +
                             llvm::toString(expected.takeError()));
  }
  return std::move(*expected);
}

}  // namespace

ResetBytes construct_registers(const std::string& bitcode, std::size_t state_bytes, std::size_t out_bytes) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = value_or_throw(llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "constructors"), *context));
  remove_assertions(*module);
  const auto jit = value_or_throw(llvm::orc::LLJITBuilder().create());
  if (auto failed = jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context)))) {
    throw std::runtime_error("stepc: error: " + llvm::toString(std::move(failed)));
  }
  const auto construct = value_or_throw(jit->lookup(kConstruct)).toPtr<void (*)(void*, void*)>();
  ResetBytes bytes{std::vector<unsigned char>(state_bytes), std::vector<unsigned char>(out_bytes)};
  construct(bytes.state.data(), bytes.out.data());
  return bytes;
}

}  // namespace stepc
