// What the storage holds at one point of the program, as expressions; byte by byte, because LLVM loads and stores
// across fields. A snapshot copies in constant time per touched region: chunks of cells are shared until written.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "hls/stepc/expression/builder.hpp"
#include "hls/stepc/walk/decision.hpp"
#include "hls/stepc/walk/region.hpp"
#include "hls/stepc/walk/slot.hpp"

namespace stepc {

class Memory {
 public:
  Cell cell(const Region& region, std::uint64_t byte) const;
  void set_cell(const Region& region, std::uint64_t byte, Cell cell);

  // `bytes` bytes from `offset` as one number, byte 0 lowest; undefined bytes read as zero.
  Expr load(Builder& build, const Region& region, std::uint64_t offset, std::uint64_t bytes) const;
  // Stores a number whose width is a multiple of 8.
  void store(const Region& region, std::uint64_t offset, Expr value);

  // Where the paths of `decision` meet: what each predecessor left, chosen by the path that was taken.
  static Memory merge(Builder& build, const Decision& decision, const std::vector<const Memory*>& from);

  // Values beside the bytes: write ports of memories and arguments of parts. Null: not set on this path.
  Expr slot(Slot slot) const { return slot_at(slot.number()); }
  void set_slot(Slot slot, Expr value) { set_slot_at(slot.number(), value); }

 private:
  static constexpr std::uint64_t kChunkBytes = 64;
  using Chunk = std::array<Cell, kChunkBytes>;
  using Chunks = std::map<std::uint64_t, std::shared_ptr<Chunk>>;  // by number within the region

  Expr slot_at(unsigned number) const { return number < slots_.size() ? slots_[number] : nullptr; }
  void set_slot_at(unsigned number, Expr value);
  static std::shared_ptr<Chunk> fresh_chunk(const Region& region, std::uint64_t number);
  const Chunk* find_chunk(const Region& region, std::uint64_t number) const;
  void merge_chunk(Builder& build, const Decision& decision, const std::vector<const Memory*>& from,
                   const Region& region, std::uint64_t number);

  std::map<const Region*, Chunks> regions_;
  std::vector<Expr> slots_;
};

}  // namespace stepc
