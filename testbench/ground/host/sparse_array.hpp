// SPDX-License-Identifier: Apache-2.0
// An array in huge pages of which only some elements are made. The others take addresses and no
// memory.
//
//     SparseArray<Node> nodes(count);
//     nodes.make(7);
//     nodes[7].step();
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "testbench/ground/host/huge_pages.hpp"

namespace testbench {

template <class T>
class SparseArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  explicit SparseArray(std::size_t size)
      : size_(size), elements_(static_cast<T*>(HugePages::memory()->allocate(size * sizeof(T), alignof(T)))) {}
  ~SparseArray() {
    if (elements_ != nullptr) HugePages::memory()->deallocate(elements_, size_ * sizeof(T), alignof(T));
  }
  SparseArray(SparseArray&& other) noexcept : size_(other.size_), elements_(std::exchange(other.elements_, nullptr)) {}
  SparseArray(const SparseArray&) = delete;
  SparseArray& operator=(const SparseArray&) = delete;

  template <class... Arguments>
  void make(std::size_t index, Arguments&&... arguments) {
    ::new (static_cast<void*>(elements_ + index)) T{std::forward<Arguments>(arguments)...};
  }

  T& operator[](std::size_t index) { return elements_[index]; }
  const T& operator[](std::size_t index) const { return elements_[index]; }

 private:
  std::size_t size_;
  T* elements_;
};

}  // namespace testbench
