// Test only: values of expressions, by the definition of each operation; apart from known_bits.cpp and facts.cpp, which
// tests compare with it.
//
//     EXPECT_EQ(value_of(queue, queue.registers[0].next, {{"input push", 1}, {"register count", 3}}), 4u);
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "hls/stepc/design/dump.hpp"

namespace stepc::test {

// The value of an expression, by the definition of each operation. `leaf` gives that of a symbol or a memory word.
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
    const auto operand = [&](std::size_t i) { return (*this)(x->operands[i]); };
    const auto bit = [](bool value) { return llvm::APInt(1, value ? 1 : 0); };
    const auto amount = [&] { return static_cast<unsigned>(operand(1).getLimitedValue(x->width)); };
    switch (x->op) {
      case Op::kConstant:
        return x->value();
      case Op::kSymbol:
      case Op::kMemoryWord:
        return leaf_(x);
      case Op::kConcat: {
        llvm::APInt value(x->width, 0);
        unsigned low = 0;
        for (Expr piece : x->operands) {
          value.insertBits((*this)(piece), low);
          low += piece->width;
        }
        return value;
      }
      case Op::kExtract:
        return operand(0).extractBits(x->width, x->low);
      case Op::kSignExtend:
        return operand(0).sext(x->width);
      case Op::kNot:
        return ~operand(0);
      case Op::kAnd:
        return operand(0) & operand(1);
      case Op::kOr:
        return operand(0) | operand(1);
      case Op::kXor:
        return operand(0) ^ operand(1);
      case Op::kAdd:
        return operand(0) + operand(1);
      case Op::kSubtract:
        return operand(0) - operand(1);
      case Op::kMultiply:
        return operand(0) * operand(1);
      case Op::kDivide:
        return operand(0).udiv(operand(1));
      case Op::kRemainder:
        return operand(0).urem(operand(1));
      case Op::kSignedDivide:
        return operand(0).sdiv(operand(1));
      case Op::kSignedRemainder:
        return operand(0).srem(operand(1));
      case Op::kShiftLeft:
        return operand(0).shl(amount());
      case Op::kShiftRight:
        return operand(0).lshr(amount());
      case Op::kSignedShiftRight:
        return operand(0).ashr(amount());
      case Op::kEqual:
        return bit(operand(0) == operand(1));
      case Op::kLess:
        return bit(operand(0).ult(operand(1)));
      case Op::kSignedLess:
        return bit(operand(0).slt(operand(1)));
      case Op::kMux:
        return operand(operand(0).isOne() ? 1 : 2);
      case Op::kIndex:
        return operand(1 + operand(0).getZExtValue());
      case Op::kFailed:
        break;
    }
    ADD_FAILURE() << "what could not be translated has no value";
    return llvm::APInt(x->width, 0);
  }

  Leaf leaf_;
  std::map<Expr, llvm::APInt> known_;
};

// Values of symbols by their text (dump.hpp), "input a", "register count"; of memory words, "slots[3]". Zero otherwise.
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
