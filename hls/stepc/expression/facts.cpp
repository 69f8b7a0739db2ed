// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/expression/facts.hpp"

#include <optional>

#include "hls/stepc/expression/operation.hpp"

namespace stepc {
namespace {

using llvm::APInt;
using llvm::CmpInst;
using llvm::ConstantRange;

ConstantRange full(unsigned width) {
  return ConstantRange::getFull(width);
}

// The most work for one question, in points of the program that are asked about expressions.
// Without a limit, choices of choices would cost more than the rest of the translation. When the
// work is used up, the answer is the range that is known so far.
constexpr unsigned kMostWork = 20000;
thread_local unsigned work_left = 0;

// Returns whether an extract takes all bits that may be set, from its lowest bit up.
bool has_only_zeros_above(const Node& x) {
  const Expr whole = x.operands[0];
  return x.low + x.width + whole->known.countMinLeadingZeros() >= whole->width;
}

// Returns the numbers of `width` bits whose bits from `low` up are in `range`; all numbers if they
// are not one interval.
ConstantRange with_high_part(const ConstantRange& range, unsigned width, unsigned low) {
  if (range.isFullSet() || range.isEmptySet() || range.isWrappedSet()) return full(width);
  const APInt first = range.getUnsignedMin().zext(width).shl(low);
  const APInt last = range.getUnsignedMax().zext(width).shl(low) | APInt::getLowBitsSet(width, low);
  return ConstantRange::getNonEmpty(first, last + 1);
}

// Returns the lowest bit above x, an extract, that may be set, as a bit of the word that x is taken
// from.
unsigned end_of(const Node& x) {
  return x.low + x.width - x.known.countMinLeadingZeros();
}

// Returns the numbers that an extract may be, by the range of another one of the same word: of its
// upper bits, or of bits around it.
ConstantRange range_by_other_bits(const Node& x, const Node& other, const ConstantRange& range) {
  const unsigned end = x.low + x.width;
  const unsigned other_end = other.low + other.width;
  if (other.low >= x.low && other_end <= end && other_end >= end_of(x)) {
    return with_high_part(range, x.width, other.low - x.low);
  }
  if (other.low > x.low || other_end < end) return full(x.width);
  const ConstantRange upper = range.lshr(ConstantRange(APInt(other.width, x.low - other.low)));
  return x.width == other.width ? upper : upper.truncate(x.width);
}

// Returns the first piece of a concatenation whose other pieces are zeros; null for any other
// expression.
Expr extended_with_zeros(Expr x) {
  if (x->op != Op::kConcat) return nullptr;
  for (std::size_t i = 1; i < x->operands.size(); ++i) {
    if (!x->operands[i]->is_zero()) return nullptr;
  }
  return x->operands[0];
}

Expr without_not(Expr condition) {
  return condition->op == Op::kNot ? condition->operands[0] : condition;
}

}  // namespace

void Facts::add(Expr condition, bool holds) {
  work_left = kMostWork;
  add(condition, holds, kDepth);
}

ConstantRange Facts::range_of(Expr x) const {
  work_left = kMostWork;
  return range_of(x, kDepth);
}

void Facts::add(Expr condition, bool holds, unsigned depth) {
  const std::vector<Expr>& operands = condition->operands;
  switch (condition->op) {
    case Op::kNot:
      return add(operands[0], !holds, depth);
    case Op::kAnd:
    case Op::kOr:
      if (holds == (condition->op == Op::kAnd)) {
        for (Expr operand : operands) add(operand, holds, depth);
      }
      break;
    case Op::kEqual:
      compare(holds ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, operands[0], operands[1], depth);
      break;
    case Op::kLess:
      compare(holds ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE, operands[0], operands[1], depth);
      break;
    case Op::kSignedLess:
      compare(holds ? CmpInst::ICMP_SLT : CmpInst::ICMP_SGE, operands[0], operands[1], depth);
      break;
    default:
      break;
  }
  restrict(condition, ConstantRange(APInt(1, holds ? 1 : 0)));
}

void Facts::add_equal(Expr x, const APInt& number, bool holds) {
  restrict(x, ConstantRange::makeExactICmpRegion(holds ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, number));
}

void Facts::compare(CmpInst::Predicate predicate, Expr a, Expr b, unsigned depth) {
  restrict(a, ConstantRange::makeAllowedICmpRegion(predicate, range_of(b, depth)));
  restrict(b, ConstantRange::makeAllowedICmpRegion(CmpInst::getSwappedPredicate(predicate), range_of(a, depth)));
}

// Restricts x to `range`, and the operands of x accordingly.
void Facts::restrict(Expr x, const ConstantRange& range) {
  if (range.isFullSet()) return;
  computed_.clear();
  const ConstantRange before = known_range(x);
  const ConstantRange known = before.intersectWith(range);
  if (known.isEmptySet()) impossible_ = true;
  if (x->is_constant()) return;
  const bool is_first = ranges_.insert_or_assign(x, known).second;
  const auto operand = [&](std::size_t i) { return x->operands[i]; };
  if (is_first && x->op == Op::kExtract) extracts_[operand(0)].push_back(x);
  if (is_first) wait_for_conditions(x);
  if (x->width == 1 && known.isSingleElement() && !before.isSingleElement()) tell_those_who_wait(x);
  if (x->op == Op::kAdd && operand(1)->is_constant()) {
    restrict(operand(0), known.subtract(operand(1)->value()));
  } else if (x->op == Op::kNot) {
    restrict(operand(0), known.binaryNot());
  } else if (x->op == Op::kExtract && has_only_zeros_above(*x)) {
    restrict(operand(0), with_high_part(known, operand(0)->width, x->low));
  } else if (x->op == Op::kSignExtend) {
    restrict(operand(0), known.intersectWith(full(operand(0)->width).signExtend(x->width)).truncate(operand(0)->width));
  } else if (const Expr low = extended_with_zeros(x)) {
    restrict(low, known.intersectWith(full(low->width).zeroExtend(x->width)).truncate(low->width));
  } else {
    restrict_what_is_left(x, known);
  }
}

// A fact on a choice becomes one on an operand once the condition is decided. A conjunction that is
// false, or a disjunction that is true, becomes a fact on its last undecided operand.
void Facts::wait_for_conditions(Expr x) {
  const bool is_clause = x->width == 1 && (x->op == Op::kAnd || x->op == Op::kOr);
  for (std::size_t i = 0; i < (x->op == Op::kMux ? 1 : is_clause ? x->operands.size() : 0); ++i) {
    waiting_[without_not(x->operands[i])].push_back(x);
  }
}

void Facts::tell_those_who_wait(Expr condition) {
  std::vector<Expr> told;
  unsigned asked = 0;
  for (const Facts* facts = this; facts && asked < kMostOuter; facts = facts->outer_, ++asked) {
    const auto found = facts->waiting_.find(condition);
    if (found != facts->waiting_.end()) told.insert(told.end(), found->second.begin(), found->second.end());
  }
  for (Expr x : told) restrict_what_is_left(x, known_range(x));
}

void Facts::restrict_what_is_left(Expr x, const ConstantRange& known) {
  const auto value_of = [&](Expr condition) -> std::optional<bool> {
    const ConstantRange range = known_range(without_not(condition));
    if (!range.isSingleElement()) return std::nullopt;
    return range.contains(APInt(1, 0)) == (condition->op == Op::kNot);
  };
  if (x->op == Op::kMux) {
    if (const auto condition = value_of(x->operands[0])) restrict(x->operands[*condition ? 1 : 2], known);
    return;
  }
  const bool neutral = x->op == Op::kAnd;
  const bool is_clause =
      x->width == 1 && (neutral || x->op == Op::kOr) && known == ConstantRange(APInt(1, neutral ? 0 : 1));
  if (!is_clause) return;
  Expr left = nullptr;
  for (Expr operand : x->operands) {
    const auto value = value_of(operand);
    if (value == neutral) continue;
    if (value || left) return;
    left = operand;
  }
  if (left) add(left, !neutral, kDepth);
}

// Returns the range from the facts about x itself, from those about bits of the same word, and from
// its known bits.
ConstantRange Facts::known_range(Expr x) const {
  ConstantRange range =
      ConstantRange::fromKnownBits(x->known, false).intersectWith(ConstantRange::fromKnownBits(x->known, true));
  unsigned asked = 0;
  for (const Facts* facts = this; facts && asked < kMostOuter; facts = facts->outer_, ++asked) {
    work_left -= work_left > 0 ? 1 : 0;
    if (const auto found = facts->ranges_.find(x); found != facts->ranges_.end()) {
      range = range.intersectWith(found->second);
    }
    if (x->op != Op::kExtract || facts->extracts_.empty()) continue;
    const auto others = facts->extracts_.find(x->operands[0]);
    if (others == facts->extracts_.end()) continue;
    for (Expr other : others->second) {
      if (other != x) range = range.intersectWith(range_by_other_bits(*x, *other, facts->ranges_.at(other)));
    }
  }
  return range;
}

ConstantRange Facts::range_of(Expr x, unsigned depth) const {
  ConstantRange known = known_range(x);
  if (depth == 0 || work_left == 0 || known.isSingleElement() || known.isEmptySet()) return known;
  if (const auto found = computed_.find(x); found != computed_.end() && found->second.first >= depth) {
    return found->second.second;
  }
  ConstantRange range = known.intersectWith(computed_range(x, depth - 1));
  computed_.insert_or_assign(x, std::pair(depth, range));
  return range;
}

// Each choice is looked at under its condition.
ConstantRange Facts::range_of_choice(Expr x, unsigned depth) const {
  if (depth < kChoiceDepth || work_left == 0) return full(x->width);
  depth -= kChoiceDepth;
  const auto range_if = [&](bool holds) {
    if (!range_of(x->operands[0], depth).contains(APInt(1, holds ? 1 : 0))) return ConstantRange::getEmpty(x->width);
    Facts inner(this);
    inner.add(x->operands[0], holds, depth);
    return inner.range_of(x->operands[holds ? 1 : 2], depth);
  };
  return range_if(true).unionWith(range_if(false));
}

ConstantRange Facts::computed_range(Expr x, unsigned depth) const {
  if (x->op == Op::kMux) return range_of_choice(x, depth);
  const auto range = operation(x->op).range;
  return range ? range(*x, [&](std::size_t i) { return range_of(x->operands[i], depth); }) : full(x->width);
}

}  // namespace stepc
