// SPDX-License-Identifier: Apache-2.0
// Memories of words of one size, compiled once for all of them: LoadedMemory (loaded_nodes.hpp) says how they are used.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "testbench/engines/native/arena.hpp"

namespace testbench {

class LoadedBytes {
 protected:
  LoadedBytes(std::size_t lanes, std::size_t depth, std::size_t most, std::size_t word_bytes);
  ~LoadedBytes();
  LoadedBytes(const LoadedBytes&) = delete;
  LoadedBytes& operator=(const LoadedBytes&) = delete;

  std::size_t depth() const { return depth_; }
  std::byte* blank() { return slice(0); }
  std::byte* open(std::size_t lane, const std::byte* closed);
  void written(std::size_t lane, std::size_t index);
  std::byte* close(std::size_t lane);
  void share(const std::byte* closed);

 private:
  struct Closed {
    std::size_t extent = 0;  // words up to the last written one
    std::size_t hash = 0;
    std::size_t users = 0;
  };

  std::size_t first_closed() const { return 1 + lanes_.size(); }
  std::byte* slice(std::size_t place) { return arena_.slice(place * depth_ * word_bytes_); }
  std::size_t place_of(const std::byte* words) {
    return static_cast<std::size_t>(words - slice(0)) / (depth_ * word_bytes_);
  }
  void put(std::byte* to, std::size_t before, const std::byte* from, std::size_t extent) const;
  void leave(std::size_t place);
  std::size_t free_place();

  std::size_t depth_;
  std::size_t word_bytes_;
  std::vector<std::size_t> lanes_;  // extents of the open memories
  Arena<std::byte> arena_;          // blank, the open memories, the closed ones
  std::vector<Closed> closed_;
  std::vector<std::size_t> free_;  // places of closed memories without a user
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
};

}  // namespace testbench
