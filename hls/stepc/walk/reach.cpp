// SPDX-License-Identifier: Apache-2.0
// Finds the elements that a pointer may point to, and builds the multiplexers for accesses through
// it.
#include <algorithm>

#include "hls/stepc/walk/pointers.hpp"

namespace stepc {

namespace {

constexpr std::int64_t kMostCandidates = 4096;

// Byte counts, in a type that no address overflows.
using Wide = __int128;

struct ByteRange {
  Wide begin;
  Wide end;
};

Wide floor_divide(Wide a, Wide b) {
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

// Finds the candidates of one term. The access is at offset + index * scale + rest, and the other
// terms give the range of `rest`.
class Search {
 public:
  Search(const PointerValue& pointer, std::size_t term, const Access& access)
      : pointer_(pointer), access_(access), scale_(pointer.terms[term].scale), several_(pointer.terms.size() > 1) {
    for (std::size_t i = 0; i < pointer.terms.size(); ++i) {
      const llvm::ConstantRange range = access.facts.range_of(pointer.terms[i].index);
      if (range.isEmptySet()) {
        impossible_ = true;
        return;
      }
      const Wide low = range.getSignedMin().getSExtValue();
      const Wide high = range.getSignedMax().getSExtValue();
      if (i == term) {
        index_ = {range.getSignedMin().getSExtValue(), range.getSignedMax().getSExtValue()};
      } else {
        const Wide scale = pointer.terms[i].scale;
        rest_.begin += std::min(low * scale, high * scale);
        rest_.end += std::max(low * scale, high * scale);
      }
    }
  }

  std::optional<IndexRange> run() {
    if (impossible_) return std::nullopt;
    const auto possible = touching({0, static_cast<Wide>(pointer_.region->bytes)});
    if (!possible) return std::nullopt;
    possible_ = *possible;
    const bool ask = access_.addresses == Addresses::kCertain && pointer_.region->type;
    if (ask && !lies_in_an_array(*pointer_.region->type, 0)) throw AmbiguousAddress();
    if (possible_.last - possible_.first >= kMostCandidates) {
      throw Untranslatable(access_.where, "a dynamic index that may select more than " +
                                              std::to_string(kMostCandidates) +
                                              " elements; use hls::Ram for large storage");
    }
    return possible_;
  }

 private:
  // Returns the values of the index for which offset + index * scale lies in low .. high.
  std::optional<IndexRange> between(Wide low, Wide high) const {
    low -= pointer_.offset;
    high -= pointer_.offset;
    const Wide first = scale_ > 0 ? -floor_divide(-low, scale_) : -floor_divide(-high, scale_);
    const Wide last = scale_ > 0 ? floor_divide(high, scale_) : floor_divide(low, scale_);
    const Wide least = std::max<Wide>(first, index_.first);
    const Wide most = std::min<Wide>(last, index_.last);
    if (least > most) return std::nullopt;
    return IndexRange{static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)};
  }
  // touching(): the access lies in `range` for some value of the other terms. within(): for all
  // values.
  std::optional<IndexRange> touching(const ByteRange& range) const {
    return between(range.begin - rest_.end, range.end - static_cast<Wide>(access_.bytes) - rest_.begin);
  }
  std::optional<IndexRange> within(const ByteRange& range) const {
    return between(range.begin - rest_.begin, range.end - static_cast<Wide>(access_.bytes) - rest_.end);
  }

  // Whether one array that the scale may index holds everything that is possible, so that there is
  // nothing to choose.
  bool lies_in_an_array(const Type& type, Wide start) const {
    const ByteRange bytes{start, start + static_cast<Wide>(type.bytes)};
    if (type.is_memory() || !holds_all(bytes)) return false;
    if (type.kind == Type::Kind::kArray && type.element->bytes > 0) {
      const auto step = static_cast<Wide>(type.element->bytes);
      if (scale_ % step == 0) return true;
      const Wide first = start + (lowest() - start) / step * step;
      return lies_in_an_array(*type.element, first);
    }
    return std::any_of(type.fields.begin(), type.fields.end(), [&](const Field& field) {
      return lies_in_an_array(*field.type, start + static_cast<Wide>(field.offset));
    });
  }
  // Returns the first byte that an access may touch.
  Wide lowest() const {
    const Wide step = scale_ > 0 ? possible_.first * scale_ : possible_.last * scale_;
    return pointer_.offset + step + rest_.begin;
  }
  bool holds_all(const ByteRange& range) const {
    const auto inside = within(range);
    const IndexRange& all = several_ ? index_ : possible_;
    return inside && inside->first == all.first && inside->last == all.last;
  }

  const PointerValue& pointer_;
  const Access& access_;
  Wide scale_;
  bool several_;  // terms
  bool impossible_ = false;
  IndexRange index_{};
  ByteRange rest_{0, 0};  // begin .. end, both possible
  IndexRange possible_{};
};

}  // namespace

std::optional<IndexRange> candidates(const PointerValue& pointer, std::size_t term, const Access& access) {
  return Search(pointer, term, access).run();
}

namespace {

// Returns the term with the largest scale, which indexes the outermost array.
std::size_t outermost(const PointerValue& pointer) {
  std::size_t largest = 0;
  for (std::size_t i = 1; i < pointer.terms.size(); ++i) {
    if (std::abs(pointer.terms[i].scale) > std::abs(pointer.terms[largest].scale)) largest = i;
  }
  return largest;
}

// Returns the pointer with the index of one term replaced by a number.
Pointer with_index(const PointerValue& pointer, std::size_t term, std::int64_t index) {
  auto result = std::make_shared<PointerValue>(pointer);
  result->offset += index * pointer.terms[term].scale;
  result->terms.erase(result->terms.begin() + static_cast<std::ptrdiff_t>(term));
  return result;
}

// One access: the places that it may reach, or the reason why it reaches none.
class Reach {
 public:
  Reach(Builder& build, const Access& access) : build_(build), access_(access) {}

  using Read = std::function<Expr(const Region&, std::uint64_t)>;
  using Visit = std::function<void(const Region&, std::uint64_t, Expr)>;

  // Returns null if nothing can be read there, so that no execution reads it.
  Expr read(const Pointer& pointer, const Facts& facts, const Read& at) {
    const PointerValue& target = *pointer;
    if (target.condition) {
      const Expr yes = read(target.yes, facts_if(facts, target.condition, true), at);
      const Expr no = read(target.no, facts_if(facts, target.condition, false), at);
      return yes && no ? build_.mux(target.condition, yes, no) : yes ? yes : no;
    }
    if (!target.region || target.terms.empty())
      return is_inside(target) ? at(*target.region, offset_of(target)) : nullptr;
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

  // Throws the reason why nothing was reached, unless the access is never executed.
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
      if (access_.is_direct && touches) return refuse(fence.reason);
    }
    return true;
  }

  std::optional<IndexRange> candidates_of(const PointerValue& target, std::size_t term, const Facts& facts) {
    const auto range =
        candidates(target, term, {access_.bytes, facts, access_.addresses, access_.where, access_.is_direct});
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
