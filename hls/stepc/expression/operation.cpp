// SPDX-License-Identifier: Apache-2.0
// The table of operations. LLVM's KnownBits, ConstantRange and APInt have a function for most
// operations, each under a name of its own.
#include "hls/stepc/expression/operation.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

using llvm::APInt;
using llvm::ConstantRange;
using llvm::KnownBits;
using Operands = llvm::ArrayRef<Expr>;

const KnownBits& known_of(const Node& x, std::size_t i) {
  return x.operands[i]->known;
}

APInt bit(bool value) {
  return APInt(1, value ? 1 : 0);
}

// Widths.

bool leaf(const Node&) {
  return true;
}

bool all_from(const Node& x, std::size_t first, unsigned width) {
  return std::all_of(x.operands.begin() + static_cast<std::ptrdiff_t>(first), x.operands.end(),
                     [&](Expr operand) { return operand->width == width; });
}

bool all_as_wide(const Node& x) {
  return all_from(x, 0, x.width);
}

bool a_comparison(const Node& x) {
  return x.width == 1 && x.operands[0]->width == x.operands[1]->width;
}

bool a_shift(const Node& x) {
  return x.operands[0]->width == x.width && x.operands[1]->width <= kMostAmountBits;
}

// Known bits.

KnownBits nothing_known(const Node& x) {
  return KnownBits(x.width);
}

// In a shift by a variable, the bits that are shifted in join equal bits that are already there.
KnownBits known_shifted_left(const Node& x) {
  KnownBits known(x.width);
  known.Zero.setLowBits(known_of(x, 0).countMinTrailingZeros());
  return known;
}

KnownBits known_shifted_right(const Node& x) {
  KnownBits known(x.width);
  known.Zero.setHighBits(known_of(x, 0).countMinLeadingZeros());
  return known;
}

KnownBits known_shifted_right_signed(const Node& x) {
  KnownBits known = known_shifted_right(x);
  known.One.setHighBits(known_of(x, 0).countMinLeadingOnes());
  return known;
}

KnownBits known_choice(const Node& x) {
  KnownBits known = known_of(x, 1);
  for (std::size_t i = 2; i < x.operands.size(); ++i) known = known.intersectWith(known_of(x, i));
  return known;
}

// A quotient or remainder is at most the dividend: no program divides by zero.
KnownBits known_quotient(const Node& x) {
  KnownBits known(x.width);
  known.Zero.setHighBits(known_of(x, 0).countMinLeadingZeros());
  return known;
}

// The bit is known if LLVM can decide the comparison.
template <std::optional<bool> (*Compare)(const KnownBits&, const KnownBits&)>
KnownBits known_comparison(const Node& x) {
  KnownBits known(1);
  const std::optional<bool> answer = Compare(known_of(x, 0), known_of(x, 1));
  if (answer) (*answer ? known.One : known.Zero).setBit(0);
  return known;
}

template <bool IsSum>
KnownBits known_sum(const Node& x) {
  return KnownBits::computeForAddSub(IsSum, false, false, known_of(x, 0), known_of(x, 1));
}

// Values.

// A shift by the width or more leaves only the sign.
unsigned amount(const Node& x, OperandValue of) {
  return static_cast<unsigned>(of(1).getLimitedValue(x.width));
}

// The same operation on other operands.

Expr as_it_stands(Builder& build, const Node& x, Operands operands) {
  return build.with_operands(x, operands.vec());
}

template <Expr (Builder::*Make)(Expr, Expr)>
Expr on_two(Builder& build, const Node&, Operands operands) {
  return (build.*Make)(operands[0], operands[1]);
}

constexpr std::size_t kAny = Operation::kAnyNumber;

