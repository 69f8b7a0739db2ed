// SPDX-License-Identifier: Apache-2.0
// Windows of the gate of a node that stands for all, in a few bits each. The gate of a large network
// has millions, and reads one after the other from the first on (hls/router/port_gate.hpp).
//
//     WindowMemory<hls::Ram<Window, hls::kRuntimeDepth>> memory(depth);   // or PackedWindows<Window>
//     memory.attach(gate.windows());
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hls/types/ram.hpp"
#include "testbench/engines/native/arena.hpp"
#include "testbench/ground/host/packed_numbers.hpp"

namespace testbench {

// Windows are quickly written, and read, one after the other from the first on. In any other order it
// works, and takes as long as there are windows.
template <class Window>
class PackedWindowList {
 public:
  Window read(std::uint32_t index) {
    if (index != next_) seek(index);
    ++next_;
    return unpacked();
  }
  void write(std::uint32_t index, const Window& window) {
    if (index != count_) return write_again(index, window);
    pack(window);
    seek(0);
  }

 private:
  void seek(std::uint32_t index) {
    place_ = {};
    for (next_ = 0; next_ < index; ++next_) unpacked();
  }
  // Windows that have not been written are all zero, as in an Arena.
  Window unpacked() {
    if (place_.bit >= windows_.bits()) return {};
    const std::uint64_t port = windows_.next(place_) - 1;
    const std::uint64_t cycles = windows_.next(place_) - 1;
    return {decltype(Window::cycles)(cycles), decltype(Window::port)(port)};
  }
  void pack(const Window& window) {
    windows_.push(std::uint64_t{window.port} + 1);
    windows_.push(std::uint64_t{window.cycles} + 1);
    ++count_;
  }
  void write_again(std::uint32_t index, const Window& window) {
    std::vector<Window> all(count_);
    seek(0);
    for (Window& one : all) one = unpacked();
    if (index >= all.size()) all.resize(index + 1);
    all[index] = window;
    windows_.clear();
    count_ = 0;
    for (const Window& one : all) pack(one);
    seek(0);
  }

  PackedNumbers windows_;  // port + 1 and cycles + 1 of each
  std::uint32_t count_ = 0;
  PackedNumbers::Place place_;
  std::uint32_t next_ = 0;  // the window at the place
};

// The gate's way to them. A copy is the same list.
template <class Window>
class PackedWindows {
 public:
  void attach(PackedWindowList<Window>* list, std::size_t size) {
    list_ = list;
    size_ = size;
  }
  std::size_t size() const { return size_; }
  PackedWindowList<Window>* words() const { return list_; }
  Window read(std::uint32_t index) const { return list_->read(index); }
  void write(std::uint32_t index, const Window& window) { list_->write(index, window); }

 private:
  PackedWindowList<Window>* list_ = nullptr;
  std::size_t size_ = 0;
};

// Memory of the windows of one gate. Those of a fixed number lie in the node.
template <class Windows>
class WindowMemory {
 public:
  explicit WindowMemory(std::size_t) {}
};

template <class Window>
class WindowMemory<hls::Ram<Window, hls::kRuntimeDepth>> {
 public:
  explicit WindowMemory(std::size_t depth) : depth_(depth), windows_(depth) {}
  void attach(hls::Ram<Window, hls::kRuntimeDepth>& windows) { windows.attach(windows_.slice(0), depth_); }

 private:
  std::size_t depth_;
  Arena<Window> windows_;
};

template <class Window>
class WindowMemory<PackedWindows<Window>> {
 public:
  explicit WindowMemory(std::size_t depth) : depth_(depth) {}
  void attach(PackedWindows<Window>& windows) { windows.attach(&list_, depth_); }

 private:
  std::size_t depth_;
  PackedWindowList<Window> list_;
};

}  // namespace testbench
