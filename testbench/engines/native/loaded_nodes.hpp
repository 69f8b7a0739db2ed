// SPDX-License-Identifier: Apache-2.0
// Programs, tables and windows of the native engine's nodes. They are written only while the nodes
// are loaded. A node has its own while it is loaded, and shares them with nodes of the same contents
// from then on, so that nodes with the same program find it in the cache.
#pragma once

#include <algorithm>
#include <cstddef>

#include "testbench/engines/native/loaded_bytes.hpp"
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
class LoadedMemory : LoadedBytes {
 public:
  // `most` memories of `depth` words, with at most `lanes` of them open at a time.
  LoadedMemory(std::size_t lanes, std::size_t depth, std::size_t most) : LoadedBytes(lanes, depth, most, sizeof(T)) {}

  using LoadedBytes::depth;
  using LoadedBytes::written;
  // The memory whose words are all zero.
  T* blank() { return words(LoadedBytes::blank()); }
  // Returns a writable copy of a closed memory, which its user gives up, or of blank().
  T* open(std::size_t lane, const T* closed) { return words(LoadedBytes::open(lane, bytes(closed))); }
  // Returns the shared memory with the contents of the open one.
  T* close(std::size_t lane) { return words(LoadedBytes::close(lane)); }
  // Adds a user to a closed memory, or to blank().
  void share(const T* closed) { LoadedBytes::share(bytes(closed)); }

 private:
  static T* words(std::byte* bytes) { return reinterpret_cast<T*>(bytes); }
  static const std::byte* bytes(const T* words) { return reinterpret_cast<const std::byte*>(words); }
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
