// SPDX-License-Identifier: Apache-2.0
// Comparisons, multiplexers and tables.
#include <llvm/Support/MathExtras.h>

#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

// Return the number of outer bits in which a and b are known and equal.
unsigned equal_high_bits(Expr a, Expr b) {
  const llvm::APInt same = (a->known.Zero & b->known.Zero) | (a->known.One & b->known.One);
  return same.countl_one();
}
unsigned equal_low_bits(Expr a, Expr b) {
  const llvm::APInt same = (a->known.Zero & b->known.Zero) | (a->known.One & b->known.One);
  return same.countr_one();
}

}  // namespace

Expr Builder::equal_to_constant(Expr x, Expr number) {
  if (x->width == 1) return number->is_zero() ? bit_not(x) : x;
  if (x->op == Op::kNot) return equal(x->operands[0], constant(~number->value()));
  if (x->op == Op::kMux && (x->operands[1]->is_constant() || x->operands[2]->is_constant())) {
    return mux(x->operands[0], equal(x->operands[1], number), equal(x->operands[2], number));
  }
  if (x->op == Op::kAdd && x->operands[1]->is_constant()) {
    return equal(x->operands[0], constant(number->value() - x->operands[1]->value()));
  }
  if (x->op == Op::kSignExtend) {  // the known high bits may be unequal only where the extension is
    const Expr narrow = x->operands[0];
    const Expr cut = truncate(number, narrow->width);
    return sign_extend(cut, x->width) == number ? equal(narrow, cut) : constant(1, 0);
  }
  return nullptr;
}

Expr Builder::equal(Expr a, Expr b) {
  if (a == b) return constant(1, 1);
  if (a->is_constant()) std::swap(a, b);
  if (const auto answer = llvm::KnownBits::eq(a->known, b->known)) return constant(1, *answer);
  const unsigned low = equal_low_bits(a, b);
  const unsigned width = a->width - low - equal_high_bits(a, b);
  if (width < a->width) return equal(extract(a, low, width), extract(b, low, width));
  if (b->is_constant()) {
    if (Expr simple = equal_to_constant(a, b)) return simple;
  } else if (a->number > b->number) {
    std::swap(a, b);
  }
  if (a->width == 1) return bit_not(bit_xor(a, b));
  return make(Op::kEqual, 1, {a, b});
}

Expr Builder::less(Expr a, Expr b) {
  if (a == b || b->is_zero() || a->is_ones()) return constant(1, 0);
  if (const auto answer = llvm::KnownBits::ult(a->known, b->known)) return constant(1, *answer);
  // A comparison with a power of two looks only at the higher bits.
  if (b->is_constant() && b->value().isPowerOf2()) {
    const unsigned bit = b->value().logBase2();
    return equal(extract(a, bit, a->width - bit), constant(a->width - bit, 0));
  }
  if (a->is_constant() && (a->value() + 1).isPowerOf2()) {
    const unsigned bit = (a->value() + 1).logBase2();
    return not_equal(extract(b, bit, b->width - bit), constant(b->width - bit, 0));
  }
  if (a->is_zero()) return bit_not(equal(b, a));
  const unsigned high = equal_high_bits(a, b);
  const unsigned low = equal_low_bits(a, b);
  if (high + low > 0) {
    const unsigned width = a->width - high - low;
    return less(extract(a, low, width), extract(b, low, width));
  }
  if (a->width == 1) return bit_and(bit_not(a), b);
  return make(Op::kLess, 1, {a, b});
}

Expr Builder::signed_less(Expr a, Expr b) {
  if (a == b) return constant(1, 0);
  if (b->is_zero()) return extract(a, a->width - 1, 1);
  if (const auto answer = llvm::KnownBits::slt(a->known, b->known)) return constant(1, *answer);
  if (a->known.isNonNegative() && b->known.isNonNegative()) return less(a, b);
  if (a->width == 1) return bit_and(a, bit_not(b));
  return make(Op::kSignedLess, 1, {a, b});
}

