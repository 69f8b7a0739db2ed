// SPDX-License-Identifier: Apache-2.0
// Memory that costs nothing until it is touched. It stores the native mesh's queues, which are deep
// enough never to fill but are mostly empty.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace testbench {

enum class Pages {
  kOrdinary,
  kHuge,  // where the kernel has them: for memory that is used from its beginning on, without gaps
};

template <class T>
class Arena {
 public:
  Arena() = default;
  // Reserves room for `count` objects, all bytes zero. Throws std::bad_alloc.
  explicit Arena(std::size_t count, Pages pages = Pages::kOrdinary) : bytes_(count * sizeof(T)) {
    if (bytes_ == 0) return;
    void* mapped = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    if (pages == Pages::kHuge) madvise(mapped, bytes_, MADV_HUGEPAGE);  // a hint: ordinary pages work as well
    objects_ = static_cast<T*>(mapped);
  }
  ~Arena() {
    if (objects_ != nullptr) munmap(objects_, bytes_);
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  T* slice(std::size_t first) const { return objects_ + first; }

 private:
  std::size_t bytes_ = 0;
  T* objects_ = nullptr;
};

}  // namespace testbench
