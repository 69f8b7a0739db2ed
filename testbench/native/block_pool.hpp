// Memory for rings of packets that grow now and then: blocks of powers of two, those that are given back used again. (The
// pools of the standard library do not keep an alignment that is larger than a block's size divides.)
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <memory_resource>

namespace testbench {

class BlockPool final : public std::pmr::memory_resource {
 private:
  struct Free {
    Free* next;
  };
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kPortion = std::size_t{1} << 16;

  static std::size_t rounded(std::size_t bytes) { return std::bit_ceil(std::max(bytes, kLine)); }
  Free*& free_of(std::size_t rounded_bytes) { return free_[static_cast<std::size_t>(std::countr_zero(rounded_bytes))]; }

  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const std::size_t size = rounded(bytes);
    Free*& free = free_of(size);
    if (free == nullptr) return portions_.allocate(size, std::max(alignment, kLine));
    Free* const block = free;
    free = block->next;
    return block;
  }
  void do_deallocate(void* block, std::size_t bytes, std::size_t) override {
    Free*& free = free_of(rounded(bytes));
    free = new (block) Free{free};
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::pmr::monotonic_buffer_resource portions_{kPortion};
  std::array<Free*, 64> free_{};  // by the logarithm of the size
};

}  // namespace testbench
