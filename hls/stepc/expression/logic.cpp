// SPDX-License-Identifier: Apache-2.0
// Bitwise logic.
#include <set>

#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

// Masks with more runs than this stay masks: `x & 16'haaaa` reads better than eight slices.
constexpr unsigned kMostRuns = 4;

bool complements(Expr a, Expr b) {
  return (a->op == Op::kNot && a->operands[0] == b) || (b->op == Op::kNot && b->operands[0] == a);
}

bool has_operand(Expr x, Op op, Expr operand) {
  return x->op == op && (x->operands[0] == operand || x->operands[1] == operand);
}

// Returns the lengths of the runs of equal bits, from bit 0 up.
std::vector<unsigned> runs_of(const llvm::APInt& mask) {
  std::vector<unsigned> runs;
  for (unsigned bit = 0; bit < mask.getBitWidth();) {
    unsigned end = bit + 1;
    while (end < mask.getBitWidth() && mask[end] == mask[bit]) ++end;
    runs.push_back(end - bit);
    bit = end;
  }
  return runs;
}

llvm::KnownBits known_of(Op op, Expr a, Expr b) {
  if (op == Op::kAnd) return a->known & b->known;
  if (op == Op::kOr) return a->known | b->known;
  return a->known ^ b->known;
}

}  // namespace

Expr Builder::bit_and(Expr a, Expr b) {
  return bitwise(Op::kAnd, a, b);
}
Expr Builder::bit_or(Expr a, Expr b) {
  return bitwise(Op::kOr, a, b);
}
Expr Builder::bit_xor(Expr a, Expr b) {
  return bitwise(Op::kXor, a, b);
}

Expr Builder::bit_not(Expr x) {
  if (x->op == Op::kNot) return x->operands[0];
  return make(Op::kNot, x->width, {x});
}

// Combines x with a constant, run by run: each run of the result is a constant or a piece of x.
Expr Builder::mask_with_constant(Op op, Expr x, Expr mask) {
  if (mask->is_zero()) return op == Op::kAnd ? mask : x;
  if (mask->is_ones()) return op == Op::kAnd ? x : op == Op::kOr ? mask : bit_not(x);
  const std::vector<unsigned> runs = runs_of(mask->value());
  if (runs.size() > kMostRuns || op == Op::kXor) return nullptr;
  std::vector<Expr> pieces;
  unsigned low = 0;
  for (const unsigned run : runs) {
    const bool keeps_x = mask->value()[low] == (op == Op::kAnd);
    pieces.push_back(keeps_x ? extract(x, low, run) : extract(mask, low, run));
    low += run;
  }
  return concat(pieces);
}

Expr Builder::simplify_bitwise(Op op, Expr a, Expr b) {
  if (b->is_constant()) {
    if (Expr masked = mask_with_constant(op, a, b)) return masked;
  }
  if (a == b) return op == Op::kXor ? constant(a->width, 0) : a;
  const Expr ones = constant(llvm::APInt::getAllOnes(a->width));
  if (complements(a, b)) return op == Op::kAnd ? constant(a->width, 0) : ones;
  if (op == Op::kXor) {
    if (a->op == Op::kNot && b->op == Op::kNot) return bit_xor(a->operands[0], b->operands[0]);
    if (b->op == Op::kXor && b->operands[0] == a) return b->operands[1];
    if (b->op == Op::kXor && b->operands[1] == a) return b->operands[0];
    return nullptr;
  }
  const Op dual = op == Op::kAnd ? Op::kOr : Op::kAnd;
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (has_operand(y, op, x)) return y;    // x & (x & z)
    if (has_operand(y, dual, x)) return x;  // x & (x | z)
    if (y->op != dual && y->op != op) continue;
    for (unsigned i = 0; i < 2; ++i) {
      if (!complements(x, y->operands[i])) continue;
      // x & (~x | z) is x & z; x & (~x & z) is zero.
      if (y->op == dual) return bitwise(op, x, y->operands[1 - i]);
      return op == Op::kAnd ? constant(x->width, 0) : ones;
    }
  }
  return nullptr;
}

// Finds fields again in words that were put together with shifts: `{a, 1'b0} | {1'b0, b}` is `{a,
// b}`. Returns null if no field becomes simpler.
Expr Builder::split_bitwise(Op op, Expr a, Expr b) {
  if (b->is_constant() || (a->op != Op::kConcat && b->op != Op::kConcat)) return nullptr;
  std::set<unsigned> boundaries{a->width};
  bool constant_field = false;
  for (Expr x : {a, b}) {
    unsigned low = 0;
    for (Expr piece : x->op == Op::kConcat ? llvm::ArrayRef<Expr>(x->operands) : llvm::ArrayRef<Expr>()) {
      constant_field = constant_field || piece->is_constant();
      boundaries.insert(low += piece->width);
    }
  }
  if (!constant_field) return nullptr;
  std::vector<Expr> fields;
  unsigned low = 0;
  for (const unsigned end : boundaries) {
    fields.push_back(bitwise(op, extract(a, low, end - low), extract(b, low, end - low)));
    low = end;
  }
  return concat(fields);
}

// Works on the middle bits when the result's outer bits are known to be zero.
Expr Builder::bitwise(Op op, Expr a, Expr b) {
  if (a->is_constant() || (!b->is_constant() && a->number > b->number)) std::swap(a, b);
  const llvm::KnownBits known = known_of(op, a, b);
  if (known.isConstant()) return constant(known.getConstant());
  const unsigned high = known.countMinLeadingZeros();
  const unsigned low = known.countMinTrailingZeros();
  if (high + low > 0) {
    const unsigned width = a->width - high - low;
    std::vector<Expr> pieces;
    if (low > 0) pieces.push_back(constant(low, 0));
    pieces.push_back(bitwise(op, extract(a, low, width), extract(b, low, width)));
    if (high > 0) pieces.push_back(constant(high, 0));
    return concat(pieces);
  }
  if (Expr simple = simplify_bitwise(op, a, b)) return simple;
  if (Expr fields = split_bitwise(op, a, b)) return fields;
  return make(op, a->width, {a, b});
}

}  // namespace stepc
