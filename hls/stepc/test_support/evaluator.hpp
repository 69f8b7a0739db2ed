// SPDX-License-Identifier: Apache-2.0
// Test only: computes values of expressions by the definition of each operation (operation.cpp).
// Tests compare known bits, ranges and simplifications with them.
//
//     EXPECT_EQ(value_of(queue, queue.registers[0].next, {{"input push", 1}, {"register count", 3}}), 4u);
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "hls/stepc/design/dump.hpp"
#include "hls/stepc/expression/operation.hpp"

namespace stepc::test {

// Computes the value of an expression. `leaf` gives the value of a symbol or a memory word.
class Evaluator {
 public:
  using Leaf = std::function<llvm::APInt(Expr leaf)>;
  explicit Evaluator(Leaf leaf) : leaf_(std::move(leaf)) {}

  llvm::APInt operator()(Expr x) {
    if (const auto found = known_.find(x); found != known_.end()) return found->second;
    const llvm::APInt value = compute(x);
    known_.emplace(x, value);
    return value;
  }

 private:
  llvm::APInt compute(Expr x) {
    if (x->op == Op::kSymbol || x->op == Op::kMemoryWord) return leaf_(x);
    const auto value = operation(x->op).value;
    if (value) return value(*x, [&](std::size_t i) { return (*this)(x->operands[i]); });
    ADD_FAILURE() << "what could not be translated has no value";
    return llvm::APInt(x->width, 0);
  }

  Leaf leaf_;
  std::map<Expr, llvm::APInt> known_;
};

// Values of symbols by their text (dump.hpp), "input a", "register count", and of memory words,
// "slots[3]". All others are zero.
using Values = std::map<std::string, std::uint64_t>;

inline std::uint64_t value_of(const Module& module, Expr x, const Values& values) {
  Evaluator evaluate([&](Expr leaf) {
    const std::string name =
        leaf->op == Op::kSymbol
            ? symbol_text(module, module.symbols[leaf->tag])
            : module.memories[leaf->tag].name + "[" + std::to_string(value_of(module, leaf->operands[0], values)) + "]";
    const auto found = values.find(name);
    return llvm::APInt(64, found == values.end() ? 0 : found->second).trunc(leaf->width);
  });
  return evaluate(x).getZExtValue();
}

}  // namespace stepc::test
