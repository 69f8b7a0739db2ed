#include "hls/stepc/walk/candidates.hpp"

#include <algorithm>

namespace stepc {
namespace {

constexpr std::int64_t kMostCandidates = 4096;

// Bytes, in a type that no address overflows.
using Wide = __int128;

struct ByteRange {
  Wide begin;
  Wide end;
};

Wide floor_divide(Wide a, Wide b) {
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

// The candidates of one term: an access of `bytes` bytes at offset + index * scale + rest, where the other terms say
// where `rest` lies.
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
  // Values of the index with which offset + index * scale is low .. high.
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
  // Some access lies in `range`; all that the others may add lies in it.
  std::optional<IndexRange> touching(const ByteRange& range) const {
    return between(range.begin - rest_.end, range.end - static_cast<Wide>(access_.bytes) - rest_.begin);
  }
  std::optional<IndexRange> within(const ByteRange& range) const {
    return between(range.begin - rest_.begin, range.end - static_cast<Wide>(access_.bytes) - rest_.end);
  }

  // Whether one array that the scale may index holds everything that is possible, so that there is nothing to choose.
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
  // Of the bytes that an access may touch, the first.
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

}  // namespace stepc
