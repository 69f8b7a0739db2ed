// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/transfers.hpp"

#include <algorithm>

namespace stepc {
namespace {

constexpr std::uint64_t kMostPieces = 4096;

// Returns how many bytes lie behind a pointer: up to the end of its object, or to the words of a memory
// in it.
std::uint64_t room_behind(const Pointer& pointer) {
  if (pointer->condition) return std::max(room_behind(pointer->yes), room_behind(pointer->no));
  if (!pointer->region) return 0;
  std::uint64_t end = pointer->region->bytes;
  if (!pointer->terms.empty()) return end;
  if (pointer->offset < 0 || static_cast<std::uint64_t>(pointer->offset) >= end) return 0;
  const auto begin = static_cast<std::uint64_t>(pointer->offset);
  for (const Fence& fence : pointer->region->fences) {
    if (fence.end > begin) end = std::min(end, std::max(fence.begin, begin));
  }
  return end - begin;
}

// Visits piece after piece of the bytes that an operation may reach. While `visit` runs, the facts
// hold that the piece is among them.
class Pieces {
 public:
  Pieces(Context& context, const char* what, Expr bytes, std::uint64_t room) : context_(context), bytes_(bytes) {
    const std::uint64_t most = context.facts->range_of(bytes).getUnsignedMax().getLimitedValue();
    size_ = std::uint64_t{1} << std::min(bytes->known.countMinTrailingZeros(), 3u);
    count_ = std::min(most, room) / size_;
    if (count_ > kMostPieces) {
      context.refuse(std::string(what) + " of variable length that may reach " + std::to_string(count_ * size_) +
                     " bytes: bound its length, or write a loop with a bound");
    }
  }

  template <class Visit>
  void visit(const Visit& visit) const {
    Builder& build = context_.build;
    for (std::uint64_t i = 0; i < count_; ++i) {
      const Expr is_among = build.less(build.constant(64, i * size_), bytes_);
      Facts facts(context_.facts);
      facts.add(is_among, true);
      if (is_among->is_zero() || facts.impossible()) return;
      Facts* const outer = std::exchange(context_.facts, &facts);
      try {
        visit(static_cast<std::int64_t>(i * size_), is_among);
      } catch (...) {
        context_.facts = outer;
        throw;
      }
      context_.facts = outer;
    }
  }

  std::uint64_t size() const { return size_; }

 private:
  Context& context_;
  Expr bytes_;
  std::uint64_t size_;  // of a piece, in bytes
  std::uint64_t count_;
};

}  // namespace

void copy_some(Context& context, const Pointer& to, const Pointer& from, Expr bytes) {
  const Pieces pieces(context, "a copy", bytes, std::min(room_behind(to), room_behind(from)));
  Accesses accesses(context);
  std::vector<Expr> values;  // all are read before any is written, since source and target may overlap
  pieces.visit(
      [&](std::int64_t offset, Expr) { values.push_back(accesses.load(add_offset(from, offset), pieces.size())); });
  auto value = values.begin();
  pieces.visit([&](std::int64_t offset, Expr is_among) { accesses.store(add_offset(to, offset), *value++, is_among); });
}

void fill_some(Context& context, const Pointer& to, Expr byte, Expr bytes) {
  const Pieces pieces(context, "a fill", bytes, room_behind(to));
  const Expr value = context.build.concat(std::vector<Expr>(pieces.size(), byte));
  Accesses accesses(context);
  pieces.visit([&](std::int64_t offset, Expr is_among) { accesses.store(add_offset(to, offset), value, is_among); });
}

std::pair<Expr, Expr> load_some(Context& context, const Pointer& a, const Pointer& b, Expr bytes) {
  const Pieces pieces(context, "a comparison", bytes, std::min(room_behind(a), room_behind(b)));
  Accesses accesses(context);
  Builder& build = context.build;
  std::vector<Expr> of_a;
  std::vector<Expr> of_b;
  pieces.visit([&](std::int64_t offset, Expr is_among) {
    const Expr zero = build.constant(static_cast<unsigned>(8 * pieces.size()), 0);
    of_a.push_back(build.mux(is_among, accesses.load(add_offset(a, offset), pieces.size()), zero));
    of_b.push_back(build.mux(is_among, accesses.load(add_offset(b, offset), pieces.size()), zero));
  });
  if (of_a.empty()) return {nullptr, nullptr};
  return {build.concat(of_a), build.concat(of_b)};
}

}  // namespace stepc
