// SPDX-License-Identifier: Apache-2.0
// Tests the bytes of the storage: any piece of a stored value loads back, and a merge follows the
// path that was taken.
#include "hls/stepc/walk/memory.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

class Storage : public testing::Test {
 protected:
  Storage() {
    region_.number = 1;
    region_.bytes = 200;
    region_.boundaries = {0, 4, 6, 8};
  }
  // Evaluates an expression of symbols; symbol number n is `values_[n]`.
  std::uint64_t value_of(Expr x) {
    test::Evaluator evaluate([&](Expr symbol) { return llvm::APInt(64, values_[symbol->tag]).trunc(symbol->width); });
    return evaluate(x).getZExtValue();
  }
  Expr symbol(unsigned width, std::uint64_t value) {
    values_.push_back(value);
    return build_.symbol(static_cast<unsigned>(values_.size()) - 1, width);
  }

  // Merges the storage of two paths, `yes` where `condition` holds.
  Memory merged(Expr condition, const Memory& yes, const Memory& no) {
    llvm::SMDiagnostic error;
    const auto module = llvm::parseAssemblyString(
        "define void @f(i1 %a) {\nentry: br i1 %a, label %yes, label %end\nyes: br label %end\nend: ret void\n}\n",
        error, context_);
    const llvm::Function& function = *module->getFunction("f");
    const Decision decision(function.front(), function.back(),
                            [&](const llvm::BasicBlock&, unsigned) { return condition; });
    std::vector<const Memory*> from;
    for (const llvm::BasicBlock* block : decision.predecessors()) {
      from.push_back(block->getName() == "yes" ? &yes : &no);
    }
    return Memory::merge(build_, decision, from);
  }

  Builder build_;
  Region region_;
  Memory memory_;
  std::vector<std::uint64_t> values_;
  llvm::LLVMContext context_;
};

// The storage is little endian, as on x86-64.
TEST_F(Storage, LoadsAnyPieceOfWhatWasStored) {
  memory_.store(region_, 0, symbol(32, 0x44332211));
  memory_.store(region_, 4, symbol(16, 0x6655));
  EXPECT_EQ(value_of(memory_.load(build_, region_, 0, 4)), 0x44332211u);
  EXPECT_EQ(value_of(memory_.load(build_, region_, 1, 2)), 0x3322u);
  EXPECT_EQ(value_of(memory_.load(build_, region_, 2, 4)), 0x66554433u);
  EXPECT_EQ(value_of(memory_.load(build_, region_, 0, 8)), 0x665544332211u);  // unwritten bytes are zero
}

TEST_F(Storage, KeepsWhatIsNotOverwritten) {
  memory_.store(region_, 0, symbol(64, 0x8877665544332211));
  memory_.store(region_, 2, symbol(16, 0xbbaa));
  EXPECT_EQ(value_of(memory_.load(build_, region_, 0, 8)), 0x88776655bbaa2211u);
}

TEST_F(Storage, BeginsWithTheInitialContents) {
  region_.initial = [&](std::uint64_t byte) { return Cell{build_.constant(8, byte + 1), 0}; };
  EXPECT_EQ(value_of(memory_.load(build_, region_, 62, 4)), 0x4241403fu);  // across two chunks
  memory_.store(region_, 63, symbol(8, 0xff));
  EXPECT_EQ(value_of(memory_.load(build_, region_, 62, 4)), 0x4241ff3fu);
}

TEST_F(Storage, CopiesAreSnapshots) {
  memory_.store(region_, 0, symbol(8, 1));
  const Memory before = memory_;
  memory_.store(region_, 0, symbol(8, 2));
  EXPECT_EQ(value_of(before.load(build_, region_, 0, 1)), 1u);
  EXPECT_EQ(value_of(memory_.load(build_, region_, 0, 1)), 2u);
}

TEST_F(Storage, MeetsInTheValuesOfThePathThatWasTaken) {
  for (const std::uint64_t taken : {0u, 1u}) {
    Memory yes;
    Memory no;
    yes.store(region_, 0, symbol(32, 0x11223344));
    no.store(region_, 0, symbol(32, 0x55667788));
    no.store(region_, 100, symbol(8, 9));  // only on one path: elsewhere it was never written
    const Memory after = merged(symbol(1, taken), yes, no);
    EXPECT_EQ(value_of(after.load(build_, region_, 0, 4)), taken != 0 ? 0x11223344u : 0x55667788u);
    if (taken == 0) EXPECT_EQ(value_of(after.load(build_, region_, 100, 1)), 9u);
  }
}

// Scalars stay apart: a multiplexer does not cross the boundary at byte 4.
TEST_F(Storage, MeetsScalarByScalar) {
  Memory yes;
  Memory no;
  yes.store(region_, 0, symbol(64, 0x0807060504030201));
  no.store(region_, 0, symbol(64, 0x1817161514131211));
  const Memory after = merged(symbol(1, 1), yes, no);
  EXPECT_EQ(after.load(build_, region_, 0, 4)->op, Op::kMux);
  EXPECT_EQ(value_of(after.load(build_, region_, 3, 2)), 0x0504u);
}

TEST_F(Storage, SlotsMeetLikewise) {
  SlotTable table;
  const Slot slot = table.add();
  const Slot other = table.add();
  EXPECT_NE(slot.number(), other.number());
  Memory yes;
  Memory no;
  yes.set_slot(slot, build_.constant(1, 1));
  no.set_slot(slot, build_.constant(1, 0));
  yes.set_slot(other, symbol(8, 7));  // on the other path it does not matter
  const Expr condition = symbol(1, 0);
  const Memory after = merged(condition, yes, no);
  EXPECT_EQ(after.slot(slot), condition);
  EXPECT_EQ(value_of(after.slot(other)), 7u);
  EXPECT_EQ(Memory().slot(slot), nullptr);
}

}  // namespace
}  // namespace stepc
