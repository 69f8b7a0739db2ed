// SPDX-License-Identifier: Apache-2.0
// Tests the call of clang: its arguments, its output and its errors.
#include "hls/stepc/frontend/clang.hpp"

#include <gtest/gtest.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <fstream>

#include "test_support/command.hpp"

namespace stepc {
namespace {

class Clang : public testing::Test {
 protected:
  test_support::Scratch scratch_;

  Source source(const std::string& text) {
    const std::string path = (scratch_ / "stepc_clang.cpp").string();
    std::ofstream(path) << text;
    return {path, "step", {}, "", ""};
  }
  std::unique_ptr<llvm::Module> compiled(const Source& source) {
    const std::string bitcode = compile_to_bitcode(source);
    return llvm::cantFail(llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "test"), context_));
  }
  std::string error_of(const Source& source) {
    try {
      compile_to_bitcode(source);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  static constexpr char kStep[] =
      "struct State {}; struct In {}; struct Out {}; void step(State&, const In&, Out&) {}\n";
  llvm::LLVMContext context_;
};

TEST_F(Clang, CompilesForTheTargetWhoseLayoutStepcKnows) {
  EXPECT_EQ(compiled(source(kStep))->getTargetTriple(), kTarget);
  Source other = source(kStep);
  other.clang_flags = {"--target=aarch64-linux-gnu"};
  EXPECT_EQ(compiled(other)->getTargetTriple(), kTarget);
}

TEST_F(Clang, RefusesAnotherHostInOneLine) {
  EXPECT_EQ(reason_against_host("x86_64-pc-linux-gnu"), "");
  EXPECT_EQ(reason_against_host("x86_64-unknown-linux-gnu"), "");
  EXPECT_EQ(
      reason_against_host("aarch64-unknown-linux-gnu"),
      "stepc: error: host aarch64-unknown-linux-gnu: must be an x86-64 Linux, where the constructors of State and "
      "Out can run");
  EXPECT_NE(reason_against_host("x86_64-apple-darwin"), "");
}

TEST_F(Clang, CompilesAsCpp20WithoutOptimisation) {
  const auto module = compiled(source(std::string(kStep) + R"(static_assert(__cplusplus == 202002L);
int twice(int x) { int y = x; return y + y; }
)"));
  const llvm::Function* function = module->getFunction("_Z5twicei");
  ASSERT_NE(function, nullptr);
  EXPECT_GT(function->getInstructionCount(), 4u);  // the local variable is still there
  EXPECT_FALSE(function->hasFnAttribute(llvm::Attribute::OptimizeNone));
}

// "#O0": clang replaces its -O level by -O0, and would mark every function with optnone.
TEST_F(Clang, IgnoresChangesOfItsOptionsInTheEnvironment) {
  setenv("CCC_OVERRIDE_OPTIONS", "#O0", 1);  // NOLINT(concurrency-mt-unsafe)
  const auto module = compiled(source(std::string(kStep) + "int twice(int x) { return x + x; }\n"));
  EXPECT_FALSE(module->getFunction("_Z5twicei")->hasFnAttribute(llvm::Attribute::OptimizeNone));
}

TEST_F(Clang, MakesTheTopAndItsConstructorsFindable) {
  const auto module = compiled(source(R"(namespace n { struct S {}; struct I {}; struct O {};
struct Top { static void run(S&, const I&, O&) {} }; }
void step(n::S&, const n::I&, n::O&) {}
)"));
  EXPECT_NE(module->getFunction(kConstruct), nullptr);
  Source inner = source(
      R"(namespace n { struct S {}; struct I {}; struct O {};
template <int N> struct Top { static void run(S&, const I&, O&) {} }; }
)");
  inner.top = "n::Top<3>::run";
  bool found = false;
  const auto other = compiled(inner);
  for (const llvm::GlobalVariable& global : other->globals()) found = found || global.getName().contains(kTopPointer);
  EXPECT_TRUE(found);
}

TEST_F(Clang, SaysWhatDoesNotCompile) {
  EXPECT_NE(error_of(source("void step(\n")).find("stepc_clang.cpp: error: clang++-19 does not compile it"),
            std::string::npos);
  Source no_such_top = source(kStep);
  no_such_top.top = "elsewhere";
  EXPECT_NE(error_of(no_such_top), "");
}

TEST_F(Clang, WritesDependencies) {
  Source with = source(kStep);
  with.dependency_file = (scratch_ / "stepc_clang.d").string();
  with.dependency_target = "out.sv";
  compile_to_bitcode(with);
  std::ifstream file(with.dependency_file);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text.rfind("out.sv:", 0), 0u) << text;
  EXPECT_NE(text.find("stepc_clang.cpp"), std::string::npos) << text;
}

}  // namespace
}  // namespace stepc
