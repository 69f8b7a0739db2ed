// Which bits of a node are the same in every cycle. What numbers it can be at one point of the program is facts.cpp: LLVM's
// KnownBits and ConstantRange share no names of operations, so that one list for both would be longer than the two.
#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

using llvm::KnownBits;

KnownBits concat(const Node& x) {
  KnownBits known(x.width);
  unsigned low = 0;
  for (Expr piece : x.operands) {
    known.insertBits(piece->known, low);
    low += piece->width;
  }
  return known;
}

// Shifts by a variable: what is shifted in joins the equal bits that are already there.
KnownBits shifted(const Node& x) {
  KnownBits known(x.width);
  const KnownBits& from = x.operands[0]->known;
  if (x.op == Op::kShiftLeft) {
    known.Zero.setLowBits(from.countMinTrailingZeros());
  } else {
    known.Zero.setHighBits(from.countMinLeadingZeros());
    if (x.op == Op::kSignedShiftRight) known.One.setHighBits(from.countMinLeadingOnes());
  }
  return known;
}

KnownBits chosen(const Node& x) {
  KnownBits known = x.operands[1]->known;
  for (std::size_t i = 2; i < x.operands.size(); ++i) known = known.intersectWith(x.operands[i]->known);
  return known;
}

// One bit that is known when LLVM can decide the comparison.
KnownBits decided(std::optional<bool> answer) {
  KnownBits known(1);
  if (answer) (*answer ? known.One : known.Zero).setBit(0);
  return known;
}

}  // namespace

KnownBits known_bits(const Node& x) {
  const auto operand = [&x](std::size_t i) -> const KnownBits& { return x.operands[i]->known; };
  switch (x.op) {
    case Op::kConstant:
      return x.known;
    case Op::kConcat:
      return concat(x);
    case Op::kExtract:
      return operand(0).extractBits(x.width, x.low);
    case Op::kSignExtend:
      return operand(0).sext(x.width);
    case Op::kNot: {
      KnownBits known = operand(0);
      std::swap(known.Zero, known.One);
      return known;
    }
    case Op::kAnd:
      return operand(0) & operand(1);
    case Op::kOr:
      return operand(0) | operand(1);
    case Op::kXor:
      return operand(0) ^ operand(1);
    case Op::kAdd:
      return KnownBits::computeForAddSub(true, false, false, operand(0), operand(1));
    case Op::kSubtract:
      return KnownBits::computeForAddSub(false, false, false, operand(0), operand(1));
    case Op::kMultiply:
      return KnownBits::mul(operand(0), operand(1));
    case Op::kShiftLeft:
    case Op::kShiftRight:
    case Op::kSignedShiftRight:
      return shifted(x);
    case Op::kEqual:
      return decided(KnownBits::eq(operand(0), operand(1)));
    case Op::kLess:
      return decided(KnownBits::ult(operand(0), operand(1)));
    case Op::kSignedLess:
      return decided(KnownBits::slt(operand(0), operand(1)));
    case Op::kMux:
    case Op::kIndex:
      return chosen(x);
    case Op::kDivide:  // no more than the dividend, as a remainder: a division by zero is no program's result
    case Op::kRemainder: {
      KnownBits known(x.width);
      known.Zero.setHighBits(operand(0).countMinLeadingZeros());
      return known;
    }
    case Op::kFailed:
    case Op::kSymbol:
    case Op::kMemoryWord:
    case Op::kSignedDivide:
    case Op::kSignedRemainder:
      break;
  }
  return KnownBits(x.width);
}

}  // namespace stepc