// Each row has name, wire, operands and their widths, text; then known bits, range, value, simplest
// form.
// clang-format off
constexpr Operation kOperations[] = {
    {Op::kConstant, "constant", "mask", 0, leaf, {Form::kLiteral},
     [](const Node& x) { return x.known; },
     nullptr,
     [](const Node& x, OperandValue) { return x.value(); },
     as_it_stands},
    {Op::kFailed, "failed", "mask", 0, leaf, {Form::kNothing}, nothing_known, nullptr, nullptr, as_it_stands},
    {Op::kSymbol, "symbol", "mask", 0, leaf, {Form::kName}, nothing_known, nullptr, nullptr, as_it_stands},
    {Op::kMemoryWord, "word", "word", 1, leaf, {Form::kWord}, nothing_known, nullptr, nullptr, as_it_stands},

    {Op::kConcat, "concat", "joined", kAny,
     [](const Node& x) {
       unsigned sum = 0;
       for (Expr piece : x.operands) sum += piece->width;
       return sum == x.width && x.operands.size() > 1;
     },
     {Form::kConcatenation},
     [](const Node& x) {
       KnownBits known(x.width);
       unsigned low = 0;
       for (Expr piece : x.operands) {
         known.insertBits(piece->known, low);
         low += piece->width;
       }
       return known;
     },
     [](const Node& x, OperandRange of) {
       ConstantRange range = of(0).zeroExtend(x.width);
       unsigned low = x.operands[0]->width;
       for (std::size_t i = 1; i < x.operands.size(); ++i) {
         range = range.add(of(i).zeroExtend(x.width).shl(ConstantRange(APInt(x.width, low))));
         low += x.operands[i]->width;
       }
       return range;
     },
     [](const Node& x, OperandValue of) {
       APInt value(x.width, 0);
       unsigned low = 0;
       for (std::size_t i = 0; i < x.operands.size(); ++i) {
         value.insertBits(of(i), low);
         low += x.operands[i]->width;
       }
       return value;
     },
     [](Builder& build, const Node&, Operands operands) { return build.concat(operands); }},
    {Op::kExtract, "extract", "bits", 1,
     [](const Node& x) { return x.low + x.width <= x.operands[0]->width; },
     {Form::kSelection},
     [](const Node& x) { return known_of(x, 0).extractBits(x.width, x.low); },
     [](const Node& x, OperandRange of) {
       // A shift, even by 0, would lose a range that is near zero on both sides.
       if (x.low == 0) return of(0).truncate(x.width);
       return of(0).lshr(ConstantRange(APInt(x.operands[0]->width, x.low))).truncate(x.width);
     },
     [](const Node& x, OperandValue of) { return of(0).extractBits(x.width, x.low); },
     [](Builder& build, const Node& x, Operands operands) { return build.extract(operands[0], x.low, x.width); }},
    {Op::kSignExtend, "sign_extend", "extended", 1,
     [](const Node& x) { return x.operands[0]->width < x.width; },
     {Form::kSignExtension},
     [](const Node& x) { return known_of(x, 0).sext(x.width); },
     [](const Node& x, OperandRange of) { return of(0).signExtend(x.width); },
     [](const Node& x, OperandValue of) { return of(0).sext(x.width); },
     [](Builder& build, const Node& x, Operands operands) { return build.sign_extend(operands[0], x.width); }},

    {Op::kNot, "not", "term", 1, all_as_wide, {Form::kPrefix, "~", kUnary},
     [](const Node& x) {
       KnownBits known = known_of(x, 0);
       std::swap(known.Zero, known.One);
       return known;
     },
     [](const Node&, OperandRange of) { return of(0).binaryNot(); },
     [](const Node&, OperandValue of) { return ~of(0); },
     [](Builder& build, const Node&, Operands operands) { return build.bit_not(operands[0]); }},
    {Op::kAnd, "and", "term", 2, all_as_wide, {Form::kInfix, "&", kAnd},
     [](const Node& x) { return known_of(x, 0) & known_of(x, 1); },
     [](const Node&, OperandRange of) { return of(0).binaryAnd(of(1)); },
     [](const Node&, OperandValue of) { return of(0) & of(1); },
     on_two<&Builder::bit_and>},
    {Op::kOr, "or", "term", 2, all_as_wide, {Form::kInfix, "|", kOr},
     [](const Node& x) { return known_of(x, 0) | known_of(x, 1); },
     [](const Node&, OperandRange of) { return of(0).binaryOr(of(1)); },
     [](const Node&, OperandValue of) { return of(0) | of(1); },
     on_two<&Builder::bit_or>},
    {Op::kXor, "xor", "term", 2, all_as_wide, {Form::kInfix, "^", kXor},
     [](const Node& x) { return known_of(x, 0) ^ known_of(x, 1); },
     nullptr,
     [](const Node&, OperandValue of) { return of(0) ^ of(1); },
     on_two<&Builder::bit_xor>},

    {Op::kAdd, "add", "sum", 2, all_as_wide, {Form::kInfix, "+", kSum}, known_sum<true>,
     [](const Node&, OperandRange of) { return of(0).add(of(1)); },
     [](const Node&, OperandValue of) { return of(0) + of(1); },
     on_two<&Builder::add>},
    {Op::kSubtract, "subtract", "difference", 2, all_as_wide, {Form::kInfix, "-", kSum}, known_sum<false>,
     [](const Node&, OperandRange of) { return of(0).sub(of(1)); },
     [](const Node&, OperandValue of) { return of(0) - of(1); },
     on_two<&Builder::subtract>},
    {Op::kMultiply, "multiply", "product", 2, all_as_wide, {Form::kInfix, "*", kProduct},
     [](const Node& x) { return KnownBits::mul(known_of(x, 0), known_of(x, 1)); },
     [](const Node&, OperandRange of) { return of(0).multiply(of(1)); },
     [](const Node&, OperandValue of) { return of(0) * of(1); },
     on_two<&Builder::multiply>},
    {Op::kDivide, "divide", "quotient", 2, all_as_wide, {Form::kInfix, "/", kProduct}, known_quotient,
     [](const Node&, OperandRange of) { return of(0).udiv(of(1)); },
     [](const Node&, OperandValue of) { return of(0).udiv(of(1)); },
     on_two<&Builder::divide>},
    {Op::kRemainder, "remainder", "rest", 2, all_as_wide, {Form::kInfix, "%", kProduct}, known_quotient,
     [](const Node&, OperandRange of) { return of(0).urem(of(1)); },
     [](const Node&, OperandValue of) { return of(0).urem(of(1)); },
     on_two<&Builder::remainder>},
    {Op::kSignedDivide, "signed_divide", "quotient", 2, all_as_wide, {Form::kSigned, "/"}, nothing_known,
     [](const Node&, OperandRange of) { return of(0).sdiv(of(1)); },
     [](const Node&, OperandValue of) { return of(0).sdiv(of(1)); },
     on_two<&Builder::signed_divide>},
    {Op::kSignedRemainder, "signed_remainder", "rest", 2, all_as_wide, {Form::kSigned, "%"}, nothing_known,
     [](const Node&, OperandRange of) { return of(0).srem(of(1)); },
     [](const Node&, OperandValue of) { return of(0).srem(of(1)); },
     on_two<&Builder::signed_remainder>},

    {Op::kShiftLeft, "shift_left", "shifted", 2, a_shift, {Form::kInfix, "<<", kShift}, known_shifted_left,
     nullptr,
     [](const Node& x, OperandValue of) { return of(0).shl(amount(x, of)); },
     on_two<&Builder::shift_left>},
    {Op::kShiftRight, "shift_right", "shifted", 2, a_shift, {Form::kInfix, ">>", kShift}, known_shifted_right,
     nullptr,
     [](const Node& x, OperandValue of) { return of(0).lshr(amount(x, of)); },
     on_two<&Builder::shift_right>},
    {Op::kSignedShiftRight, "signed_shift_right", "shifted", 2, a_shift, {Form::kSigned, ">>>"},
     known_shifted_right_signed,
     nullptr,
     [](const Node& x, OperandValue of) { return of(0).ashr(amount(x, of)); },
     on_two<&Builder::signed_shift_right>},

    {Op::kEqual, "equal", "equal", 2, a_comparison, {Form::kInfix, "==", kEquality}, known_comparison<KnownBits::eq>,
     nullptr,
     [](const Node&, OperandValue of) { return bit(of(0) == of(1)); },
     on_two<&Builder::equal>},
    {Op::kLess, "less", "less", 2, a_comparison, {Form::kInfix, "<", kRelation}, known_comparison<KnownBits::ult>,
     nullptr,
     [](const Node&, OperandValue of) { return bit(of(0).ult(of(1))); },
     on_two<&Builder::less>},
    {Op::kSignedLess, "signed_less", "less", 2, a_comparison, {Form::kSignedRelation, "<", kRelation},
     known_comparison<KnownBits::slt>,
     nullptr,
     [](const Node&, OperandValue of) { return bit(of(0).slt(of(1))); },
     on_two<&Builder::signed_less>},

    // The range of a choice depends on its condition: facts.cpp.
    {Op::kMux, "mux", "choice", 3,
     [](const Node& x) { return x.operands[0]->width == 1 && all_from(x, 1, x.width); },
     {Form::kChoice, "?", kTernary}, known_choice,
     nullptr,
     [](const Node&, OperandValue of) { return of(of(0).isOne() ? 1 : 2); },
     [](Builder& build, const Node&, Operands operands) { return build.mux(operands[0], operands[1], operands[2]); }},
    {Op::kIndex, "index", "element", kAny,
     [](const Node& x) {
       return x.operands.size() == 1 + (std::size_t{1} << x.operands[0]->width) && all_from(x, 1, x.width);
     },
     {Form::kTable}, known_choice,
     nullptr,
     [](const Node&, OperandValue of) { return of(1 + of(0).getZExtValue()); },
     [](Builder& build, const Node&, Operands operands) { return build.index(operands[0], operands.drop_front()); }},
};
// clang-format on

constexpr bool rows_stand_in_order() {
  for (std::size_t i = 0; i < std::size(kOperations); ++i) {
    if (kOperations[i].op != static_cast<Op>(i)) return false;
  }
  return true;
}
static_assert(rows_stand_in_order() && std::size(kOperations) == static_cast<std::size_t>(Op::kIndex) + 1);

}  // namespace

const Operation& operation(Op op) {
  return kOperations[static_cast<std::size_t>(op)];
}

}  // namespace stepc
