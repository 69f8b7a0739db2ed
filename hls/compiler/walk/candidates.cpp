#include "hls/compiler/walk/candidates.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace stepc {
namespace {

constexpr std::int64_t kMostCandidates = 4096;

struct ByteRange {
  std::int64_t begin;
  std::int64_t end;
};

// The array with elements of `stride` bytes that contains byte `offset`.
std::optional<ByteRange> find_array(const Type& type, std::int64_t start, std::int64_t offset, std::int64_t stride) {
  if (offset < start || offset >= start + static_cast<std::int64_t>(type.bytes)) return std::nullopt;
  if (type.kind == Type::Kind::kArray) {
    const auto step = static_cast<std::int64_t>(type.element->bytes);
    if (step == stride) return ByteRange{start, start + static_cast<std::int64_t>(type.bytes)};
    return find_array(*type.element, start + (offset - start) / step * step, offset, stride);
  }
  for (const Field& field : type.fields) {
    const auto found = find_array(*field.type, start + static_cast<std::int64_t>(field.offset), offset, stride);
    if (found) return found;
  }
  return std::nullopt;
}

// The bytes in which an indexed access must lie: the array's, or the whole object's when the array is not known.
ByteRange indexed_bytes(const PointerValue& pointer, std::int64_t scale) {
  const ByteRange whole{0, static_cast<std::int64_t>(pointer.region->bytes)};
  if (!pointer.region->type) return whole;
  // `a[i - 1]` and `a[i + 1]` begin one element before or behind the array.
  for (const std::int64_t shift : {std::int64_t{0}, scale, -scale}) {
    const auto array = find_array(*pointer.region->type, 0, pointer.offset + shift, std::abs(scale));
    if (array) return *array;
  }
  return whole;
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

// With several terms, a bound on one says nothing unless the others only add.
void check_that_terms_add(const PointerValue& pointer, const ByteRange& array, const Location& where) {
  bool adds = pointer.offset >= array.begin;
  for (const PointerTerm& term : pointer.terms) adds = adds && term.scale > 0 && term.index->known.isNonNegative();
  if (!adds) throw Untranslatable(where, "an address of several indices, some of which may be negative");
}

}  // namespace

IndexRange candidates(const PointerValue& pointer, std::size_t term, std::uint64_t bytes, const Location& where) {
  const auto& [index, scale] = pointer.terms[term];
  const ByteRange array = indexed_bytes(pointer, scale);
  if (pointer.terms.size() > 1) check_that_terms_add(pointer, array, where);
  const std::int64_t low = array.begin - pointer.offset;
  const std::int64_t high = array.end - static_cast<std::int64_t>(bytes) - pointer.offset;
  IndexRange range{-floor_divide(-low, scale), floor_divide(high, scale)};
  if (scale < 0) range = {-floor_divide(-high, scale), floor_divide(low, scale)};

  const llvm::APInt smallest =
      index->known.isNonNegative() ? index->known.getMinValue() : index->known.getSignedMinValue();
  const llvm::APInt largest =
      index->known.isNonNegative() ? index->known.getMaxValue() : index->known.getSignedMaxValue();
  range.first = std::max(range.first, smallest.getSExtValue());
  range.last = std::min(range.last, largest.getSExtValue());
  if (range.first > range.last) throw Untranslatable(where, "an index that is always outside its array");
  if (range.last - range.first >= kMostCandidates) {
    throw Untranslatable(where, "a dynamic index that may select more than " + std::to_string(kMostCandidates) +
                                    " elements; use hls::Ram for large storage");
  }
  return range;
}

void check_bounds(const PointerValue& pointer, std::uint64_t bytes, const Location& where) {
  if (pointer.offset < 0 || static_cast<std::uint64_t>(pointer.offset) + bytes > pointer.region->bytes) {
    throw Untranslatable(where, "access outside '" + pointer.region->name + "'");
  }
}

}  // namespace stepc
