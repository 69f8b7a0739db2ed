// SPDX-License-Identifier: Apache-2.0
// Tests the call of clang: its arguments, its output and its errors.
#include "hls/stepc/frontend/clang.hpp"

#include <gtest/gtest.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "hls/stepc/diagnostics/diagnostics.hpp"
#include "test_support/command.hpp"

namespace stepc {
namespace {

class Clang : public testing::Test {
 protected:
  test_support::Scratch scratch_;

  Source source(const std::string& text) {
    const std::string path = (scratch_ / "stepc_clang.cpp").string();
    std::ofstream(path) << text;
    return {path, "step", {}, "out.sv"};
  }
  std::unique_ptr<llvm::Module> compiled(const Source& source) {
    const std::string bitcode = compile_to_bitcode(source).bitcode;
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

TEST_F(Clang, SaysWhatIsWrongWithTheTop) {
  const std::string text = std::string(kStep) + R"(struct C { void member(State&, const In&, Out&) {} int data; };
void twice(int); void twice(char); template <int N> void of(State&, const In&, Out&) {} int variable;
)";
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"elsewhere", "it is not declared in .*; give its name as C\\+\\+ does, such as Node<4>::step"},
      {"stepp", "it is not declared in .*; did you mean 'step'\\?"},
      {"C::nothing", "it is not declared in .*; give .*"},
      {"C::member", "it is a member function of an object; make it static, .*"},
      {"C::data", "it is a member .*"},
      {"twice", "it is overloaded, or a template; give .*"},
      {"of", "it is overloaded, or a template; give .*"},
      {"variable", "it is not a function; give the name of one, .*"},
      {"C", "it is no function that can be called; clang.*"},
  };
  Source given = source(text);
  given.is_top_given = true;
  for (const auto& [top, fault] : faults) {
    given.top = top;
    EXPECT_THROW(compile_to_bitcode(given), BadUse) << top;
    EXPECT_TRUE(std::regex_match(error_of(given), std::regex("--top: " + top + ": " + fault))) << error_of(given);
  }
}

TEST_F(Clang, SaysWhatIsWrongWithASourceWithoutStep) {
  EXPECT_TRUE(error_of(source("struct State {};\n"))
                  .ends_with("stepc_clang.cpp: error: no function step; give its name by --top"));
  const std::string overloaded = error_of(source("\nvoid step(int);\nvoid step(char);\n"));
  EXPECT_NE(overloaded.find("stepc_clang.cpp:2: error: step is overloaded"), std::string::npos) << overloaded;
  const std::string unmade = error_of(
      source("struct State { State(int); }; struct In {}; struct Out {};\nvoid step(State&, const In&, Out&) {}\n"));
  EXPECT_NE(unmade.find("stepc_clang.cpp:2: error: State{}, whose values are those after reset: no matching"),
            std::string::npos)
      << unmade;
}

TEST_F(Clang, TellsDependencies) {
  Source with = source(kStep);
  with.dependency_target = "a $#b.sv";
  const std::string rule = compile_to_bitcode(with).dependencies;
  EXPECT_EQ(rule.rfind("a\\ $$\\#b.sv:", 0), 0u) << rule;
  const std::vector<std::string> files = prerequisites(rule);
  EXPECT_NE(std::find(files.begin(), files.end(), with.path), files.end()) << rule;
  EXPECT_EQ(prerequisites("x: a\\ b \\\n  $$c \\\n  d\\#\n"), (std::vector<std::string>{"a b", "$c", "d#"}));
}

}  // namespace
}  // namespace stepc
