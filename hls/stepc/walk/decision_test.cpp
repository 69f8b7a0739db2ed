// SPDX-License-Identifier: Apache-2.0
// Tests the predecessor that a Decision finds, for every path through small control flows.
#include "hls/stepc/walk/decision.hpp"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <map>

#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

class DecisionOf : public testing::Test {
 protected:
  // `blocks`: the body of a function with the conditions %a and %b, and %n of 2 bits.
  void parse(const std::string& blocks) {
    llvm::SMDiagnostic error;
    module_ = llvm::parseAssemblyString("define void @f(i1 %a, i1 %b, i2 %n) {\n" + blocks + "}\n", error, context_);
    ASSERT_TRUE(module_) << error.getMessage().str();
    function_ = module_->getFunction("f");
    for (const llvm::BasicBlock& block : *function_) blocks_[block.getName().str()] = &block;
  }

  // Returns the predecessor of `block` on the path that begins at `from`, under these conditions.
  std::string predecessor(const std::string& from, const std::string& block, const std::map<std::string, bool>& truth) {
    std::vector<Expr> conditions;
    std::vector<bool> values;
    const Decision decision(*blocks_.at(from), *blocks_.at(block), [&](const llvm::BasicBlock& of, unsigned successor) {
      std::string name;
      if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(of.getTerminator())) {
        name = branch->getCondition()->getName().str();
      } else {
        const auto* choice = llvm::cast<llvm::SwitchInst>(of.getTerminator());
        const auto label = (choice->case_begin() + (successor - 1))->getCaseValue()->getZExtValue();
        name = choice->getCondition()->getName().str() + std::to_string(label);
      }
      values.push_back(truth.count(name) > 0 && truth.at(name));
      return build_.symbol(static_cast<unsigned>(values.size()) - 1, 1);
    });
    std::vector<std::string> names;
    for (const llvm::BasicBlock* from_block : decision.predecessors()) names.push_back(from_block->getName().str());
    return decision.evaluate(names, [&](Expr condition, const std::string& yes, const std::string& no) {
      return values[condition->tag] ? yes : no;
    });
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::Function* function_ = nullptr;
  std::map<std::string, const llvm::BasicBlock*> blocks_;
  Builder build_;
};

TEST_F(DecisionOf, ADiamond) {
  parse(R"(
entry: br i1 %a, label %yes, label %no
yes: br label %end
no: br label %end
end: ret void
)");
  EXPECT_EQ(predecessor("entry", "end", {{"a", true}}), "yes");
  EXPECT_EQ(predecessor("entry", "end", {{"a", false}}), "no");
}

TEST_F(DecisionOf, ABranchThatSkips) {
  parse(R"(
entry: br i1 %a, label %some, label %end
some: br label %end
end: ret void
)");
  EXPECT_EQ(predecessor("entry", "end", {{"a", true}}), "some");
  EXPECT_EQ(predecessor("entry", "end", {{"a", false}}), "entry");
}

TEST_F(DecisionOf, NestedBranchesThatMeetAtOnce) {
  parse(R"(
entry: br i1 %a, label %first, label %second
first: br i1 %b, label %third, label %end
second: br label %end
third: br label %end
end: ret void
)");
  EXPECT_EQ(predecessor("entry", "end", {{"a", true}, {"b", true}}), "third");
  EXPECT_EQ(predecessor("entry", "end", {{"a", true}, {"b", false}}), "first");
  EXPECT_EQ(predecessor("entry", "end", {{"a", false}, {"b", true}}), "second");
}

// A path that returns on its own never reaches the block, so its condition does not matter there.
TEST_F(DecisionOf, PathsThatLeaveBefore) {
  parse(R"(
entry: br i1 %a, label %early, label %middle
early: br label %return
middle: br i1 %b, label %left, label %return
left: br label %end
end: ret void
return: ret void
)");
  EXPECT_EQ(predecessor("entry", "end", {{"a", true}, {"b", false}}), "left");
  EXPECT_EQ(predecessor("entry", "return", {{"a", true}}), "early");
  EXPECT_EQ(predecessor("entry", "return", {{"a", false}, {"b", false}}), "middle");
}

TEST_F(DecisionOf, ASwitchWithADefault) {
  parse(R"(
entry: switch i2 %n, label %other [ i2 0, label %zero i2 1, label %one i2 2, label %end ]
zero: br label %end
one: br label %end
other: br label %end
end: ret void
)");
  EXPECT_EQ(predecessor("entry", "end", {{"n0", true}}), "zero");
  EXPECT_EQ(predecessor("entry", "end", {{"n1", true}}), "one");
  EXPECT_EQ(predecessor("entry", "end", {{"n2", true}}), "entry");
  EXPECT_EQ(predecessor("entry", "end", {}), "other");
}

TEST_F(DecisionOf, ASharedBlock) {
  parse(R"(
entry: br i1 %a, label %left, label %right
left: br i1 %b, label %shared, label %end
right: br i1 %b, label %end, label %shared
shared: br label %end
end: ret void
)");
  EXPECT_EQ(predecessor("entry", "end", {{"a", true}, {"b", true}}), "shared");
  EXPECT_EQ(predecessor("entry", "end", {{"a", true}, {"b", false}}), "left");
  EXPECT_EQ(predecessor("entry", "end", {{"a", false}, {"b", true}}), "right");
  EXPECT_EQ(predecessor("entry", "end", {{"a", false}, {"b", false}}), "shared");
}

}  // namespace
}  // namespace stepc
