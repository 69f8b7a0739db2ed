// Accesses through pointers: every place that a pointer may point to, and multiplexers that choose among them.
#include <algorithm>

#include "hls/stepc/walk/pointers.hpp"

namespace stepc {
namespace {

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
