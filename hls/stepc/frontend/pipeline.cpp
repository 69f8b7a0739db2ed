// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/frontend/pipeline.hpp"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Utils/LoopPeel.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "hls/stepc/frontend/clang.hpp"

namespace stepc {
namespace {

void set_options_of_passes() {
  static const std::string most = "-unroll-full-max-count=" + std::to_string(kMostIterations);
  static const std::string most_at_all = "-unroll-max-upperbound=" + std::to_string(kMostOpenIterations);
  const char* arguments[] = {"stepc", "-unroll-threshold=100000000", most.c_str(), most_at_all.c_str(),
                             "-unroll-max-iteration-count-to-analyze=0",
                             // A loop that is to be unrolled would become a copy of variable length.
                             "-disable-loop-idiom-memset", "-disable-loop-idiom-memcpy",
                             // i < n tells a bound, i != n does not.
                             "-disable-lftr"};
  static const bool once = llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(arguments)), arguments);
  (void)once;
}

const std::map<llvm::StringRef, Role> kRoles = {{"hls.module", Role::kModule},
                                                {"hls.memory.read", Role::kRead},
                                                {"hls.memory.write", Role::kWrite},
                                                {"hls.memory.request", Role::kRequest},
                                                {"hls.memory.data", Role::kData}};

// Reads the roles of functions, by name, and removes the annotations from the module: they would
// keep pointers to the functions.
std::map<std::string, Role> take_roles(llvm::Module& module) {
  std::map<std::string, Role> roles;
  llvm::GlobalVariable* annotations = module.getNamedGlobal("llvm.global.annotations");
  if (!annotations) return roles;
  for (const llvm::Use& entry : llvm::cast<llvm::ConstantArray>(annotations->getInitializer())->operands()) {
    const auto* fields = llvm::cast<llvm::ConstantStruct>(entry);
    const auto* function = llvm::dyn_cast<llvm::Function>(fields->getOperand(0)->stripPointerCasts());
    const auto* text = llvm::cast<llvm::GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    const auto name = llvm::cast<llvm::ConstantDataArray>(text->getInitializer())->getAsCString();
    if (const auto role = kRoles.find(name); function && role != kRoles.end())
      roles[function->getName().str()] = role->second;
  }
  annotations->eraseFromParent();
  return roles;
}

llvm::Function* find_top(llvm::Module& module) {
  llvm::GlobalVariable* pointer = nullptr;
  for (llvm::GlobalVariable& global : module.globals()) {
    if (global.getName().contains(kTopPointer)) pointer = &global;
  }
  llvm::Function* top =
      pointer ? llvm::dyn_cast<llvm::Function>(pointer->getInitializer()->stripPointerCasts()) : nullptr;
  if (!top || top->isDeclaration()) throw std::runtime_error("stepc: error: the top is not a function with a body");
  return top;
}

void set_inlining(llvm::Function& function, bool keep) {
  function.removeFnAttr(llvm::Attribute::NoInline);
  function.removeFnAttr(llvm::Attribute::AlwaysInline);
  function.removeFnAttr(llvm::Attribute::OptimizeNone);
  function.addFnAttr("no-jump-tables", "true");  // switches stay switches
  if (keep) {
    function.addFnAttr(llvm::Attribute::NoInline);
    // A weak function is replaceable, so no pass may conclude anything about a call from the body.
    function.setComdat(nullptr);
    function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
    function.addFnAttr(llvm::Attribute::WillReturn);
    function.addFnAttr(llvm::Attribute::NoUnwind);
  } else {
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    function.setComdat(nullptr);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

void mark_functions(Program& program) {
  for (llvm::Function& function : *program.module) {
    if (function.isDeclaration()) continue;
    const auto role = program.roles.find(&function);
    set_inlining(function, role != program.roles.end() || &function == program.top);
    if (role == program.roles.end() || role->second == Role::kModule) continue;
    function.deleteBody();  // a memory port: the translation knows what it does
    function.setMemoryEffects(role->second == Role::kRead || role->second == Role::kData
                                  ? llvm::MemoryEffects::argMemOnly()
                                  : llvm::MemoryEffects::unknown());
  }
}

// Two calls in branches that exclude one another stay two: a merged call has an object, or a text, that
// is chosen.
void keep_calls_apart(Program& program) {
  for (llvm::Function& function : *program.module) {
    if (program.roles.count(&function) == 0 && function.getName() != kAssert) continue;
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && call->getCalledFunction() == &function) call->addFnAttr(llvm::Attribute::NoMerge);
    }
  }
}

// Runs the passes of LLVM that `add` chooses.
template <class Add>
void run_passes(llvm::Module& module, const Add& add) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopInterleaving = false;
  tuning.LoopUnrolling = true;
  llvm::PassBuilder builder(nullptr, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  add(passes, builder);
  passes.run(module, modules);
}

