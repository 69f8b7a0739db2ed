// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/expression/exclusive.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace stepc {
namespace {

constexpr unsigned kMostFreeBits = 18;

// A bit under 64 assignments at once.
using Lanes = std::uint64_t;
constexpr unsigned kLaneBits = 6;  // free bits that the 64 lanes enumerate
constexpr std::array<Lanes, kLaneBits> kPatterns = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                                    0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

// The logic between the free bits and two conditions, as a list in which operands come first.
class Logic {
 public:
  // Adds an expression, of which `width` bits from `low` on are used. Returns the place of its bit
  // 0 among the values.
  std::size_t add(Expr x, unsigned low, unsigned width) {
    auto found = places_.find(x);
    if (found == places_.end()) {
      Step step{x, {}, 0, is_logic(x->op)};
      if (step.is_logic) {
        const bool is_part = x->op == Op::kExtract;
        for (Expr operand : x->operands) {
          step.operands.push_back(add(operand, is_part ? x->low : 0, is_part ? x->width : operand->width));
        }
      }
      step.place = values_.size();
      values_.resize(values_.size() + x->width);
      is_looked_at_.resize(values_.size(), step.is_logic);
      found = places_.emplace(x, step.place).first;
      steps_.push_back(std::move(step));
    }
    for (std::size_t bit = found->second + low; bit < found->second + low + width; ++bit) {
      free_bits_ += is_looked_at_[bit] ? 0 : 1;
      is_looked_at_[bit] = true;
    }
    return found->second;
  }
  unsigned free_bits() const { return free_bits_; }
  Lanes value(std::size_t place) const { return values_[place]; }

  // Evaluates assignments 64 `block` .. 64 `block` + 63 of the free bits.
  void evaluate(std::uint64_t block) {
    unsigned number = 0;
    for (const Step& step : steps_) {
      for (unsigned bit = 0; bit < step.x->width; ++bit) {
        Lanes& value = values_[step.place + bit];
        if (step.is_logic) {
          value = result(step, bit);
        } else if (is_looked_at_[step.place + bit]) {
          value = assignment(number++, block);
        }
      }
    }
  }

 private:
  struct Step {
    Expr x;
    std::vector<std::size_t> operands;
    std::size_t place;
    bool is_logic;
  };

  static bool is_logic(Op op) {
    return op == Op::kConstant || op == Op::kConcat || op == Op::kExtract || op == Op::kNot || op == Op::kAnd ||
           op == Op::kOr || op == Op::kXor || op == Op::kEqual || op == Op::kMux;
  }

  static Lanes assignment(unsigned number, std::uint64_t block) {
    if (number < kLaneBits) return kPatterns[number];
    return (block >> (number - kLaneBits) & 1u) != 0 ? ~Lanes{0} : 0;
  }

  Lanes result(const Step& step, unsigned bit) const {
    const auto operand = [&](std::size_t i, unsigned of_bit) { return values_[step.operands[i] + of_bit]; };
    const Node& x = *step.x;
    switch (x.op) {
      case Op::kConstant:
        return x.value()[bit] ? ~Lanes{0} : 0;
      case Op::kExtract:
        return operand(0, x.low + bit);
      case Op::kNot:
        return ~operand(0, bit);
      case Op::kAnd:
        return operand(0, bit) & operand(1, bit);
      case Op::kOr:
        return operand(0, bit) | operand(1, bit);
      case Op::kXor:
        return operand(0, bit) ^ operand(1, bit);
      case Op::kMux:
        return (operand(0, 0) & operand(1, bit)) | (~operand(0, 0) & operand(2, bit));
      case Op::kEqual: {
        Lanes same = ~Lanes{0};
        for (unsigned i = 0; i < x.operands[0]->width; ++i) same &= ~(operand(0, i) ^ operand(1, i));
        return same;
      }
      default: {  // kConcat
        std::size_t piece = 0;
        for (; bit >= x.operands[piece]->width; ++piece) bit -= x.operands[piece]->width;
        return operand(piece, bit);
      }
    }
  }

  std::unordered_map<Expr, std::size_t> places_;
  std::vector<Step> steps_;
  std::vector<Lanes> values_;
  std::vector<bool> is_looked_at_;  // by place: a free word may be used in part
  unsigned free_bits_ = 0;
};

}  // namespace

bool are_exclusive(Expr a, Expr b) {
  Logic logic;
  const std::size_t place_of_a = logic.add(a, 0, 1);
  const std::size_t place_of_b = logic.add(b, 0, 1);
  if (logic.free_bits() > kMostFreeBits) return false;
  const unsigned high_bits = logic.free_bits() > kLaneBits ? logic.free_bits() - kLaneBits : 0;
  for (std::uint64_t block = 0; block < std::uint64_t{1} << high_bits; ++block) {
    logic.evaluate(block);
    if ((logic.value(place_of_a) & logic.value(place_of_b)) != 0) return false;
  }
  return true;
}

}  // namespace stepc
