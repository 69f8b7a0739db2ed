// Memory of large cubes in huge pages, where the kernel has them: fewer entries of the address translation for the same
// bytes.
//
//     std::pmr::vector<Node> nodes(count, HugePages::memory());
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory_resource>
#include <new>

namespace testbench {

class HugePages final : public std::pmr::memory_resource {
 public:
  static std::pmr::memory_resource* memory() {
    static HugePages pages;
    return &pages;
  }

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21;

  // What is smaller than a page is ordinary memory; the rest is whole pages.
  static std::size_t size_of(std::size_t bytes) { return bytes < kPage ? bytes : (bytes + kPage - 1) / kPage * kPage; }
  static std::align_val_t alignment_of(std::size_t bytes, std::size_t alignment) {
    return std::align_val_t(bytes < kPage || alignment > kPage ? alignment : kPage);
  }

  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    void* const memory = ::operator new(size_of(bytes), alignment_of(bytes, alignment));
    if (bytes >= kPage) madvise(memory, size_of(bytes), MADV_HUGEPAGE);  // a wish: ordinary pages do as well
    return memory;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    ::operator delete(memory, size_of(bytes), alignment_of(bytes, alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

}  // namespace testbench
