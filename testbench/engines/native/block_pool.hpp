// SPDX-License-Identifier: Apache-2.0
// Memory for parts of nodes that are made while they run, and for rings that grow now and then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <unordered_map>

#include "testbench/ground/host/huge_pages.hpp"

namespace testbench {

// Each block has cache lines of its own, and a returned
// block serves the next request of its size. (The pools of the standard library do not keep an
// alignment that does not divide a block's size.)
class BlockPool final : public std::pmr::memory_resource {
 public:
  // Bytes of all blocks made so far.
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Free {
    Free* next;
  };
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kPortion = std::size_t{1} << 16;

  static std::size_t in_lines(std::size_t bytes) { return (bytes + kLine - 1) / kLine * kLine; }

  // `alignment`: at most a line.
  void* do_allocate(std::size_t bytes, std::size_t) override {
    const std::size_t size = in_lines(bytes);
    Free*& free = free_[size];
    if (free == nullptr) {
      bytes_ += size;
      return portions_.allocate(size, kLine);
    }
    Free* const block = free;
    free = block->next;
    return block;
  }
  void do_deallocate(void* block, std::size_t bytes, std::size_t) override {
    Free*& free = free_[in_lines(bytes)];
    free = new (block) Free{free};
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::pmr::monotonic_buffer_resource portions_{kPortion, HugePages::memory()};
  std::unordered_map<std::size_t, Free*> free_;  // by size
  std::uint64_t bytes_ = 0;
};

}  // namespace testbench
