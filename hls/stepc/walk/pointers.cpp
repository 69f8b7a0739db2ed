// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/pointers.hpp"

#include <algorithm>

namespace stepc {
namespace {

// Choices among more pointers than this, within one object, become an index.
constexpr unsigned kMostChoices = 32;

// The most bytes by which a constant in an index may move an address. Within this limit, the rest
// of the index is the one number for which the sum lies near the object.
constexpr std::int64_t kFarthest = std::int64_t{1} << 62;

// Returns scale * factor if x * factor cannot wrap in its width; else nothing. A product that wraps
// has the same value for several x, and the intended x may be far from the object: 3 * x is 1 for x
// = 0xaaaaaaaaaaaaaaab.
std::optional<std::int64_t> exact_scale(Expr x, Expr factor, std::int64_t scale) {
  bool overflow = false;
  (void)x->known.getMaxValue().umul_ov(factor->value(), overflow);
  std::int64_t product = 0;
  overflow =
      overflow || __builtin_mul_overflow(static_cast<std::int64_t>(factor->value().getZExtValue()), scale, &product);
  return overflow ? std::nullopt : std::optional(product);
}

// Cuts the leading zeros off x.
Expr strip_zeros(Builder& build, Expr x) {
  return build.truncate(x, std::max(1u, x->width - x->known.countMinLeadingZeros()));
}

Pointer choice(Expr condition, const Pointer& yes, const Pointer& no) {
  if (same_pointer(yes, no)) return yes;
  return std::make_shared<PointerValue>(
      PointerValue{nullptr, 0, {}, condition, yes, no, false, yes->choices + no->choices});
}

// Moves zeros in the lowest bits of the index into the scale.
PointerTerm without_low_zeros(Builder& build, const PointerTerm& term) {
  const unsigned zeros = std::min(term.index->known.countMinTrailingZeros(), 31u);
  if (zeros == 0) return term;
  const Expr high = build.extract(term.index, zeros, 64 - zeros);
  const bool is_natural = term.index->known.isNonNegative();
  return {is_natural ? build.zero_extend(high, 64) : build.sign_extend(high, 64), term.scale << zeros};
}

}  // namespace

Pointer pointer_to(const Region& region, std::int64_t offset) {
  return std::make_shared<PointerValue>(PointerValue{&region, offset, {}, nullptr, nullptr, nullptr, false});
}

Pointer null_pointer() {
  return std::make_shared<PointerValue>();
}

Pointer failed_pointer() {
  auto pointer = std::make_shared<PointerValue>();
  pointer->failed = true;
  return pointer;
}

bool is_failed(const Pointer& pointer) {
  if (pointer->condition) return pointer->condition->failed || is_failed(pointer->yes) || is_failed(pointer->no);
  return pointer->failed || std::any_of(pointer->terms.begin(), pointer->terms.end(),
                                        [](const PointerTerm& term) { return term.index->failed; });
}

Pointer add_offset(const Pointer& pointer, std::int64_t bytes) {
  if (bytes == 0) return pointer;
  if (pointer->condition)
    return choice(pointer->condition, add_offset(pointer->yes, bytes), add_offset(pointer->no, bytes));
  auto result = std::make_shared<PointerValue>(*pointer);
  result->offset += bytes;
  return result;
}

Pointer add_term(Builder& build, const Pointer& pointer, Expr index, std::int64_t scale) {
  if (pointer->condition) {
    return choice(pointer->condition, add_term(build, pointer->yes, index, scale),
                  add_term(build, pointer->no, index, scale));
  }
  if (index->is_constant()) return add_offset(pointer, index->value().getSExtValue() * scale);
  if (index->op == Op::kAdd && index->operands[1]->is_constant()) {
    std::int64_t bytes = 0;
    const bool wraps = __builtin_mul_overflow(index->operands[1]->value().getSExtValue(), scale, &bytes);
    if (!wraps && bytes > -kFarthest && bytes < kFarthest)
      return add_term(build, add_offset(pointer, bytes), index->operands[0], scale);
  }
  if (const PointerTerm term = without_low_zeros(build, {index, scale}); term.scale != scale) {
    return add_term(build, pointer, term.index, term.scale);
  }
  const Expr core = strip_zeros(build, index);
  const auto operand = [&](unsigned i) { return core->operands[i]; };
  if (core->op == Op::kMux && (operand(1)->is_constant() || operand(2)->is_constant())) {
    return choose(build, operand(0), add_term(build, pointer, build.zero_extend(operand(1), 64), scale),
                  add_term(build, pointer, build.zero_extend(operand(2), 64), scale));
  }
  if (core->op == Op::kMultiply && operand(1)->is_constant()) {
    const auto product = exact_scale(operand(0), operand(1), scale);
    if (product) return add_term(build, pointer, build.zero_extend(operand(0), 64), *product);
  }
  auto result = std::make_shared<PointerValue>(*pointer);
  for (PointerTerm& term : result->terms) {  // a[i][j] keeps two terms, a[i + j] is one
    if (std::abs(term.scale) != std::abs(scale)) continue;
    const Expr other = term.scale == scale ? index : build.subtract(build.constant(64, 0), index);
    term.index = build.add(term.index, other);
    return result;
  }
  result->terms.push_back({index, scale});
  return result;
}

bool same_pointer(const Pointer& a, const Pointer& b) {
  if (a == b) return true;
  if (a->failed != b->failed || a->condition != b->condition || a->region != b->region || a->offset != b->offset)
    return false;
  if (a->condition) return same_pointer(a->yes, b->yes) && same_pointer(a->no, b->no);
  return std::equal(
      a->terms.begin(), a->terms.end(), b->terms.begin(), b->terms.end(),
      [](const PointerTerm& x, const PointerTerm& y) { return x.index == y.index && x.scale == y.scale; });
}

Expr offset_within(Builder& build, const Pointer& pointer, const Region*& region) {
  if (pointer->condition) {
    const Expr yes = offset_within(build, pointer->yes, region);
    const Expr no = yes ? offset_within(build, pointer->no, region) : nullptr;
    return no ? build.mux(pointer->condition, yes, no) : nullptr;
  }
  if (!pointer->region || (region && region != pointer->region)) return nullptr;
  region = pointer->region;
  Expr offset = build.constant(64, static_cast<std::uint64_t>(pointer->offset));
  for (const PointerTerm& term : pointer->terms) {
    const Expr scale = build.constant(64, static_cast<std::uint64_t>(term.scale));
    offset = build.add(offset, build.multiply(term.index, scale));
  }
  return offset;
}

Pointer unless_null(Builder& build, const Pointer& pointer) {
  if (!pointer->condition) return pointer->region || pointer->failed ? pointer : nullptr;
  const Pointer yes = unless_null(build, pointer->yes);
  const Pointer no = unless_null(build, pointer->no);
  return yes && no ? choose(build, pointer->condition, yes, no) : yes ? yes : no;
}

Pointer choose(Builder& build, Expr condition, const Pointer& yes, const Pointer& no) {
  if (condition->is_constant()) return condition->is_ones() ? yes : no;
  Pointer result = choice(condition, yes, no);
  if (result->choices <= kMostChoices) return result;
  // Distances count from the first place: between elements they are multiples of the element size.
  const PointerValue* first = result.get();
  while (first->condition) first = first->yes.get();
  const Region* region = nullptr;
  const Expr distance = offset_within(build, add_offset(result, -first->offset), region);
  if (!distance) return result;
  auto indexed = std::make_shared<PointerValue>(*pointer_to(*region, first->offset));
  indexed->terms.push_back(without_low_zeros(build, {distance, 1}));
  return indexed;
}

Expr equal_pointers(Builder& build, const Pointer& a, const Pointer& b) {
  if (same_pointer(a, b)) return build.constant(1, 1);
  const Region* region = nullptr;
  if (const Expr offset = offset_within(build, a, region)) {
    if (const Expr other = offset_within(build, b, region)) return build.equal(offset, other);
  }
  if (a->failed || b->failed) return build.failed(1);
  if (a->condition) {
    const Expr yes = equal_pointers(build, a->yes, b);
    return build.mux(a->condition, yes, equal_pointers(build, a->no, b));
  }
  if (b->condition) return equal_pointers(build, b, a);
  return build.constant(1, 0);  // different objects, or an object and null
}

}  // namespace stepc
