// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/frontend/constructors.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
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
#include <functional>
#include <map>
#include <stdexcept>

#include "hls/stepc/frontend/clang.hpp"
#include "hls/stepc/frontend/locations.hpp"
#include "hls/stepc/frontend/pipeline.hpp"

namespace stepc {
namespace {

template <class T>
T value_or_throw(llvm::Expected<T> expected) {
  if (!expected) throw std::runtime_error("stepc: error: " + llvm::toString(expected.takeError()));
  return std::move(*expected);
}

// Returns the places where the types of the top's parameters State and Out are declared.
std::pair<Location, Location> places_of_registers(const llvm::Module& module) {
  const auto place_of = [](const llvm::Function& top, unsigned parameter) {
    const llvm::DISubprogram* subprogram = top.getSubprogram();
    const llvm::DITypeRefArray types = subprogram ? subprogram->getType()->getTypeArray() : nullptr;
    const llvm::DIType* type = types && parameter < types.size() ? types[parameter] : nullptr;
    while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) type = derived->getBaseType();
    return type && type->getLine() != 0 ? location_of(*type) : location_of(top);
  };
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (!global.getName().contains(kTopPointer) || !global.hasInitializer()) continue;
    const auto* top = llvm::dyn_cast<llvm::Function>(global.getInitializer()->stripPointerCasts());
    if (top) return {place_of(*top, 1), place_of(*top, 3)};
  }
  return {};
}

// Returns a call of each function that the module only declares.
std::map<std::string, Location> places_of_unknown_calls(const llvm::Module& module) {
  std::map<std::string, Location> places;
  for (const llvm::Function& function : module) {
    for (const llvm::User* user : function.users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && function.isDeclaration()) places.emplace(function.getName().str(), location_of(*call));
    }
  }
  return places;
}

// Removes everything that the constructors do not need: compiling the step function for the host
// would take longer than all other work.
void keep_constructors(llvm::Module& module) {
  for (const char* roots : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"}) {
    if (llvm::GlobalVariable* global = module.getNamedGlobal(roots)) global->eraseFromParent();
  }
  llvm::internalizeModule(module, [](const llvm::GlobalValue& value) { return value.getName() == kConstruct; });
  llvm::PassBuilder builder;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  llvm::GlobalDCEPass().run(module, modules);
}

constexpr unsigned kMostSeconds = 5;

// Returns how a process failed; empty if it ended well.
std::string reason_against_end(int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    return "do not end within " + std::to_string(kMostSeconds) + " seconds";
  }
  if (WIFSIGNALED(status))
    return "end in signal " + std::to_string(WTERMSIG(status)) + ", " + strsignal(WTERMSIG(status));
  return "end the program";
}

// Calls a constructor of the user in a child process, on memory that both processes share. Returns
// why it failed; empty if it did not.
std::string run_apart(const std::function<void()>& construct) {
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("stepc: error: cannot start a process for the constructors of State and Out");
  if (child == 0) {
    std::signal(SIGALRM, SIG_DFL);
    std::signal(SIGABRT, SIG_DFL);
    alarm(kMostSeconds);
    construct();
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return reason_against_end(status);
}

// Memory that a child process writes for its parent; every byte is `byte` at first.
class SharedBytes {
 public:
  SharedBytes(std::size_t size, int byte) : size_(std::max<std::size_t>(size, 1)) {
    void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("stepc: error: no memory for State and Out");
    bytes_ = static_cast<unsigned char*>(memory);
    std::memset(bytes_, byte, size_);
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

// The bytes of an object constructed on zeros, and for each byte whether the constructor has set
// it.
struct Object {
  std::vector<unsigned char> bytes;
  std::vector<bool> is_set;
};

Object constructed(const std::function<void(void*)>& construct, std::size_t size, const char* name,
                   const Location& where) {
  const auto bytes_on = [&](int byte) {
    SharedBytes shared(size, byte);
    const std::string reason = run_apart([&] { construct(shared.data()); });
    if (!reason.empty()) {
      throw Untranslatable(where, std::string("the constructors of ") + name + " " + reason +
                                      "; they must run on the host, as they give the reset values");
    }
    return shared.copy(size);
  };
  Object object{bytes_on(0), {}};
  const std::vector<unsigned char> on_ones = bytes_on(0xff);
  for (std::size_t i = 0; i < size; ++i) object.is_set.push_back(object.bytes[i] == on_ones[i]);
  return object;
}

}  // namespace

ResetBytes construct_registers(const std::string& bitcode, std::size_t state_bytes, std::size_t out_bytes) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = value_or_throw(llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "constructors"), *context));
  remove_assertions(*module);
  const auto [state_place, out_place] = places_of_registers(*module);
  keep_constructors(*module);
  const std::map<std::string, Location> calls = places_of_unknown_calls(*module);
  llvm::StripDebugInfo(*module);
  auto machine = value_or_throw(llvm::orc::JITTargetMachineBuilder::detectHost());
  machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::None);  // the code runs once
  const auto jit = value_or_throw(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create());
  if (auto failed = jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context)))) {
    throw std::runtime_error("stepc: error: " + llvm::toString(std::move(failed)));
  }
  // Only the session knows which symbol is missing; by default it would print it.
  std::string cause;
  jit->getExecutionSession().setErrorReporter([&](llvm::Error error) { cause = llvm::toString(std::move(error)); });
  auto found = jit->lookup(kConstruct);
  if (!found) {
    const std::string error = llvm::toString(found.takeError());
    const std::string reason = cause.empty() ? error : cause;
    const auto call = std::find_if(calls.begin(), calls.end(),
                                   [&](const auto& place) { return reason.find(place.first) != std::string::npos; });
    throw Untranslatable(call == calls.end() ? state_place : call->second,
                         "cannot evaluate the constructors of State and Out: " + reason);
  }
  const auto construct = found->toPtr<void (*)(void*, void*)>();
  Object state = constructed([&](void* at) { construct(at, nullptr); }, state_bytes, "State", state_place);
  Object out = constructed([&](void* at) { construct(nullptr, at); }, out_bytes, "Out", out_place);
  return {std::move(state.bytes), std::move(out.bytes), std::move(state.is_set), std::move(out.is_set)};
}

}  // namespace stepc
