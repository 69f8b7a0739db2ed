// SPDX-License-Identifier: Apache-2.0
// Programs, tables and windows of the native engine's nodes. They are written only while the nodes
// are loaded. A node has its own while it is loaded, and shares them with nodes of the same contents
// from then on, so that nodes with the same program find it in the cache.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "testbench/engines/native/arena.hpp"
#include "testbench/engines/native/node_storage.hpp"

namespace testbench {

// Memories of one kind. Equal contents share one block of main memory.
//
//     LoadedMemory<ProgramEntry> programs(kPorts, depth, kNodes * kPorts);
//     T* words = programs.open(port, words_so_far);   // writable; all begin with programs.blank()
//     programs.written(port, index);                  // for every word
//     words = programs.close(port);                   // read-only again
//     programs.share(words);                          // one more user
template <class T>
class LoadedMemory {
 public:
  // `most` memories of `depth` words, with at most `lanes` of them open at a time.
  LoadedMemory(std::size_t lanes, std::size_t depth, std::size_t most)
      : depth_(depth), lanes_(lanes), arena_((1 + lanes + most) * depth) {}

  std::size_t depth() const { return depth_; }
  // The memory whose words are all zero.
  T* blank() { return slice(0); }

  // Returns a writable copy of a closed memory, which its user gives up, or of blank().
  T* open(std::size_t lane, const T* closed) {
    T* const words = slice(1 + lane);
    std::size_t& extent = lanes_[lane];
    const std::size_t place = place_of(closed);
    const std::size_t used = place == 0 ? 0 : closed_[place - first_closed()].extent;
    put(words, extent, closed, used);
    extent = used;
    if (place != 0) leave(place);
    return words;
  }
  void written(std::size_t lane, std::size_t index) {
    if (index < depth_ && index >= lanes_[lane]) lanes_[lane] = index + 1;
  }
  // Returns the shared memory with the contents of the open one.
  T* close(std::size_t lane) {
    const T* const words = slice(1 + lane);
    const std::size_t extent = lanes_[lane];
    if (extent == 0) return blank();
    const std::string_view bytes(reinterpret_cast<const char*>(words), extent * sizeof(T));
    const std::size_t hash = std::hash<std::string_view>()(bytes);
    const auto [begin, end] = by_hash_.equal_range(hash);
    for (auto found = begin; found != end; ++found) {
      Closed& other = closed_[found->second - first_closed()];
      const void* const held = slice(found->second);
      if (other.extent == extent && std::memcmp(held, bytes.data(), bytes.size()) == 0) {
        ++other.users;
        return slice(found->second);
      }
    }
    const std::size_t place = free_place();
    Closed& made = closed_[place - first_closed()];
    put(slice(place), made.extent, words, extent);
    made = {extent, hash, 1};
    by_hash_.emplace(hash, place);
    return slice(place);
  }
  // Adds a user to a closed memory, or to blank().
  void share(const T* closed) {
    const std::size_t place = place_of(closed);
    if (place != 0) ++closed_[place - first_closed()].users;
  }

 private:
  struct Closed {
    std::size_t extent = 0;  // words up to the last written one
    std::size_t hash = 0;
    std::size_t users = 0;
  };

  std::size_t first_closed() const { return 1 + lanes_.size(); }
  T* slice(std::size_t place) { return arena_.slice(place * depth_); }
  std::size_t place_of(const T* words) { return static_cast<std::size_t>(words - slice(0)) / depth_; }

  // Copies words over others, of which `before` have been written; the rest is zero.
  static void put(T* to, std::size_t before, const T* from, std::size_t extent) {
    if (before > extent) std::memset(static_cast<void*>(to + extent), 0, (before - extent) * sizeof(T));
    std::memcpy(static_cast<void*>(to), from, extent * sizeof(T));
  }
  // Removes a user.
  void leave(std::size_t place) {
    Closed& left = closed_[place - first_closed()];
    if (--left.users != 0) return;
    auto found = by_hash_.equal_range(left.hash).first;
    while (found->second != place) ++found;
    by_hash_.erase(found);
    free_.push_back(place);
  }
  std::size_t free_place() {
    if (free_.empty()) {
      closed_.emplace_back();
      return first_closed() + closed_.size() - 1;
    }
    const std::size_t place = free_.back();
    free_.pop_back();
    return place;
  }

  std::size_t depth_;
  std::vector<std::size_t> lanes_;  // extents of the open memories
  Arena<T> arena_;                  // blank, the open memories, the closed ones
  std::vector<Closed> closed_;
  std::vector<std::size_t> free_;  // places of closed memories without a user
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
};

template <class Config>
class LoadedNodes {
 public:
  using State = router::State<Config>;