Expr Builder::simplify_mux(Expr condition, Expr yes, Expr no) {
  if (yes->op == Op::kMux && yes->operands[0] == condition) return mux(condition, yes->operands[1], no);
  if (no->op == Op::kMux && no->operands[0] == condition) return mux(condition, yes, no->operands[2]);
  if (no->op == Op::kMux && no->operands[1] == yes) {
    return mux(bit_or(condition, no->operands[0]), yes, no->operands[2]);
  }
  if (no->op == Op::kMux && no->operands[2] == yes) {
    return mux(bit_and(bit_not(condition), no->operands[0]), no->operands[1], yes);
  }
  if (yes->op == Op::kMux && yes->operands[2] == no) {
    return mux(bit_and(condition, yes->operands[0]), yes->operands[1], no);
  }
  if (yes->op == Op::kMux && yes->operands[1] == no) {
    return mux(bit_and(condition, bit_not(yes->operands[0])), yes->operands[2], no);
  }
  if (yes->width > 1) return nullptr;
  if (yes->is_constant()) {
    return yes->is_ones() ? bit_or(condition, no) : bit_and(bit_not(condition), no);
  }
  if (no->is_constant()) {
    return no->is_ones() ? bit_or(bit_not(condition), yes) : bit_and(condition, yes);
  }
  if (condition == yes) return bit_or(condition, no);
  if (condition == no) return bit_and(condition, yes);
  return nullptr;
}

// If one of two joined words contains pieces of the other, only the pieces that differ need a
// multiplexer: `if (condition) set |= bit << k` keeps the other bits of the set.
Expr Builder::mux_of_pieces(Expr condition, Expr yes, Expr no) {
  const Expr joined = yes->op == Op::kConcat ? yes : no;
  const Expr other = joined == yes ? no : yes;
  if (joined->op != Op::kConcat) return nullptr;
  bool any_same = false;
  unsigned low = 0;
  for (Expr piece : joined->operands) {
    any_same = any_same || extract(other, low, piece->width) == piece;
    low += piece->width;
  }
  if (!any_same) return nullptr;
  std::vector<Expr> pieces;
  low = 0;
  for (Expr piece : joined->operands) {
    const Expr beside = extract(other, low, piece->width);
    pieces.push_back(mux(condition, joined == yes ? piece : beside, joined == yes ? beside : piece));
    low += piece->width;
  }
  return concat(pieces);
}

Expr Builder::mux(Expr condition, Expr yes, Expr no) {
  if (condition->is_constant()) return condition->is_ones() ? yes : no;
  if (yes == no) return yes;
  if (condition->op == Op::kNot) return mux(condition->operands[0], no, yes);
  // Outer bits that are equal constants on both sides need no multiplexer.
  const unsigned high = equal_high_bits(yes, no);
  const unsigned low = equal_low_bits(yes, no);
  if (high + low > 0) {
    const unsigned width = yes->width - high - low;
    std::vector<Expr> pieces;
    if (low > 0) pieces.push_back(truncate(yes, low));
    pieces.push_back(mux(condition, extract(yes, low, width), extract(no, low, width)));
    if (high > 0) pieces.push_back(extract(yes, low + width, high));
    return concat(pieces);
  }
  if (Expr pieces = mux_of_pieces(condition, yes, no)) return pieces;
  if (Expr simple = simplify_mux(condition, yes, no)) return simple;
  return make(Op::kMux, yes->width, {condition, yes, no});
}

Expr Builder::index(Expr index, llvm::ArrayRef<Expr> choices) {
  const unsigned width = std::max(1u, llvm::Log2_64_Ceil(choices.size()));
  const Expr narrow = resize(index, width);
  std::vector<Expr> operands{narrow};
  operands.insert(operands.end(), choices.begin(), choices.end());
  while (operands.size() <= (std::size_t{1} << width)) operands.push_back(choices.back());
  if (narrow->is_constant()) return operands[1 + narrow->value().getZExtValue()];
  bool all_same = true;
  for (Expr choice : choices) all_same = all_same && choice == choices[0];
  if (all_same) return choices[0];
  if (width == 1) return mux(narrow, operands[2], operands[1]);
  return make(Op::kIndex, choices[0]->width, std::move(operands));
}

}  // namespace stepc
