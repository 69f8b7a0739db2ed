// SPDX-License-Identifier: Apache-2.0
// Tests what LLVM's passes leave of a program.
#include "hls/stepc/frontend/pipeline.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

class Pipeline : public testing::Test {
 protected:
  // `body` of a step function whose state is `State`.
  Program prepared(const std::string& declarations, const std::string& body, Purpose purpose = Purpose::kHardware,
                   unsigned level = 1) {
    test::Compiled compiled(declarations + "struct In { int a; }; struct Out { int x; };\n" +
                                "void step(State& s, const In& in, Out& out) {" + body + "}\n",
                            "frontend");
    return prepare(compiled.compilation().bitcode, level, purpose);
  }

  // Returns the name of the callee for each call, without LLVM's intrinsics.
  static std::vector<std::string> calls(const llvm::Function& function) {
    std::vector<std::string> names;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || !call->getCalledFunction() || call->getCalledFunction()->isIntrinsic()) continue;
      names.push_back(call->getCalledFunction()->getName().str());
    }
    return names;
  }
};

constexpr char kParts[] =
    R"(struct Part { int r; HLS_MODULE void tick(int v) { HLS_ASSERT(v != 3, "not 3"); r += v; } };
struct Plain { int r; void tick(int v) { r += v; } };
struct State { Part part; Plain plain; hls::Ram<int, 4> ram; hls::SyncRam<int, 4> sync; int n; };
)";

TEST_F(Pipeline, InlinesAllButPartsAndMemoryPorts) {
  const Program program = prepared(kParts,
                                   "s.part.tick(in.a); s.plain.tick(in.a); out.x = s.ram.read(1) + s.sync.data();\n"
                                   "s.sync.request(2); s.ram.write(3, in.a);");
  std::map<Role, int> roles;
  for (const std::string& name : calls(*program.top)) {
    const llvm::Function* callee = program.module->getFunction(name);
    ASSERT_EQ(program.roles.count(callee), 1u) << name;
    ++roles[program.roles.at(callee)];
  }
  const std::map<Role, int> expected = {
      {Role::kModule, 1}, {Role::kRead, 1}, {Role::kWrite, 1}, {Role::kRequest, 1}, {Role::kData, 1}};
  EXPECT_EQ(roles, expected);
}

TEST_F(Pipeline, KeepsCallsOfDifferentObjectsApart) {
  const std::string body = R"(
    if (in.a) out.x = s.parts[0].tick(in.a); else out.x = s.parts[1].tick(in.a);
    if (in.a) out.x += s.rams[0].read(3); else out.x += s.rams[1].read(3);
    if (in.a > 7) { HLS_ASSERT(s.n, "first"); } else { HLS_ASSERT(s.n == 3, "second"); })";
  const std::string declarations = R"(struct Part { int r; HLS_MODULE int tick(int v) { return r += v; } };
struct State { Part parts[2]; hls::Ram<int, 4> rams[2]; int n; };
)";
  for (const unsigned level : {1u, 2u}) {
    const Program program = prepared(declarations, body, Purpose::kAssertions, level);
    EXPECT_EQ(calls(*program.top).size(), 6u) << level;
  }
}

TEST_F(Pipeline, TakesAssertionsOutOfTheHardware) {
  const std::string body = "HLS_ASSERT(s.ram.read(in.a) != 3, \"read for the assertion only\"); s.part.tick(in.a);";
  const Program hardware = prepared(kParts, body);
  EXPECT_TRUE(hardware.has_assertions);
  EXPECT_EQ(calls(*hardware.top).size(), 1u);
  EXPECT_FALSE(prepared("struct State {};\n", "").has_assertions);
}

TEST_F(Pipeline, KeepsAssertionsAndTheFunctionsThatHaveThem) {
  const Program program = prepared(
      std::string(kParts) + "struct Quiet { int r; HLS_MODULE void tick(int v) { r = v; } };\nstatic Quiet* quiet;\n",
      "HLS_ASSERT(s.n >= 0, \"in the top\"); if (in.a) { HLS_ASSERT(in.a < 9, \"under a condition\"); s.n = 3; } "
      "s.part.tick(in.a);",
      Purpose::kAssertions);
  const std::vector<std::string> in_top = calls(*program.top);
  EXPECT_EQ(std::count(in_top.begin(), in_top.end(), kAssert), 2);
  unsigned bodies = 0;
  for (const llvm::Function& function : *program.module) bodies += function.isDeclaration() ? 0u : 1u;
  EXPECT_EQ(bodies, 2u);  // the top and Part::tick
}

}  // namespace
}  // namespace stepc
