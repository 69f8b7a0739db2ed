// Test only: sources through the steps of stepc, values of expressions, the seed of random tests.
//
//     const Compiled top("struct State {...}; ... void step(State&, const In&, Out&) {...}");
//     const Module& queue = top.module("Queue");
//     EXPECT_EQ(value_of(queue, queue.registers[0].next, {{"input push", 1}, {"register count", 3}}), 4u);
//     EXPECT_EQ(top.errors(), "");
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "hls/compiler/design/dump.hpp"
#include "hls/compiler/design/verify.hpp"
#include "hls/compiler/steps.hpp"

namespace stepc::test {

// Printed, and taken from CUBECAST_TEST_SEED where that is set.
inline std::uint64_t first_seed() {
  const char* const given = std::getenv("CUBECAST_TEST_SEED");
  const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 1;
  std::cout << "seed " << seed << " (CUBECAST_TEST_SEED)\n";
  return seed;
}

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

// A source, compiled in this process; its lines count from 1, its file is test.cpp, the headers of hls/types are there.
class Compiled {
 public:
  // Up to and with the step `last`, or to the first that reports errors. Every invariant is checked after each.
  explicit Compiled(const std::string& source, const std::string& last = "names", CompilationOptions options = {})
      : compilation_(with_source(source, std::move(options))) {
    for (const Step& step : steps()) {
      step.run(compilation_);
      if (!compilation_.diagnostics.empty()) return;
      for (const std::string& fault : verify(compilation_.design)) ADD_FAILURE() << step.name << ": " << fault;
      if (step.name == last) return;
    }
  }

  Compilation& compilation() { return compilation_; }
  const Design& design() const {
    EXPECT_EQ(errors(), "");
    return compilation_.design;
  }
  // One line each.
  std::string errors() const { return compilation_.diagnostics.text(); }
  const Module& top() const { return design().top(); }
  // By the name that it has, with or without the top's.
  const Module& module(const std::string& name) const {
    for (const auto& module : design().modules) {
      if (module->name == name || module->name == "test_" + name) return *module;
    }
    throw std::runtime_error("no module " + name);
  }

 private:
  static CompilationOptions with_source(const std::string& source, CompilationOptions options) {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string folder = std::string("stepc_") + test->test_suite_name() + "_" + test->name();
    for (char& c : folder) c = c == '/' ? '_' : c;
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / folder / "test.cpp";
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << source;
    options.source.path = path.string();
    options.source.clang_flags = {"-I" STEPC_ROOT, "-include" STEPC_ROOT "/hls/types/bits.hpp",
                                  "-include" STEPC_ROOT "/hls/types/ram.hpp",
                                  "-include" STEPC_ROOT "/hls/types/assert.hpp", "-Wno-everything"};
    options.module = "test";
    return options;
  }

  Compilation compilation_;
};

inline const Register& register_of(const Module& module, const std::string& name) {
  for (const Register& reg : module.registers) {
    if (reg.name == name) return reg;
  }
  throw std::runtime_error("no register " + name);
}

}  // namespace stepc::test
