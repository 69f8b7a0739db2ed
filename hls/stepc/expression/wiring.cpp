// SPDX-License-Identifier: Apache-2.0
// Concatenation, extraction and extension. The rules find whole fields again in wide words.
#include <algorithm>

#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

// Returns whether extracting from `whole` gave anything better than a slice of it.
bool simpler(Expr part, Expr whole) {
  return part->op != Op::kExtract || part->operands[0] != whole;
}

bool continues(Expr low, Expr high) {
  return low->op == Op::kExtract && high->op == Op::kExtract && low->operands[0] == high->operands[0] &&
         low->low + low->width == high->low;
}

// Returns how wide a sum, a difference, a product or a left shift must be if only its bits below
// `used` are wanted: carries run upwards, so higher bits of the operands do not matter. The width
// is not less than an operand needs, so that all uses of an operation on the same operands agree on
// one width and share it. If half of the bits or more fall away, a narrower operation of its own is
// worth while.
unsigned arithmetic_width(Expr x, unsigned used, bool from_bit_0) {
  if (from_bit_0 && (used == 1 || 2 * used <= x->width)) return used;
  unsigned needed = x->width;
  for (Expr operand : x->operands) {
    const bool is_amount = x->op == Op::kShiftLeft && operand == x->operands[1];
    if (!operand->is_constant() && !is_amount) needed = std::min(needed, operand->known.countMaxActiveBits());
  }
  return std::max(used, needed);
}

}  // namespace

Expr Builder::concat(llvm::ArrayRef<Expr> pieces) {
  std::vector<Expr> flat;
  const auto append = [&](Expr piece) {
    Expr before = flat.empty() ? nullptr : flat.back();
    if (before && before->is_constant() && piece->is_constant()) {
      flat.back() = constant(piece->value().concat(before->value()));
    } else if (before && continues(before, piece)) {
      flat.back() = extract(before->operands[0], before->low, before->width + piece->width);
    } else {
      flat.push_back(piece);
    }
  };
  for (Expr piece : pieces) {
    if (piece->op == Op::kConcat) {
      for (Expr inner : piece->operands) append(inner);
    } else {
      append(piece);
    }
  }
  if (flat.size() == 1) return flat[0];
  unsigned width = 0;
  for (Expr piece : flat) width += piece->width;
  return make(Op::kConcat, width, std::move(flat));
}

Expr Builder::zero_extend(Expr x, unsigned width) {
  if (width == x->width) return x;
  return concat({x, constant(width - x->width, 0)});
}

Expr Builder::sign_extend(Expr x, unsigned width) {
  if (width == x->width) return x;
  if (x->known.isNonNegative()) return zero_extend(x, width);
  if (x->op == Op::kSignExtend) return sign_extend(x->operands[0], width);
  return make(Op::kSignExtend, width, {x});
}

Expr Builder::extract(Expr x, unsigned low, unsigned width) {
  if (low == 0 && width == x->width) return x;
  const llvm::KnownBits known = x->known.extractBits(width, low);
  if (known.isConstant()) return constant(known.getConstant());
  const auto key = std::tuple{x, low, width};
  if (const auto known_answer = extracts_.find(key); known_answer != extracts_.end()) return known_answer->second;
  Expr result = push_extract(x, low, width);
  if (!result) result = make(Op::kExtract, width, {x}, low);
  return extracts_[key] = result;
}

Expr Builder::extract_from_concat(Expr x, unsigned low, unsigned width) {
  std::vector<Expr> pieces;
  unsigned start = 0;
  for (Expr piece : x->operands) {
    const unsigned from = std::max(start, low);
    const unsigned to = std::min(start + piece->width, low + width);
    if (from < to) pieces.push_back(extract(piece, from - start, to - from));
    start += piece->width;
  }
  return concat(pieces);
}

Expr Builder::extract_from_sign_extend(Expr x, unsigned low, unsigned width) {
  Expr narrow = x->operands[0];
  if (low >= narrow->width) return sign_extend(extract(narrow, narrow->width - 1, 1), width);
  if (low + width <= narrow->width) return extract(narrow, low, width);
  return sign_extend(extract(narrow, low, narrow->width - low), width);
}

// Moves the extraction to the operands if that makes them simpler; returns null if it does not.
Expr Builder::push_extract(Expr x, unsigned low, unsigned width) {
  const auto part = [&](std::size_t i) { return extract(x->operands[i], low, width); };
  switch (x->op) {
    case Op::kExtract:
      return extract(x->operands[0], x->low + low, width);
    case Op::kConcat:
      return extract_from_concat(x, low, width);
    case Op::kSignExtend:
      return extract_from_sign_extend(x, low, width);
    case Op::kNot:
      return simpler(part(0), x->operands[0]) ? bit_not(part(0)) : nullptr;
    case Op::kAnd:
    case Op::kOr:
    case Op::kXor:
      if (!simpler(part(0), x->operands[0]) && !simpler(part(1), x->operands[1])) return nullptr;
      return bitwise(x->op, part(0), part(1));
    case Op::kMux:
      if (!simpler(part(1), x->operands[1]) && !simpler(part(2), x->operands[2])) return nullptr;
      return mux(x->operands[0], part(1), part(2));
    case Op::kIndex: {
      std::vector<Expr> choices;
      bool better = false;
      for (std::size_t i = 1; i < x->operands.size(); ++i) {
        choices.push_back(part(i));
        better = better || simpler(choices.back(), x->operands[i]);
      }
      return better ? index(x->operands[0], choices) : nullptr;
    }
    case Op::kAdd:
    case Op::kSubtract:
    case Op::kMultiply:
    case Op::kShiftLeft: {
      const unsigned narrow = arithmetic_width(x, low + width, low == 0);
      return narrow < x->width ? extract(narrow_arithmetic(x, narrow), low, width) : nullptr;
    }
    default:
      return nullptr;
  }
}

// Returns the low bits of a sum, a difference, a product or a left shift.
Expr Builder::narrow_arithmetic(Expr x, unsigned width) {
  const Expr a = truncate(x->operands[0], width);
  if (x->op == Op::kShiftLeft) return shift_left(a, x->operands[1]);
  const Expr b = truncate(x->operands[1], width);
  if (x->op == Op::kAdd) return add(a, b);
  return x->op == Op::kSubtract ? subtract(a, b) : multiply(a, b);
}

Expr Builder::reverse_bits(Expr x) {
  std::vector<Expr> pieces;
  for (unsigned bit = x->width; bit-- > 0;) pieces.push_back(extract(x, bit, 1));
  return concat(pieces);
}

}  // namespace stepc
