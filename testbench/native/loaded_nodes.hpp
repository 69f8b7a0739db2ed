// Programs, tables and windows of the native engine's nodes: a node's own while it is loaded, shared with all that hold the same
// from then on.
#pragma once

#include "testbench/native/loaded_memory.hpp"
#include "testbench/native/node_storage.hpp"

namespace testbench {

template <class Config>
class LoadedNodes {
 public:
  using State = router::State<Config>;

  LoadedNodes(const MeshSetting& setting, std::uint32_t nodes)
      : programs_(kPorts, setting.program_depth, std::size_t{nodes} * kPorts),
        tables_(1, nodes, nodes),
        windows_(1, kHasWindows<Config> ? setting.window_depth : 0, nodes) {}

  // Once for each node.
  void attach(State& state) {
    for (unsigned port = 0; port < kPorts; ++port) {
      state.injectors[port].program().attach(programs_.blank(), programs_.depth());
    }
    state.router.table().words().attach(tables_.blank(), tables_.depth());
    if constexpr (kHasWindows<Config>) state.router.gate().windows().attach(windows_.blank(), windows_.depth());
  }

  // Before a register of the node is written.
  void write(State& state, std::uint32_t address) {
    if (&state != open_) {
      close();
      open_ = &state;
    }
    switch (node::block(address)) {
      case node::Block::kProgram:
        if (!has_open_programs_) open_programs();
        if (node::port(address) < kPorts) programs_.written(node::port(address), node::index(address));
        break;
      case node::Block::kTable:
        if (!has_open_table_) open_table();
        tables_.written(0, node::index(address));
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
  // Before the nodes run.
  void close() {
    if (open_ == nullptr) return;
    if (has_open_programs_) {
      for (unsigned port = 0; port < kPorts; ++port) {
        open_->injectors[port].program().attach(programs_.close(port), programs_.depth());
      }
    }
    if (has_open_table_) open_->router.table().words().attach(tables_.close(0), tables_.depth());
    if constexpr (kHasWindows<Config>) {
      if (has_open_windows_) open_->router.gate().windows().attach(windows_.close(0), windows_.depth());
    }
    has_open_programs_ = has_open_table_ = has_open_windows_ = false;
    open_ = nullptr;
  }
  // A copy of a closed node has its programs and its table too.
  void copied(State& state) {
    for (unsigned port = 0; port < kPorts; ++port) programs_.share(state.injectors[port].program().words());
    tables_.share(state.router.table().words().words());
    if constexpr (kHasWindows<Config>) windows_.share(state.router.gate().windows().words());
  }

 private:
  static constexpr unsigned kPorts = Config::Network::kPorts;

  // Each of them is copied to be written, so only when it is.
  void open_programs() {
    for (unsigned port = 0; port < kPorts; ++port) {
      auto& program = open_->injectors[port].program();
      program.attach(programs_.open(port, program.words()), programs_.depth());
    }
    has_open_programs_ = true;
  }
  void open_table() {
    auto& table = open_->router.table().words();
    table.attach(tables_.open(0, table.words()), tables_.depth());
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
  State* open_ = nullptr;  // the node that is loaded, and what of it is open
  bool has_open_programs_ = false;
  bool has_open_table_ = false;
  bool has_open_windows_ = false;
};

}  // namespace testbench