  LoadedNodes(const MeshSetting& setting, std::uint32_t nodes)
      : programs_(kStreams, setting.program_depth, std::size_t{nodes} * kStreams),
        tables_(kBanks, std::max(nodes, setting.labels), std::size_t{nodes} * kBanks),
        windows_(1, kHasWindows<Config> ? setting.window_depth : 0, nodes) {}

  // Called once for each node.
  void attach(State& state) {
    for (unsigned stream = 0; stream < kStreams; ++stream) {
      state.injectors[stream].program().attach(programs_.blank(), programs_.depth());
    }
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      state.router.table().words(bank).attach(tables_.blank(), tables_.depth());
    }
    if constexpr (kHasWindows<Config>) state.router.gate().windows().attach(windows_.blank(), windows_.depth());
  }

  // Called before a register of the node is written.
  void write(State& state, std::uint32_t address) {
    if (&state != open_) {
      close();
      open_ = &state;
    }
    switch (node::block(address)) {
      case node::Block::kProgram:
        if (!has_open_programs_) open_programs();
        if (node::port(address) < kStreams) programs_.written(node::port(address), node::index(address));
        break;
      case node::Block::kTable:
        if (!has_open_table_) open_table();
        if (node::port(address) < kBanks) tables_.written(node::port(address), node::index(address));
        break;
      case node::Block::kWindow:
        if constexpr (kHasWindows<Config>) {
          if (!has_open_windows_) open_windows();
          windows_.written(0, node::index(address));
        }
        break;
      default:
        break;
    }
  }
  // Called before the nodes run.
  void close() {
    if (open_ == nullptr) return;
    if (has_open_programs_) {
      for (unsigned stream = 0; stream < kStreams; ++stream) {
        open_->injectors[stream].program().attach(programs_.close(stream), programs_.depth());
      }
    }
    if (has_open_table_) {
      for (unsigned bank = 0; bank < kBanks; ++bank) {
        open_->router.table().words(bank).attach(tables_.close(bank), tables_.depth());
      }
    }
    if constexpr (kHasWindows<Config>) {
      if (has_open_windows_) open_->router.gate().windows().attach(windows_.close(0), windows_.depth());
    }
    has_open_programs_ = has_open_table_ = has_open_windows_ = false;
    open_ = nullptr;
  }
  // Gives a node the memories of a closed one.
  static void attach_as(State& state, State& closed) {
    const auto as = [](auto& memory, const auto& other) { memory.attach(other.words(), other.size()); };
    for (unsigned stream = 0; stream < kStreams; ++stream) {
      as(state.injectors[stream].program(), closed.injectors[stream].program());
    }
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      as(state.router.table().words(bank), closed.router.table().words(bank));
    }
    if constexpr (kHasWindows<Config>) as(state.router.gate().windows(), closed.router.gate().windows());
  }
  // A copy of a closed node shares its programs, its table and its windows.
  void copied(State& state) {
    for (unsigned stream = 0; stream < kStreams; ++stream) programs_.share(state.injectors[stream].program().words());
    for (unsigned bank = 0; bank < kBanks; ++bank) tables_.share(state.router.table().words(bank).words());
    if constexpr (kHasWindows<Config>) windows_.share(state.router.gate().windows().words());
  }

 private:
  static constexpr unsigned kStreams = router::kStreams<Config>;
  static constexpr unsigned kBanks = router::RuleTable<Config>::kBanks;

  // Opening a memory copies it, so it waits for the first write.
  void open_programs() {
    for (unsigned stream = 0; stream < kStreams; ++stream) {
      auto& program = open_->injectors[stream].program();
      program.attach(programs_.open(stream, program.words()), programs_.depth());
    }
    has_open_programs_ = true;
  }
  void open_table() {
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      auto& table = open_->router.table().words(bank);
      table.attach(tables_.open(bank, table.words()), tables_.depth());
    }
    has_open_table_ = true;
  }
  void open_windows() {
    if constexpr (kHasWindows<Config>) {
      auto& windows = open_->router.gate().windows();
      windows.attach(windows_.open(0, windows.words()), windows_.depth());
      has_open_windows_ = true;
    }
  }

  LoadedMemory<router::ProgramEntry<Config>> programs_;
  LoadedMemory<network::PortSet<Config>> tables_;
  LoadedMemory<router::Window<Config>> windows_;
  State* open_ = nullptr;  // the node that is being loaded; the flags say which of its memories are open
  bool has_open_programs_ = false;
  bool has_open_table_ = false;
  bool has_open_windows_ = false;
};

}  // namespace testbench