// Removes what the top does not reach: inlining and unrolling would cost time for it. Variables
// stay as they are, so that a global that is written does not vanish in silence.
void drop_unreached_functions(llvm::Module& module, llvm::Function& top) {
  top.setLinkage(llvm::GlobalValue::ExternalLinkage);  // an inline function may be dropped
  for (const char* list : {"llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* used = module.getNamedGlobal(list)) used->eraseFromParent();
  }
  run_passes(module, [&](auto& passes, auto&) {
    passes.addPass(llvm::InternalizePass(
        [&](const llvm::GlobalValue& value) { return &value == &top || llvm::isa<llvm::GlobalVariable>(value); }));
    passes.addPass(llvm::GlobalDCEPass());
  });
}

void inline_calls(llvm::Module& module) {
  run_passes(module, [](auto& passes, auto&) { passes.addPass(llvm::AlwaysInlinerPass()); });
}

void simplify(llvm::Module& module, unsigned level) {
  const llvm::OptimizationLevel chosen = level == 1 ? llvm::OptimizationLevel::O1 : llvm::OptimizationLevel::O2;
  run_passes(module, [&](auto& passes, auto& builder) {
    // Two rounds are needed: loops that the first unrolls show the second the bounds of inner
    // loops.
    for (int round = 0; round < 2; ++round) {
      passes.addPass(builder.buildModuleSimplificationPipeline(chosen, llvm::ThinOrFullLTOPhase::None));
    }
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::LowerConstantIntrinsicsPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::UnifyFunctionExitNodesPass()));
  });
}

std::size_t count_loops(llvm::Module& module) {
  std::size_t count = 0;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) count += llvm::LoopInfo(llvm::DominatorTree(function)).getLoopsInPreorder().size();
  }
  return count;
}

// Unrolls loops that may end before their bound; the pipelines leave them alone.
void unroll_to_upper_bounds(llvm::Module& module) {
  run_passes(module, [](auto& passes, auto&) {
    llvm::LoopUnrollOptions options;
    options.setPartial(false).setRuntime(false).setPeeling(false).setUpperBound(true);
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::LoopUnrollPass(options)));
  });
}

// Copies the first iterations of loops whose end no pass has found in front of them. In the copies
// the loop's variables are constants or have narrow ranges, which may show that the loop never
// continues.
class PeelOpenLoops : public llvm::PassInfoMixin<PeelOpenLoops> {
 public:
  explicit PeelOpenLoops(unsigned iterations) : iterations_(iterations) {}

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) const {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (!loop->isInnermost()) continue;
      llvm::simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, false);
      llvm::formLCSSARecursively(*loop, dominators, &loops, &evolution);
      if (evolution.getSmallConstantTripCount(loop) != 0 || !llvm::canPeel(loop)) continue;
      llvm::ValueToValueMapTy copies;
      llvm::peelLoop(loop, iterations_, &loops, &evolution, dominators, &assumptions, true, copies);
    }
    return llvm::PreservedAnalyses::none();
  }

 private:
  unsigned iterations_;
};

// Does so with up to kMostOpenIterations, from the inner loops to the outer ones, a few iterations
// first.
void peel_open_loops(llvm::Module& module, unsigned level) {
  for (std::size_t before = 0, left = count_loops(module); left > 0 && left != before;) {
    before = left;
    for (unsigned done = 0; done < kMostOpenIterations && left == before;) {
      const unsigned iterations = done == 0 ? 8 : kMostOpenIterations - done;
      run_passes(module, [&](auto& passes, auto&) {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(PeelOpenLoops(iterations)));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::CorrelatedValuePropagationPass()));
      });
      simplify(module, level);
      done += iterations;
      left = count_loops(module);
    }
  }
}

bool asserts(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && call->getCalledFunction() && call->getCalledFunction()->getName() == kAssert) return true;
  }
  return false;
}

// Runs after inlining. Only functions with assertions, and those in `kept`, are walked again.
void drop_functions_without_assertions(llvm::Module& module, const std::set<std::string>& kept) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || asserts(function) || kept.count(function.getName().str()) > 0) continue;
    function.deleteBody();
  }
}

}  // namespace

Program prepare(const std::string& bitcode, unsigned level, Purpose purpose, Told told,
                const std::set<std::string>& kept) {
  set_options_of_passes();
  Program program;
  program.context = std::make_unique<llvm::LLVMContext>();
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "step function"), *program.context);
  if (!parsed) throw std::runtime_error("stepc: error: " + llvm::toString(parsed.takeError()));
  program.module = std::move(*parsed);
  llvm::Module& module = *program.module;
  const std::map<std::string, Role> roles = take_roles(module);
  program.top = find_top(module);
  drop_unreached_functions(module, *program.top);
  for (const auto& [name, role] : roles) {
    if (const llvm::Function* function = module.getFunction(name)) program.roles[function] = role;
  }
  program.has_assertions = has_assertions(module);
  purpose == Purpose::kHardware ? remove_assertions(module) : keep_assertions(module);
  if (told == Told::kBounds) tell_bounds_of_subscripts(module);
  mark_functions(program);
  keep_calls_apart(program);
  inline_calls(module);
  if (purpose == Purpose::kAssertions) drop_functions_without_assertions(module, kept);
  simplify(module, level);
  for (int round = 0; round < 3 && count_loops(module) > 0; ++round) {  // each round may show the bounds of inner loops
    unroll_to_upper_bounds(module);
    simplify(module, level);
  }
  peel_open_loops(module, level);
  return program;
}

}  // namespace stepc
