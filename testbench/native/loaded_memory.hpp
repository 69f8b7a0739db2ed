// Memories of nodes that are written while the nodes are loaded and read ever after: injection programs, rule tables.
// Those with the same words are one in main memory, so that nodes which are loaded alike find theirs in the cache.
//
//     LoadedMemory<ProgramEntry> programs(kPorts, depth, kNodes * kPorts);
//     T* words = programs.open(port, words_so_far);   // to be written; programs.blank() is what all begin with
//     programs.written(port, index);                  // for every word
//     words = programs.close(port);                   // no longer
#pragma once

#include <cstring>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "testbench/native/arena.hpp"

namespace testbench {

template <class T>
class LoadedMemory {
 public:
  // Memories of `depth` words, up to `most` different ones, `lanes` of them open at a time.
  LoadedMemory(std::size_t lanes, std::size_t depth, std::size_t most)
      : depth_(depth), lanes_(lanes), arena_((1 + lanes + most) * depth) {}

  std::size_t depth() const { return depth_; }
  // All words zero.
  T* blank() { return slice(0); }

  // A copy of a memory that was closed, or of blank(), to be written.
  T* open(std::size_t lane, const T* closed) {
    T* const words = slice(1 + lane);
    std::size_t& extent = lanes_[lane];
    const auto place = static_cast<std::size_t>(closed - slice(0)) / depth_;
    const std::size_t used = place == 0 ? 0 : closed_[place - first_closed()].extent;
    if (extent > used) std::memset(static_cast<void*>(words + used), 0, (extent - used) * sizeof(T));
    std::memcpy(static_cast<void*>(words), closed, used * sizeof(T));
    extent = used;
    return words;
  }
  void written(std::size_t lane, std::size_t index) {
    if (index < depth_ && index >= lanes_[lane]) lanes_[lane] = index + 1;
  }
  // The memory with the words of the open one.
  T* close(std::size_t lane) {
    const T* const words = slice(1 + lane);
    const std::size_t extent = lanes_[lane];
    if (extent == 0) return blank();
    const std::string_view bytes(reinterpret_cast<const char*>(words), extent * sizeof(T));
    const std::size_t hash = std::hash<std::string_view>()(bytes);
    const auto [begin, end] = by_hash_.equal_range(hash);
    for (auto found = begin; found != end; ++found) {
      T* const other = slice(found->second);
      if (closed_[found->second - first_closed()].extent == extent && std::memcmp(other, words, bytes.size()) == 0) {
        return other;
      }
    }
    const std::size_t place = first_closed() + closed_.size();
    closed_.push_back({extent});
    by_hash_.emplace(hash, place);
    T* const made = slice(place);
    std::memcpy(static_cast<void*>(made), words, bytes.size());
    return made;
  }

 private:
  struct Closed {
    std::size_t extent;  // words up to the last one that was written
  };

  std::size_t first_closed() const { return 1 + lanes_.size(); }
  T* slice(std::size_t place) { return arena_.slice(place * depth_); }

  std::size_t depth_;
  std::vector<std::size_t> lanes_;  // extents of the open memories
  Arena<T> arena_;                  // blank, the open memories, the closed ones
  std::vector<Closed> closed_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
};

}  // namespace testbench
