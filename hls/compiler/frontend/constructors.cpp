#include "hls/compiler/frontend/constructors.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
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

constexpr unsigned kMostSeconds = 10;

// How a process ended that did not end well; empty when it did.
std::string reason_against_end(int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    return "do not end within " + std::to_string(kMostSeconds) + " seconds";
  }
  if (WIFSIGNALED(status)) return "end in signal " + std::to_string(WTERMSIG(status)) + ", " + strsignal(WTERMSIG(status));
  return "end the program";
}

// Calls a constructor of the user's on memory that both processes see.
void run_apart(void (*construct)(void*, void*), unsigned char* state, unsigned char* out) {
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("stepc: error: cannot start a process for the constructors of State and Out");
  if (child == 0) {
    std::signal(SIGALRM, SIG_DFL);
    std::signal(SIGABRT, SIG_DFL);
    alarm(kMostSeconds);
    construct(state, out);
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const std::string reason = reason_against_end(status);
  if (!reason.empty()) {
    throw std::runtime_error("stepc: error: the constructors of State and Out " + reason +
                             "; they must run on the host, as they give the reset values");
  }
}

// Zeroed memory that a child process writes for its parent.
class SharedBytes {
 public:
  explicit SharedBytes(std::size_t size) : size_(std::max<std::size_t>(size, 1)) {
    void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("stepc: error: no memory for State and Out");
    bytes_ = static_cast<unsigned char*>(memory);
  }
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(const SharedBytes&) = delete;
  ~SharedBytes() { munmap(bytes_, size_); }

  unsigned char* data() { return bytes_; }
  std::vector<unsigned char> copy(std::size_t size) const { return {bytes_, bytes_ + size}; }

 private:
  std::size_t size_;
  unsigned char* bytes_ = nullptr;
};

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
  SharedBytes state(state_bytes);
  SharedBytes out(out_bytes);
  run_apart(construct, state.data(), out.data());
  return {state.copy(state_bytes), out.copy(out_bytes)};
}

}  // namespace stepc
