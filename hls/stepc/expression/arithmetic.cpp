// SPDX-License-Identifier: Apache-2.0
// Arithmetic, shifts and counts.
#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

// Returns a constant shift amount, at most the width.
unsigned shift_of(Expr x, Expr amount) {
  return static_cast<unsigned>(amount->value().getLimitedValue(x->width));
}

// Returns whether the set bits of `factor` are so far apart that the shifted copies of x do not
// overlap: for x of 3 bits, x * 9 is {x, x}.
bool multiples_are_disjoint(Expr x, const llvm::APInt& factor) {
  const unsigned width = x->known.countMaxActiveBits();
  unsigned free = 0;
  for (unsigned bit = 0; bit < factor.getBitWidth(); ++bit) {
    if (!factor[bit]) continue;
    if (bit < free) return false;
    free = bit + width;
  }
  return true;
}

}  // namespace

Expr Builder::add(Expr a, Expr b) {
  if (a->is_constant()) std::swap(a, b);
  if (b->is_zero()) return a;
  if (a->op == Op::kAdd && a->operands[1]->is_constant() && b->is_constant()) {
    return add(a->operands[0], constant(a->operands[1]->value() + b->value()));
  }
  const llvm::KnownBits known = llvm::KnownBits::computeForAddSub(true, false, false, a->known, b->known);
  const unsigned width = a->width - known.countMinLeadingZeros();
  if (width == 0) return constant(a->width, 0);
  if (width < a->width) return zero_extend(add(truncate(a, width), truncate(b, width)), a->width);
  if (width == 1) return bit_xor(a, b);
  if (!b->is_constant() && a->number > b->number) std::swap(a, b);
  return make(Op::kAdd, a->width, {a, b});
}

Expr Builder::subtract(Expr a, Expr b) {
  if (a == b) return constant(a->width, 0);
  if (b->is_zero()) return a;
  if (a->width == 1) return bit_xor(a, b);
  if (b->is_constant()) return add(a, constant(-b->value()));
  return make(Op::kSubtract, a->width, {a, b});
}

Expr Builder::multiply(Expr a, Expr b) {
  if (a->is_constant()) std::swap(a, b);
  if (b->is_zero()) return b;
  if (b->is_constant() && multiples_are_disjoint(a, b->value())) {
    Expr product = constant(a->width, 0);
    for (unsigned bit = 0; bit < a->width; ++bit) {
      if (b->value()[bit]) product = bit_or(product, shift_left(a, constant(32, bit)));
    }
    return product;
  }
  const unsigned width = a->width - llvm::KnownBits::mul(a->known, b->known).countMinLeadingZeros();
  if (width == 0) return constant(a->width, 0);
  if (width < a->width) return zero_extend(multiply(truncate(a, width), truncate(b, width)), a->width);
  if (width == 1) return bit_and(a, b);
  if (!b->is_constant() && a->number > b->number) std::swap(a, b);
  return make(Op::kMultiply, a->width, {a, b});
}

Expr Builder::divide(Expr a, Expr b) {
  if (b->is_constant() && b->value().isPowerOf2()) return shift_right(a, constant(32, b->value().logBase2()));
  return make(Op::kDivide, a->width, {a, b});
}

Expr Builder::remainder(Expr a, Expr b) {
  if (b->is_constant() && b->value().isPowerOf2()) {
    const unsigned width = b->value().logBase2();
    return width == 0 ? constant(a->width, 0) : zero_extend(truncate(a, width), a->width);
  }
  return make(Op::kRemainder, a->width, {a, b});
}

Expr Builder::signed_divide(Expr a, Expr b) {
  if (a->known.isNonNegative() && b->known.isNonNegative()) return divide(a, b);
  return make(Op::kSignedDivide, a->width, {a, b});
}

Expr Builder::signed_remainder(Expr a, Expr b) {
  if (a->known.isNonNegative() && b->known.isNonNegative()) return remainder(a, b);
  return make(Op::kSignedRemainder, a->width, {a, b});
}

// Shifts by a variable. If the high bits of a wide amount are set, only the sign is left.
Expr Builder::variable_shift(Op op, Expr x, Expr amount) {
  const Expr narrow = truncate(amount, std::max(1u, amount->known.countMaxActiveBits()));
  if (narrow->width <= kMostAmountBits) return make(op, x->width, {x, narrow});
  const unsigned high = narrow->width - kMostAmountBits;
  const Expr is_small = equal(extract(narrow, kMostAmountBits, high), constant(high, 0));
  const Expr low = truncate(narrow, kMostAmountBits);
  if (op == Op::kShiftLeft) return mux(is_small, shift_left(x, low), constant(x->width, 0));
  if (op == Op::kShiftRight) return mux(is_small, shift_right(x, low), constant(x->width, 0));
  return mux(is_small, signed_shift_right(x, low), sign_extend(extract(x, x->width - 1, 1), x->width));
}

Expr Builder::shift_left(Expr x, Expr amount) {
  if (x->is_zero()) return x;
  if (!amount->is_constant()) return variable_shift(Op::kShiftLeft, x, amount);
  const unsigned by = shift_of(x, amount);
  if (by == 0) return x;
  if (by == x->width) return constant(x->width, 0);
  return concat({constant(by, 0), truncate(x, x->width - by)});
}

Expr Builder::shift_right(Expr x, Expr amount) {
  if (x->is_zero()) return x;
  if (!amount->is_constant()) {
    const unsigned zeros = x->known.countMinLeadingZeros();
    if (zeros > 0) return zero_extend(shift_right(truncate(x, x->width - zeros), amount), x->width);
    return variable_shift(Op::kShiftRight, x, amount);
  }
  const unsigned by = shift_of(x, amount);
  if (by == x->width) return constant(x->width, 0);
  return zero_extend(extract(x, by, x->width - by), x->width);
}

Expr Builder::signed_shift_right(Expr x, Expr amount) {
  if (x->known.isNonNegative()) return shift_right(x, amount);
  if (!amount->is_constant()) return variable_shift(Op::kSignedShiftRight, x, amount);
  const unsigned by = std::min(shift_of(x, amount), x->width - 1);
  return sign_extend(extract(x, by, x->width - by), x->width);
}

// The halves are counted in parallel and added, as a tree.
Expr Builder::count_ones(Expr x) {
  if (x->width == 1) return x;
  const unsigned half = x->width / 2;
  const Expr low = zero_extend(count_ones(truncate(x, half)), x->width);
  const Expr high = zero_extend(count_ones(extract(x, half, x->width - half)), x->width);
  // The sum does not overflow: n ones are counted in at most n bits.
  return add(low, high);
}

Expr Builder::count_trailing_zeros(Expr x) {
  if (x->width == 1) return bit_not(x);
  const unsigned half = x->width / 2;
  const Expr low = truncate(x, half);
  const Expr in_low = zero_extend(count_trailing_zeros(low), x->width);
  const Expr in_high = zero_extend(count_trailing_zeros(extract(x, half, x->width - half)), x->width);
  return mux(equal(low, constant(half, 0)), add(in_high, constant(x->width, half)), in_low);
}

Expr Builder::count_leading_zeros(Expr x) {
  return count_trailing_zeros(reverse_bits(x));
}

}  // namespace stepc
