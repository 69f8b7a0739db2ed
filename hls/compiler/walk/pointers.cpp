#include "hls/compiler/walk/pointers.hpp"

#include <algorithm>
#include <numeric>

namespace stepc {
namespace {

// Choices among more pointers than this, within one object, become an index.
constexpr unsigned kMostChoices = 32;

// scale * factor where x * factor cannot wrap in its width, or wraps as addresses do; else nothing.
std::optional<std::int64_t> exact_scale(Expr x, Expr factor, std::int64_t scale) {
  bool overflow = false;
  if (x->width < 64) (void)x->known.getMaxValue().umul_ov(factor->value(), overflow);
  std::int64_t product = 0;
  overflow =
      overflow || __builtin_mul_overflow(static_cast<std::int64_t>(factor->value().getZExtValue()), scale, &product);
  return overflow ? std::nullopt : std::optional(product);
}

// The low bits of x above which there are only zeros.
Expr strip_zeros(Builder& build, Expr x) {
  return build.truncate(x, std::max(1u, x->width - x->known.countMinLeadingZeros()));
}

Pointer choice(Expr condition, const Pointer& yes, const Pointer& no) {
  if (same_pointer(yes, no)) return yes;
  return std::make_shared<PointerValue>(
      PointerValue{nullptr, 0, {}, condition, yes, no, false, yes->choices + no->choices});
}

// index * scale without the zeros in the lowest bits of the index.
PointerTerm without_low_zeros(Builder& build, const PointerTerm& term) {
  const unsigned zeros = std::min(term.index->known.countMinTrailingZeros(), 31u);
  if (zeros == 0) return term;
  const Expr high = build.extract(term.index, zeros, 64 - zeros);
  const bool is_natural = term.index->known.isNonNegative();
  return {is_natural ? build.zero_extend(high, 64) : build.sign_extend(high, 64), term.scale << zeros};
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
    const std::int64_t bytes = index->operands[1]->value().getSExtValue() * scale;
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

Pointer choose(Builder& build, Expr condition, const Pointer& yes, const Pointer& no) {
  if (condition->is_constant()) return condition->is_ones() ? yes : no;
  const Pointer result = choice(condition, yes, no);
  if (result->choices <= kMostChoices) return result;
  // From the first of the places: distances between elements are multiples of their size.
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

namespace {

// One access: what it may reach, and why it reaches nothing.
class Reach {
 public:
  Reach(Builder& build, const Access& access) : build_(build), access_(access) {}

  using Read = std::function<Expr(const Region&, std::uint64_t)>;
  using Visit = std::function<void(const Region&, std::uint64_t, Expr)>;

  // Null where nothing can be read: no execution reads there.
  Expr read(const Pointer& pointer, const Facts& facts, const Read& at) {
    const PointerValue& target = *pointer;
    if (target.condition) {
      const Expr yes = read(target.yes, facts_if(facts, target.condition, true), at);
      const Expr no = read(target.no, facts_if(facts, target.condition, false), at);
      return yes && no ? build_.mux(target.condition, yes, no) : yes ? yes : no;
    }
    if (!target.region || target.terms.empty()) return is_inside(target) ? at(*target.region, offset_of(target)) : nullptr;
    const std::size_t term = outermost(target);
    const auto range = candidates_of(target, term, facts);
    if (!range) return nullptr;
    std::vector<Expr> values;
    Expr any = nullptr;
    for (std::int64_t i = range->first; i <= range->last; ++i) {
      values.push_back(read(with_index(target, term, i), facts, at));
      any = any ? any : values.back();
    }
    if (!any) return nullptr;
    for (Expr& value : values) value = value ? value : any;
    const Expr first = build_.constant(64, static_cast<std::uint64_t>(range->first));
    return build_.index(build_.subtract(target.terms[term].index, first), values);
  }

  void visit(const Pointer& pointer, const Facts& facts, const Visit& at) {
    const PointerValue& target = *pointer;
    const auto visit_if = [&](Expr condition, const Pointer& narrower, const Facts& more) {
      visit(narrower, more, [&](const Region& region, std::uint64_t offset, Expr also) {
        at(region, offset, build_.bit_and(condition, also));
      });
    };
    if (target.condition) {
      visit_if(target.condition, target.yes, facts_if(facts, target.condition, true));
      visit_if(build_.bit_not(target.condition), target.no, facts_if(facts, target.condition, false));
    } else if (!target.region || target.terms.empty()) {
      if (is_inside(target)) at(*target.region, offset_of(target), build_.constant(1, 1));
    } else {
      const std::size_t term = outermost(target);
      const auto range = candidates_of(target, term, facts);
      for (std::int64_t i = range ? range->first : 1; i <= (range ? range->last : 0); ++i) {
        const Expr number = build_.constant(64, static_cast<std::uint64_t>(i));
        visit_if(build_.equal(target.terms[term].index, number), with_index(target, term, i), facts);
      }
    }
  }

  // Nothing was reached: an error, unless the access is never executed.
  void check_unreached() const {
    if (!access_.facts.impossible()) throw Untranslatable(access_.where, reason_);
  }

 private:
  static constexpr unsigned kMostPlaces = 1u << 16;

  static std::uint64_t offset_of(const PointerValue& target) { return static_cast<std::uint64_t>(target.offset); }

  Facts facts_if(const Facts& facts, Expr condition, bool holds) const {
    Facts inner(&facts);
    inner.add(condition, holds);
    return inner;
  }

  bool is_inside(const PointerValue& target) {
    if (++places_ > kMostPlaces) {
      throw Untranslatable(access_.where, "a pointer that may point to more than " + std::to_string(kMostPlaces) +
                                              " places; use hls::Ram for large storage");
    }
    if (!target.region) return refuse("access through a null pointer");
    const bool inside = target.offset >= 0 && offset_of(target) + access_.bytes <= target.region->bytes;
    if (!inside) return refuse("access outside '" + target.region->name + "'");
    for (const Fence& fence : target.region->fences) {
      const bool touches = offset_of(target) < fence.end && offset_of(target) + access_.bytes > fence.begin;
      if (access_.is_direct && fence.is_memory && touches) return refuse(fence.reason);
    }
    return true;
  }

  std::optional<IndexRange> candidates_of(const PointerValue& target, std::size_t term, const Facts& facts) {
    const auto range = candidates(target, term, {access_.bytes, facts, access_.addresses, access_.where, access_.is_direct});
    if (!range) refuse("an index that is always outside its array");
    return range;
  }

  bool refuse(const std::string& reason) {
    if (reason_.empty()) reason_ = reason;
    return false;
  }

  Builder& build_;
  const Access& access_;
  std::string reason_;
  unsigned places_ = 0;
};

}  // namespace

Expr read_through(Builder& build, const Pointer& pointer, const Access& access,
                  const std::function<Expr(const Region&, std::uint64_t)>& at) {
  Reach reach(build, access);
  const Expr value = reach.read(pointer, access.facts, at);
  if (!value) reach.check_unreached();
  return value ? value : build.constant(static_cast<unsigned>(8 * access.bytes), 0);
}

void visit_targets(Builder& build, const Pointer& pointer, const Access& access,
                   const std::function<void(const Region&, std::uint64_t, Expr)>& visit) {
  Reach reach(build, access);
  bool reached = false;
  reach.visit(pointer, access.facts, [&](const Region& region, std::uint64_t offset, Expr condition) {
    reached = true;
    visit(region, offset, condition);
  });
  if (!reached) reach.check_unreached();
}

}  // namespace stepc
