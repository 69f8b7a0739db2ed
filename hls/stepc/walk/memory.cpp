// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/walk/memory.hpp"

#include <algorithm>

namespace stepc {
namespace {

Expr bytes_of(Builder& build, const Cell& first, unsigned count) {
  return first.value ? build.extract(first.value, 8 * first.byte, 8 * count) : build.constant(8 * count, 0);
}

bool follows(const Cell& before, const Cell& after, unsigned distance) {
  return before.value == after.value && (!before.value || after.byte == before.byte + distance);
}

}  // namespace

std::shared_ptr<Memory::Chunk> Memory::fresh_chunk(const Region& region, std::uint64_t number) {
  auto chunk = std::make_shared<Chunk>();
  if (!region.initial) return chunk;
  for (std::uint64_t i = 0; i < kChunkBytes && number * kChunkBytes + i < region.bytes; ++i) {
    (*chunk)[i] = region.initial(number * kChunkBytes + i);
  }
  return chunk;
}

const Memory::Chunk* Memory::find_chunk(const Region& region, std::uint64_t number) const {
  const auto chunks = regions_.find(&region);
  if (chunks == regions_.end()) return nullptr;
  const auto chunk = chunks->second.find(number);
  return chunk == chunks->second.end() ? nullptr : chunk->second.get();
}

Cell Memory::cell(const Region& region, std::uint64_t byte) const {
  if (const Chunk* chunk = find_chunk(region, byte / kChunkBytes)) return (*chunk)[byte % kChunkBytes];
  return region.initial ? region.initial(byte) : Cell{};
}

void Memory::set_cell(const Region& region, std::uint64_t byte, Cell cell) {
  auto& chunk = regions_[&region][byte / kChunkBytes];
  if (!chunk) {
    chunk = fresh_chunk(region, byte / kChunkBytes);
  } else if (chunk.use_count() > 1) {
    chunk = std::make_shared<Chunk>(*chunk);
  }
  (*chunk)[byte % kChunkBytes] = cell;
}

Expr Memory::load(Builder& build, const Region& region, std::uint64_t offset, std::uint64_t bytes) const {
  std::vector<Expr> pieces;
  for (std::uint64_t i = 0; i < bytes;) {
    const Cell first = cell(region, offset + i);
    unsigned run = 1;
    while (i + run < bytes && follows(first, cell(region, offset + i + run), run)) ++run;
    pieces.push_back(bytes_of(build, first, run));
    i += run;
  }
  return build.concat(pieces);
}

void Memory::store(const Region& region, std::uint64_t offset, Expr value) {
  for (unsigned byte = 0; byte < value->width / 8; ++byte) set_cell(region, offset + byte, {value, byte});
}

void Memory::set_slot_at(unsigned number, Expr value) {
  if (number >= slots_.size()) slots_.resize(number + 1);
  slots_[number] = value;
}

void Memory::merge_chunk(Builder& build, const Decision& decision, const std::vector<const Memory*>& from,
                         const Region& region, std::uint64_t number) {
  const std::uint64_t begin = number * kChunkBytes;
  const std::uint64_t end = std::min(begin + kChunkBytes, region.bytes);
  for (std::uint64_t at = begin; at < end;) {
    // One multiplexer covers the bytes that every path holds in one piece, but does not cross
    // scalars.
    const auto boundary = std::upper_bound(region.boundaries.begin(), region.boundaries.end(), at);
    const std::uint64_t stop = boundary == region.boundaries.end() ? end : std::min(end, *boundary);
    std::vector<Cell> first;
    first.reserve(from.size());
    for (const Memory* memory : from) first.push_back(memory->cell(region, at));
    unsigned run = 1;
    const auto all_continue = [&] {
      for (std::size_t i = 0; i < from.size(); ++i) {
        if (!follows(first[i], from[i]->cell(region, at + run), run)) return false;
      }
      return true;
    };
    while (at + run < stop && all_continue()) ++run;

    const bool equal = std::all_of(first.begin(), first.end(), [&](const Cell& x) { return x == first[0]; });
    if (!equal) {
      std::vector<Expr> values;
      values.reserve(first.size());
      for (const Cell& x : first) values.push_back(x.value ? bytes_of(build, x, run) : nullptr);
      const Expr merged = decision.evaluate(values, [&](Expr condition, Expr yes, Expr no) {
        return !yes ? no : !no ? yes : build.mux(condition, yes, no);
      });
      for (unsigned i = 0; i < run; ++i) set_cell(region, at + i, {merged, i});
    }
    at += run;
  }
}

Memory Memory::merge(Builder& build, const Decision& decision, const std::vector<const Memory*>& from) {
  Memory result = *from[0];
  // Regions are visited in order of creation, so that the output does not depend on addresses.
  std::map<std::pair<unsigned, std::uint64_t>, const Region*> touched;
  for (const Memory* memory : from) {
    for (const auto& [region, chunks] : memory->regions_) {
      for (const auto& [number, chunk] : chunks) touched[{region->number, number}] = region;
    }
  }
  for (const auto& [key, region] : touched) {
    const std::uint64_t number = key.second;
    const Chunk* first = from[0]->find_chunk(*region, number);
    const bool shared = std::all_of(from.begin(), from.end(),
                                    [&](const Memory* memory) { return memory->find_chunk(*region, number) == first; });
    if (!shared) result.merge_chunk(build, decision, from, *region, number);
  }

  std::size_t slots = 0;
  for (const Memory* memory : from) slots = std::max(slots, memory->slots_.size());
  for (unsigned number = 0; number < slots; ++number) {
    std::vector<Expr> values;
    values.reserve(from.size());
    for (const Memory* memory : from) values.push_back(memory->slot_at(number));
    result.set_slot_at(number, decision.evaluate(values, [&](Expr condition, Expr yes, Expr no) {
      return !yes ? no : !no ? yes : build.mux(condition, yes, no);
    }));
  }
  return result;
}

}  // namespace stepc
