// SPDX-License-Identifier: Apache-2.0
// The contents of the storage at one point of the program, an expression for each byte: LLVM loads
// and stores across fields. Snapshots are cheap, because they share chunks of cells until a write.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hls/stepc/design/type.hpp"
#include "hls/stepc/expression/builder.hpp"
#include "hls/stepc/expression/operation.hpp"
#include "hls/stepc/walk/decision.hpp"

namespace stepc {

// One byte of storage: byte `byte` of `value`, whose width is a multiple of 8. A null value is
// undefined (padding, or never written).
struct Cell {
  Expr value = nullptr;
  unsigned byte = 0;

  bool operator==(const Cell&) const = default;
};

// The bytes of a memory in a region. Only the memory's ports reach them; `reason` is the error for
// any other access.
struct Fence {
  std::uint64_t begin;
  std::uint64_t end;
  std::string reason;
};

// An object: the state, an argument, a local variable, a constant table.
struct Region {
  unsigned number = 0;
  std::string name;
  std::uint64_t bytes = 0;
  const Type* type = nullptr;  // when the debug information tells
  bool read_only = false;
  std::function<Cell(std::uint64_t byte)> initial;  // contents before the first store
  std::vector<std::uint64_t> boundaries;            // sorted offsets at which scalars begin or end
  std::vector<Fence> fences;
};

struct PointerValue;
using Pointer = std::shared_ptr<const PointerValue>;

// index * scale bytes, modulo 2^64.
struct PointerTerm {
  Expr index;  // 64 bits
  std::int64_t scale;
};

// A pointer is region + offset + terms. If `condition` is set, it is one of two pointers; without a
// region it is null.
struct PointerValue {
  const Region* region = nullptr;
  std::int64_t offset = 0;
  std::vector<PointerTerm> terms;
  Expr condition = nullptr;
  Pointer yes;
  Pointer no;
  bool failed = false;   // could not be translated; the error has been reported
  unsigned choices = 1;  // pointers among which is chosen

  bool is_constant() const { return !condition && region && terms.empty(); }
};

// Slots hold values that a path through a function sets beside the bytes of the storage: the write
// port of a memory, the arguments of a part. Where paths meet, Memory::merge joins slots with
// multiplexers, as it joins bytes.

// Names a slot; made by SlotTable.
class Slot {
 public:
  unsigned number() const { return number_; }

 private:
  friend class SlotTable;
  explicit Slot(unsigned number) : number_(number) {}

  unsigned number_;
};

class SlotTable {
 public:
  Slot add() { return Slot(count_++); }

 private:
  unsigned count_ = 0;
};

// The slots for the ports of a memory.
struct MemorySlots {
  explicit MemorySlots(SlotTable& table)
      : write_enable(table.add()),
        write_address(table.add()),
        write_word(table.add()),
        request_enable(table.add()),
        request_address(table.add()) {}

  Slot write_enable;
  Slot write_address;
  Slot write_word;
  Slot request_enable;
  Slot request_address;
};

// The slots for the call of one function of an instance.
struct CallSlots {
  CallSlots(SlotTable& table, std::size_t argument_count) : called(table.add()) {
    for (std::size_t i = 0; i < argument_count; ++i) arguments.push_back(table.add());
  }

  Slot called;
  std::vector<Slot> arguments;  // one for each scalar of the function's inputs
};

class Memory {
 public:
  Cell cell(const Region& region, std::uint64_t byte) const;
  void set_cell(const Region& region, std::uint64_t byte, Cell cell);

  // Returns `bytes` bytes from `offset` as one number, the first byte lowest. Undefined bytes read
  // as zero.
  Expr load(Builder& build, const Region& region, std::uint64_t offset, std::uint64_t bytes) const;
  // Stores a number whose width is a multiple of 8.
  void store(const Region& region, std::uint64_t offset, Expr value);

  // Joins the storage of the predecessors where the paths of `decision` meet. Multiplexers choose
  // by the path that was taken.
  static Memory merge(Builder& build, const Decision& decision, const std::vector<const Memory*>& from);

  // The value of a slot; null if it is not set on this path.
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
