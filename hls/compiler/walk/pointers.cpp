#include "hls/compiler/walk/pointers.hpp"

#include <algorithm>

#include "hls/compiler/walk/candidates.hpp"

namespace stepc {
namespace {

Pointer null_checked(const Pointer& pointer, const Location& where) {
  if (!pointer || (!pointer->condition && !pointer->region))
    throw Untranslatable(where, "access through a null pointer");
  return pointer;
}

// The low bits of x above which there are only zeros.
Expr strip_zeros(Builder& build, Expr x) {
  return build.truncate(x, std::max(1u, x->width - x->known.countMinLeadingZeros()));
}

// x * factor cannot wrap in its width.
bool exact_product(Expr x, Expr factor) {
  bool overflow = false;
  (void)x->known.getMaxValue().umul_ov(factor->value(), overflow);
  return !overflow;
}

// The term of a pointer with the largest scale: the outermost array.
std::size_t outermost(const PointerValue& pointer) {
  std::size_t largest = 0;
  for (std::size_t i = 1; i < pointer.terms.size(); ++i) {
    if (std::abs(pointer.terms[i].scale) > std::abs(pointer.terms[largest].scale)) largest = i;
  }
  return largest;
}

// The pointer with its outermost index replaced by a number.
Pointer with_index(const PointerValue& pointer, std::size_t term, std::int64_t index) {
  auto result = std::make_shared<PointerValue>(pointer);
  result->offset += index * pointer.terms[term].scale;
  result->terms.erase(result->terms.begin() + static_cast<std::ptrdiff_t>(term));
  return result;
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
    return choose(pointer->condition, add_offset(pointer->yes, bytes), add_offset(pointer->no, bytes));
  auto result = std::make_shared<PointerValue>(*pointer);
  result->offset += bytes;
  return result;
}

Pointer add_term(Builder& build, const Pointer& pointer, Expr index, std::int64_t scale) {
  if (pointer->condition) {
    return choose(pointer->condition, add_term(build, pointer->yes, index, scale),
                  add_term(build, pointer->no, index, scale));
  }
  if (index->is_constant()) return add_offset(pointer, index->value().getSExtValue() * scale);
  if (index->op == Op::kAdd && index->operands[1]->is_constant()) {
    const std::int64_t bytes = index->operands[1]->value().getSExtValue() * scale;
    return add_term(build, add_offset(pointer, bytes), index->operands[0], scale);
  }
  if (const unsigned zeros = index->known.countMinTrailingZeros(); zeros > 0) {
    const Expr high = build.zero_extend(build.extract(index, zeros, 64 - zeros), 64);
    return add_term(build, pointer, high, scale << zeros);
  }
  const Expr core = strip_zeros(build, index);
  const auto operand = [&](unsigned i) { return core->operands[i]; };
  if (core->op == Op::kMux && (operand(1)->is_constant() || operand(2)->is_constant())) {
    return choose(operand(0), add_term(build, pointer, build.zero_extend(operand(1), 64), scale),
                  add_term(build, pointer, build.zero_extend(operand(2), 64), scale));
  }
  if (core->op == Op::kMultiply && operand(1)->is_constant() && exact_product(operand(0), operand(1))) {
    const auto factor = static_cast<std::int64_t>(operand(1)->value().getZExtValue());
    return add_term(build, pointer, build.zero_extend(operand(0), 64), scale * factor);
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

Pointer choose(Expr condition, const Pointer& yes, const Pointer& no) {
  if (condition->is_constant()) return condition->is_ones() ? yes : no;
  if (same_pointer(yes, no)) return yes;
  return std::make_shared<PointerValue>(PointerValue{nullptr, 0, {}, condition, yes, no, false});
}

Expr read_through(Builder& build, const Pointer& pointer, std::uint64_t bytes, const Location& where,
                  const std::function<Expr(const Region&, std::uint64_t)>& at) {
  const PointerValue& target = *null_checked(pointer, where);
  if (target.condition) {
    const Expr yes = read_through(build, target.yes, bytes, where, at);
    return build.mux(target.condition, yes, read_through(build, target.no, bytes, where, at));
  }
  if (target.terms.empty()) {
    check_bounds(target, bytes, where);
    return at(*target.region, static_cast<std::uint64_t>(target.offset));
  }
  const std::size_t term = outermost(target);
  const IndexRange range = candidates(target, term, bytes, where);
  std::vector<Expr> values;
  for (std::int64_t i = range.first; i <= range.last; ++i) {
    values.push_back(read_through(build, with_index(target, term, i), bytes, where, at));
  }
  const Expr first = build.constant(64, static_cast<std::uint64_t>(range.first));
  return build.index(build.subtract(target.terms[term].index, first), values);
}

void visit_targets(Builder& build, const Pointer& pointer, std::uint64_t bytes, const Location& where,
                   const std::function<void(const Region&, std::uint64_t, Expr)>& visit) {
  const PointerValue& target = *null_checked(pointer, where);
  const auto visit_if = [&](Expr condition, const Pointer& narrower) {
    visit_targets(build, narrower, bytes, where, [&](const Region& region, std::uint64_t offset, Expr also) {
      visit(region, offset, build.bit_and(condition, also));
    });
  };
  if (target.condition) {
    visit_if(target.condition, target.yes);
    visit_if(build.bit_not(target.condition), target.no);
  } else if (target.terms.empty()) {
    check_bounds(target, bytes, where);
    visit(*target.region, static_cast<std::uint64_t>(target.offset), build.constant(1, 1));
  } else {
    const std::size_t term = outermost(target);
    const IndexRange range = candidates(target, term, bytes, where);
    for (std::int64_t i = range.first; i <= range.last; ++i) {
      const Expr number = build.constant(64, static_cast<std::uint64_t>(i));
      visit_if(build.equal(target.terms[term].index, number), with_index(target, term, i));
    }
  }
}

}  // namespace stepc
