// SPDX-License-Identifier: Apache-2.0
// Puts the memory of large cubes into huge pages, if the kernel has them. The same bytes then need
// fewer entries of the address translation.
//
//     std::pmr::vector<Node> nodes(count, HugePages::memory());
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <new>

namespace testbench {

class HugePages final : public std::pmr::memory_resource {
 public:
  static std::pmr::memory_resource* memory() {
    static HugePages pages;
    return &pages;
  }
  // Bytes taken for a request. Less than a page is ordinary memory; the rest is whole pages.
  static constexpr std::uint64_t bytes_for(std::uint64_t bytes) {
    if (bytes < kPage || bytes > std::numeric_limits<std::uint64_t>::max() - kPage) return bytes;
    return (bytes + kPage - 1) / kPage * kPage;
  }

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21;

  static std::align_val_t alignment_of(std::size_t bytes, std::size_t alignment) {
    return std::align_val_t(bytes < kPage || alignment > kPage ? alignment : kPage);
  }

  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    void* const memory = ::operator new(bytes_for(bytes), alignment_of(bytes, alignment));
    if (bytes >= kPage) madvise(memory, bytes_for(bytes), MADV_HUGEPAGE);  // a hint: ordinary pages do as well
    return memory;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    ::operator delete(memory, bytes_for(bytes), alignment_of(bytes, alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

}  // namespace testbench
