// What holds a module's state: registers and memories.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hls/stepc/design/type.hpp"
#include "hls/stepc/expression/node.hpp"

namespace stepc {

// When and with what a register is loaded: where `condition` is `when`.
struct Load {
  Expr condition;
  bool when;
  Expr value;
};

// A field of State or Out that holds its value from cycle to cycle.
struct Register {
  Leaf leaf;  // offset within State, or within Out
  bool in_out = false;
  std::string name;
  Expr now = nullptr;                            // symbol
  Expr next = nullptr;                           // value after the clock edge
  llvm::APInt reset;                             // of the first instance of the module
  std::optional<unsigned> start = std::nullopt;  // in Module::starts, where instances differ
  bool is_reset = true;                          // not so: data, which reset does not touch
  std::optional<Load> load = std::nullopt;       // `next` again, for a register that keeps its value otherwise

  bool is_written() const { return next != now; }
};

// What the functions of a module, up to one of them, have asked of a memory.
struct MemoryRequests {
  Expr write_enable;
  Expr write_address;
  Expr write_word;
  Expr request_enable;
};

// A Ram, a ForwardingRam or a SyncRam.
struct MemoryBlock {
  Leaf leaf;
  std::string name;
  std::string data_name;     // of a synchronous memory: the register of the word that was read
  std::vector<Leaf> fields;  // of a word; the first is in the highest bits
  bool is_read = false;
  std::vector<llvm::APInt> contents;  // words as the constructors leave them
  llvm::APInt first_data;             // of a synchronous memory: likewise, of the word that was read
  Expr data = nullptr;                // of a synchronous memory: symbol of the word that was read
  Expr write_enable = nullptr;
  Expr write_address = nullptr;
  Expr write_word = nullptr;
  Expr request_enable = nullptr;
  Expr request_address = nullptr;
  std::vector<MemoryRequests> after;  // each function of the module

  bool is_sync() const { return leaf.type->kind == Type::Kind::kSyncMemory; }
  unsigned address_width() const;
};

}  // namespace stepc
